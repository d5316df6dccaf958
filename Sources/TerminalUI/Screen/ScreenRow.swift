/// The cells of one row of a screen.
struct ScreenRow {
  /// A column of the row.
  struct Cell {
    /// The offset of the cluster in ``ScreenRow/bytes``.
    var start: Int
    /// The number of bytes of the cluster.
    var length: Int
    /// The index of the look in the table that the row was made with.
    var look: Int
    /// The number of columns of the cluster; 0 in the second column of a wide one.
    var width: Int
    /// Whether all terminals agree about the width of the cluster.
    var isSafe: Bool
  }

  /// A cell for each column.
  private(set) var cells: [Cell] = []
  /// The UTF-8 of the clusters; the first byte is a space, for blank cells.
  private(set) var bytes: [UInt8] = [0x20]

  /// Expands a line, with blank cells up to the width of the screen.
  ///
  /// - Precondition: the line is not wider than the screen.
  /// - Complexity: O(*n*) in the length of the line and the columns.
  init(_ line: CardLine?, columns: Int, looks: inout LookTable) {
    cells.reserveCapacity(columns)
    for run in line?.runs ?? [] { append(run.text.string, look: looks.index(of: run)) }
    precondition(cells.count <= columns, "a line of \(cells.count) columns on a screen of \(columns)")
    while cells.count < columns { cells.append(Self.blank) }
  }

  private static let blank = Cell(start: 0, length: 1, look: LookTable.plain, width: 1, isSafe: true)

  private mutating func append(_ text: String, look: Int) {
    text.withBytes { source in
      var offset = 0
      while offset < source.count {
        let cluster = Cluster(of: text, source, at: offset)
        let isSafe =
          cluster.end == offset + 1 || !TextWidth.needsAbsoluteColumn(text[text.index(atByte: offset)])
        let length = cluster.end - offset
        append(Cell(start: bytes.count, length: length, look: look, width: cluster.width, isSafe: isSafe))
        for place in offset..<cluster.end { bytes.append(source[place]) }
        offset = cluster.end
      }
    }
  }

  private mutating func append(_ cell: Cell) {
    guard cell.width > 0 else { return }
    cells.append(cell)
    guard cell.width == 2 else { return }
    cells.append(Cell(start: cell.start, length: 0, look: cell.look, width: 0, isSafe: cell.isSafe))
  }
}

// MARK: - Comparing

extension ScreenRow {
  /// The first column from which on all cells are blank and in the default look.
  var endOfContent: Int {
    (cells.lastIndex { !isBlank($0) } ?? -1) + 1
  }

  private func isBlank(_ cell: Cell) -> Bool {
    cell.look == LookTable.plain && cell.length == 1 && bytes[cell.start] == 0x20
  }

  /// Returns for each column whether it must be written to change `old` into this row.
  ///
  /// A cluster is written with all of its columns. Behind a change of a cluster about whose width terminals disagree
  /// everything is written, because such a cluster may cover other columns than it should.
  ///
  /// - Precondition: the rows have the same number of columns, and were made with the same table of looks.
  func changes(from old: ScreenRow) -> [Bool] {
    precondition(cells.count == old.cells.count, "rows of \(cells.count) and \(old.cells.count) columns")
    var changes: [Bool] = []
    changes.reserveCapacity(cells.count)
    var writesRest = false
    for column in cells.indices {
      let isSecond = cells[column].width == 0
      let isChanged = isSecond ? changes[column - 1] : !isEqual(to: old, at: column)
      if isChanged, !cells[column].isSafe || !old.cells[column].isSafe { writesRest = true }
      changes.append(isChanged || writesRest)
    }
    return changes
  }

  private func isEqual(to old: ScreenRow, at column: Int) -> Bool {
    let (one, other) = (cells[column], old.cells[column])
    guard one.length == other.length, one.look == other.look else { return false }
    for offset in 0..<one.length where bytes[one.start + offset] != old.bytes[other.start + offset] { return false }
    return true
  }
}

// MARK: - Looks

/// The different styles and links of a frame, each with an index, so that cells are compared by number.
struct LookTable {
  /// A style and a link.
  struct Look: Hashable {
    var style: Style
    var link: SafeLink?
  }

  /// The index of the default style without a link.
  static let plain = 0

  /// The looks by their index.
  private(set) var looks = [Look(style: .plain, link: nil)]
  private let depth: ColorDepth
  private let hasHyperlinks: Bool

  /// Makes a table for a terminal; what it cannot show is the same look.
  init(depth: ColorDepth, hasHyperlinks: Bool) {
    self.depth = depth
    self.hasHyperlinks = hasHyperlinks
  }

  /// Returns the index of a run's look, which is added if it is new.
  ///
  /// - Complexity: O(*n*) in the number of looks.
  mutating func index(of run: CardLine.Run) -> Int {
    let look = Look(style: depth == .plain ? .plain : run.style, link: hasHyperlinks ? run.link : nil)
    if let index = looks.firstIndex(of: look) { return index }
    looks.append(look)
    return looks.count - 1
  }
}
