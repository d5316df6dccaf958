import Documents

extension Document {
  /// The document as lines that show its structure, a block or a container on each.
  var outline: String { blocks.outline.map { $0 + "\n" }.joined() }
}

extension [Document.Block] {
  fileprivate var outline: [String] { flatMap(\.outline) }

  /// How deep blocks are nested.
  var depth: Int { map { $0.parts.map { $0.depth + 1 }.max() ?? 1 }.max() ?? 0 }
}

extension Document.Block {
  /// The inlines of a paragraph, a heading or preformatted text, none of others.
  var inlines: [Document.Inline] {
    switch self {
    case .heading(_, let inlines), .paragraph(let inlines), .preformatted(let inlines): inlines
    default: []
    }
  }

  /// The blocks of each part of a block.
  fileprivate var parts: [[Document.Block]] {
    switch self {
    case .quotation(let blocks): [blocks]
    case .list(let items): items.map(\.blocks)
    case .table(let table): (table.header + table.rows).flatMap(\.self)
    default: []
    }
  }

  fileprivate var outline: [String] {
    switch self {
    case .heading(let level, let inlines): ["heading \(level): \(inlines.outline)"]
    case .paragraph(let inlines): [inlines.outline]
    case .preformatted(let inlines): ["preformatted \(inlines.outline)"]
    case .rule: ["rule"]
    case .quotation(let blocks): ["quotation"] + blocks.outline.map { "  \($0)" }
    case .list(let items):
      ["list"]
        + items.flatMap { item in
          ["  item \(item.number.map { "\($0)\(item.numeral == .decimal ? "" : " as \(item.numeral)")" } ?? "•")"]
            + item.blocks.outline.map { "    \($0)" }
        }
    case .table(let table):
      ["table"] + table.header.flatMap { ["  header"] + Self.outline(of: $0) }
        + table.rows.flatMap { ["  row"] + Self.outline(of: $0) }
    }
  }

  private static func outline(of row: [Document.Table.Cell]) -> [String] {
    row.flatMap { cell in (cell.isEmpty ? ["empty"] : cell.outline).map { "    \($0)" } }
  }
}

extension [Document.Inline] {
  fileprivate var outline: String {
    map { inline in
      switch inline {
      case .text(let text): text.debugDescription
      case .lineBreak: "break"
      case .picture(let alternative, let address):
        "picture \(alternative.debugDescription)\(address.map { " at \($0)" } ?? "")"
      case .link(let address, let content): "link \(address) (\(content.outline))"
      case .styled(let style, let content): "\(style)(\(content.outline))"
      }
    }.joined(separator: " ")
  }

  /// The styles of each letter of the text.
  func stylesOfLetters(within outer: Set<Document.Style> = []) -> [Set<Document.Style>] {
    flatMap { inline -> [Set<Document.Style>] in
      switch inline {
      case .text(let text): text.filter(\.isLetter).map { _ in outer }
      case .styled(let style, let content): content.stylesOfLetters(within: outer.union([style]))
      case .link(_, let content): content.stylesOfLetters(within: outer)
      case .lineBreak, .picture: []
      }
    }
  }
}
