/// Collects the bytes of one frame, and keeps track of the terminal's cursor and style.
struct FrameWriter {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []
  private let depth: ColorDepth
  private var looks: LookTable
  /// The look of the text that is written next.
  private var look = LookTable.plain
  /// Where the terminal's cursor is; nil if unknown, or if the next character would be drawn in the next row.
  private var position: ScreenPoint?
  /// The row in which the terminal's cursor is; nil if unknown.
  private var row: Int?
  /// Whether the last byte belongs to text, with which a following character could combine.
  private var endsInText = false

  /// Starts a frame in the default style.
  init(depth: ColorDepth, hasHyperlinks: Bool) {
    self.depth = depth
    looks = LookTable(depth: depth, hasHyperlinks: hasHyperlinks)
  }

  /// Clears the screen.
  mutating func clear() {
    if depth != .plain { bytes += Style.reset.utf8 }
    sequence("2J")
  }

  /// Writes the cells of a line that differ from those of the line shown in its row.
  mutating func write(_ line: CardLine?, over shown: CardLine?, row: Int, columns: Int) {
    let old = ScreenRow(shown, columns: columns, looks: &looks)
    let new = ScreenRow(line, columns: columns, looks: &looks)
    let changes = new.changes(from: old)
    let end = new.endOfContent
    var column = 0
    while let next = changes[column...].firstIndex(of: true) {
      move(to: ScreenPoint(row: row, column: next), over: new)
      if next >= end, changes[next...].count(where: { $0 }) > Self.eraseCost {
        return eraseToEndOfRow()
      }
      put(next, of: new, row: row)
      column = next + new.cells[next].width
    }
  }

  /// Ends the frame: the default style, no hyperlink, and the cursor in its place.
  mutating func finish(cursor: ScreenPoint?, before: ScreenPoint??) {
    select(LookTable.plain)
    let isMoved = !bytes.isEmpty || before != .some(cursor)
    if let cursor, isMoved { address(cursor) }
    if before.map({ ($0 == nil) != (cursor == nil) }) ?? true { sequence(cursor == nil ? "?25l" : "?25h") }
  }
}

// MARK: - Cells

extension FrameWriter {
  /// The number of bytes that erase the rest of a row.
  private static let eraseCost = 3

  private mutating func eraseToEndOfRow() {
    // Terminals erase with the background of the current style.
    select(LookTable.plain)
    sequence("K")
  }

  /// Writes the cluster that begins in a column.
  private mutating func put(_ column: Int, of line: ScreenRow, row: Int) {
    let cell = line.cells[column]
    let place = ScreenPoint(row: row, column: column)
    select(cell.look)
    if !cell.isSafe { prepare(place, width: cell.width) }
    for offset in cell.start..<cell.start + cell.length { bytes.append(line.bytes[offset]) }
    endsInText = true
    let end = column + cell.width
    position = cell.isSafe && end < line.cells.count ? ScreenPoint(row: row, column: end) : nil
  }

  /// Prepares the cells of a cluster that terminals measure differently: it must not combine with the text before it,
  /// and a terminal that draws it narrower, or not at all, must not leave an old character there.
  private mutating func prepare(_ place: ScreenPoint, width: Int) {
    bytes += repeatElement(0x20, count: width)
    address(place)
  }

  private mutating func select(_ next: Int) {
    let (old, new) = (looks.looks[look], looks.looks[next])
    guard next != look else { return }
    look = next
    let count = bytes.count
    if old.style != new.style {
      if !old.style.sequence(depth).isEmpty { bytes += Style.reset.utf8 }
      bytes += new.style.sequence(depth).utf8
    }
    if old.link != new.link { bytes += "\u{1B}]8;;\(new.link?.string ?? "")\u{1B}\\".utf8 }
    if bytes.count > count { endsInText = false }
  }
}

// MARK: - Addresses

extension FrameWriter {
  /// Moves the cursor; over a few unchanged cells of the row by writing them again.
  private mutating func move(to goal: ScreenPoint, over line: ScreenRow) {
    guard position != goal else { return }
    guard let position, position.row == goal.row, position.column < goal.column,
      isCheaper(line.cells[position.column..<goal.column], than: goal)
    else { return address(goal) }
    for cell in line.cells[position.column..<goal.column] {
      for offset in cell.start..<cell.start + cell.length { bytes.append(line.bytes[offset]) }
    }
    endsInText = true
    self.position = goal
  }

  /// Whether cells can be written in the current style with fewer bytes than an address.
  private func isCheaper(_ cells: ArraySlice<ScreenRow.Cell>, than goal: ScreenPoint) -> Bool {
    let cost = 3 + String(goal.column + 1).utf8.count
    guard cells.count <= 2 * cost, cells.allSatisfy({ $0.isSafe && $0.look == look }) else { return false }
    return cells.reduce(0) { $0 + $1.length } <= cost
  }

  private mutating func address(_ goal: ScreenPoint) {
    sequence(row == goal.row ? "\(goal.column + 1)G" : "\(goal.row + 1);\(goal.column + 1)H")
    position = goal
    row = goal.row
  }

  private mutating func sequence(_ text: String) {
    bytes += [0x1B, 0x5B]
    bytes += text.utf8
    endsInText = false
  }
}
