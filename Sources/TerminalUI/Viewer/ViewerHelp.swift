// The help of a viewer: all keys in groups, in two columns where there is room for them.

extension Viewer {
  /// Shows all keys.
  func showHelp() {
    let blocks = helpBlocks
    let hasTwoColumns = !options.isSpoken && size.columns >= 2 * HelpBlock.width + 1
    let lines =
      hasTwoColumns
      ? HelpBlock.inTwoColumns(blocks) : blocks.flatMap { $0.lines(columns: size.columns) + [CardLine([])] }.dropLast()
    show(Array(lines), titled: "keys")
  }

  /// The groups of keys in the order in which they are first named, those of every viewer first.
  private var helpBlocks: [HelpBlock] {
    let all = Self.movingBindings + Self.itemBindings + bindings + Self.programBindings
    var blocks: [HelpBlock] = []
    for binding in all {
      let index = blocks.firstIndex { $0.title == binding.group } ?? blocks.count
      if index == blocks.count { blocks.append(HelpBlock(title: binding.group)) }
      blocks[index].add(binding.keys.map { options.isASCII ? $0.asciiName : $0.name }, binding.help)
    }
    // Those of the program as a whole stand last, whatever a client adds.
    let last = Self.programBindings.first?.group
    return blocks.filter { $0.title != last } + blocks.filter { $0.title == last }
  }
}

/// A group of keys.
private struct HelpBlock {
  let title: SafeText
  /// The keys that do one thing, or the two directions of one, and what they do.
  private var entries: [(keys: [[String]], help: SafeText)] = []

  init(title: SafeText) { self.title = title }

  /// Adds keys, to the entry before if they do the same in the other direction.
  mutating func add(_ keys: [String], _ help: SafeText) {
    if entries.last?.help == help {
      entries[entries.count - 1].keys.append(keys)
    } else {
      entries.append(([keys], help))
    }
  }

  /// The width of one of two columns.
  static let width = 39
  private static let keyWidth = 15

  /// Returns the title and the keys, each with what it does beside it, or below it where it is long or the screen narrow.
  func lines(columns: Int) -> [CardLine] {
    let isNarrow = columns < Self.keyWidth + 20
    let indent = isNarrow ? 2 : Self.keyWidth
    let heading = CardLine([.init(title, Style(bold: true, underlined: true))]).truncated(to: columns)
    return [heading]
      + entries.flatMap { entry in
        let names = Self.names(entry.keys)
        let keys = WrappedLines(SafeText(names), columns: max(1, columns)).map {
          CardLine([.init($0, Style(bold: true))])
        }
        let helps = WrappedLines(entry.help, columns: max(1, columns - indent)).map { line in
          CardLine([.init(SafeText(String(repeating: " ", count: indent))), .init(line)])
        }
        guard !isNarrow, keys.count == 1, keys[0].width < indent, let first = helps.first else { return keys + helps }
        return [CardLine(keys[0].padded(to: indent).runs + first.runs.dropFirst())] + helps.dropFirst()
      }
  }

  /// Returns the names of keys, those of one kind beside each other: `j k ↓ ↑`.
  private static func names(_ keys: [[String]]) -> String {
    (0..<(keys.map(\.count).max() ?? 0)).flatMap { kind in
      keys.compactMap { $0.indices.contains(kind) ? $0[kind] : nil }
    }.joined(separator: " ")
  }

  /// Returns groups in two columns, of which the second begins with the group that makes them most alike in height.
  static func inTwoColumns(_ blocks: [HelpBlock]) -> [CardLine] {
    func column(_ blocks: ArraySlice<HelpBlock>) -> [CardLine] {
      Array(blocks.flatMap { $0.lines(columns: width) + [CardLine([])] }.dropLast())
    }
    let columns = blocks.indices.map { (column(blocks[..<$0]), column(blocks[$0...])) }
    guard let (left, right) = columns.min(by: { max($0.0.count, $0.1.count) < max($1.0.count, $1.1.count) }) else {
      return []
    }
    return (0..<max(left.count, right.count)).map { row in
      let line = left.indices.contains(row) ? left[row] : CardLine([])
      guard right.indices.contains(row), !right[row].runs.isEmpty else { return line }
      return CardLine(line.padded(to: width + 1).runs + right[row].runs)
    }
  }
}
