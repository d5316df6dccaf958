/// Rows whose positions depend on the sizes of all rows before them; they are placed only as far as needed.
///
/// Rows beyond that point are assumed to have the layout's size. A query about placed rows takes O(log rows) plus the
/// rows next to the queried one; placing a row takes O(columns). An update keeps the known sizes, and the positions above
/// the first change; positions below it are computed again as far as needed. It takes O(rows with known sizes below the
/// first change), so that a change in view costs what is in view.
struct PlacedRows<Placement: RowPlacement>: RowArrangement {
  private(set) var count: Int
  private let layout: SectionLayout
  /// The sizes of the first rows; nil where a size is not known.
  private var sizes: [ListSize?] = []
  private var placement: Placement
  /// The size assumed for rows that are not placed, and how many of them fit side by side.
  private let estimate: (columns: Int, size: ListSize)

  init(count: Int, in layout: SectionLayout) {
    self.count = count
    self.layout = layout
    placement = Placement(in: layout)
    var estimate = Placement.estimate(in: layout)
    estimate.size.height = ListLimits.estimate(estimate.size.height)
    self.estimate = estimate
  }

  var measuresRows: Bool { false }

  var total: Double {
    guard placement.count < count else { return placement.bottom + layout.layout.inset.bottom }
    return restFrame(of: count - 1).maxY + layout.layout.inset.bottom
  }

  subscript(row: Int) -> RowHeight {
    row < placement.count ? .measured(placement.frame(of: row).size.height) : .estimated(estimate.size.height)
  }

  func isMeasured(_ row: Int) -> Bool { row < placement.count }

  mutating func set(_ height: RowHeight, of row: Int) {}

  mutating func forget(_ row: Int) {
    if row < sizes.count { sizes[row] = nil }
    placement.removeLine(of: max(0, row - 1))
  }

  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    placeKnown { $0.nextTop < window.bottom }
  }

  mutating func rowToPlace(through row: Int) -> Int? {
    placeKnown { $0.count <= row }
  }

  /// Places rows while their sizes are known and a condition holds; returns the first row whose size is not known.
  private mutating func placeKnown(while isNeeded: (Placement) -> Bool) -> Int? {
    while placement.givenCount < count, isNeeded(placement) {
      let row = placement.givenCount
      guard row < sizes.count, let size = sizes[row] else { return row }
      placement.append(size, isLast: row == count - 1)
    }
    return nil
  }

  mutating func place(_ size: ListSize, of row: Int) {
    while sizes.count <= row { sizes.append(nil) }
    sizes[row] = size
  }

  func frame(of row: Int, width: Double) -> ListRect {
    row < placement.count ? placement.frame(of: row) : restFrame(of: row)
  }

  func lineTop(of row: Int) -> Double {
    row < placement.count ? placement.lineTop(of: row) : restFrame(of: row).minY
  }

  func firstRow(below y: Double) -> Int? {
    if let row = placement.firstRow(below: y) { return row }
    guard placement.count < count else { return nil }
    let lines = max(0, (y - restTop) / linePitch)
    let row = Double(placement.count) + lines.rounded(.down) * Double(estimate.columns)
    return row < Double(count) ? Int(row) : nil
  }

  func firstWithHeight(from row: Int) -> Int? {
    var row = row
    while row < placement.count, placement.frame(of: row).size.height <= 0 { row += 1 }
    return row < count ? row : nil
  }

  func row(at point: ListPoint, width: Double) -> Int? {
    var next = point.y >= 0 ? firstRow(below: point.y) : nil
    while let row = next, lineTop(of: row) <= point.y {
      if frame(of: row, width: width).contains(point) { return row }
      next = firstWithHeight(from: row + 1)
    }
    return nil
  }

  mutating func rearrange(_ pieces: [RowPiece]) {
    let pieces = RowPiece.joined(pieces)
    let (unchanged, former) = (RowPiece.unchanged(pieces), count)
    count = pieces.reduce(0) { $0 + $1.count }
    // The line above the first change may have space for one more row, or may now be the last one.
    if unchanged < former || count != former { placement.removeLine(of: max(0, unchanged - 1)) }
    if unchanged < sizes.count { rearrangeSizes(from: unchanged, pieces) }
  }

  /// Moves the known sizes of the rows at and below the first one that changes.
  private mutating func rearrangeSizes(from start: Int, _ pieces: [RowPiece]) {
    let former = Array(sizes[start...])
    sizes.removeLast(former.count)
    var row = 0
    for piece in pieces {
      // The pieces above the first change keep their rows, so that all others have rows below it.
      if case .kept(let rows) = piece, row >= start, rows.lowerBound - start < former.count {
        while sizes.count < row { sizes.append(nil) }
        sizes += former[rows.lowerBound - start..<min(rows.upperBound - start, former.count)]
      }
      row += piece.count
    }
  }

  func forgotten(estimate: Double) -> PlacedRows { PlacedRows(count: count, in: layout) }
}

/// Rows that are not placed yet.
extension PlacedRows {
  private var restTop: Double {
    placement.count > 0 ? placement.bottom + layout.layout.lineSpacing : layout.layout.inset.top
  }

  private var linePitch: Double { estimate.size.height + layout.layout.lineSpacing }

  private func restFrame(of row: Int) -> ListRect {
    let rank = row - placement.count
    let column = Double(rank % estimate.columns)
    return ListRect(
      x: layout.layout.inset.left + column * (estimate.size.width + layout.layout.columnSpacing),
      y: restTop + Double(rank / estimate.columns) * linePitch,
      width: estimate.size.width, height: estimate.size.height)
  }
}

/// Places rows one after the other, in the order in which their sizes are given.
protocol RowPlacement {
  init(in layout: SectionLayout)
  /// The number of rows that are placed.
  var count: Int { get }
  /// The number of rows whose sizes have been given.
  var givenCount: Int { get }
  /// The lowest possible top of rows that are not placed yet.
  var nextTop: Double { get }
  /// The bottom of the lowest placed row.
  var bottom: Double { get }
  /// Adds the next row's size; `isLast` is whether it is the last row of the section.
  mutating func append(_ size: ListSize, isLast: Bool)
  /// Removes the positions of a row, of all rows in its line and of all later rows.
  mutating func removeLine(of row: Int)
  func frame(of row: Int) -> ListRect
  /// Returns the highest possible top of a row and all later rows.
  func lineTop(of row: Int) -> Double
  /// Returns the first row that may have a part below `y`.
  func firstRow(below y: Double) -> Int?
  /// Returns how many rows of the layout's size fit side by side, and their size then.
  static func estimate(in layout: SectionLayout) -> (columns: Int, size: ListSize)
}

/// Rows in lines, with as many rows per line as fit.
///
/// Full lines are justified to the whole width; rows are centred vertically in their line.
struct FlowPlacement: RowPlacement {
  private struct Line {
    var firstRow: Int
    var top: Double
    var bottom: Double
  }

  /// How much too wide a line may be, to allow for rounding errors in sums of widths.
  private static let tolerance = 1e-6

  private let layout: SectionLayout
  private var frames: [ListRect] = []
  private var lines: [Line] = []
  /// The sizes of the rows in the line that is not full yet.
  private var open: [ListSize] = []
  private var openWidth = 0.0
  /// The number of rows in the open line that have a height; rows without height take no space.
  private var openCount = 0
  private(set) var nextTop: Double

  init(in layout: SectionLayout) {
    self.layout = layout
    nextTop = layout.layout.inset.top
  }

  var count: Int { frames.count }
  var givenCount: Int { frames.count + open.count }
  var bottom: Double { lines.last?.bottom ?? layout.layout.inset.top }

  private var spacing: Double { layout.layout.columnSpacing }

  mutating func append(_ size: ListSize, isLast: Bool) {
    let size = ListSize(width: min(size.width, layout.rowsWidth), height: size.height)
    if size.height > 0 {
      if openCount > 0, openWidth + spacing + size.width > layout.rowsWidth + Self.tolerance { closeLine(isFull: true) }
      openWidth += size.width + (openCount > 0 ? spacing : 0)
      openCount += 1
    }
    open.append(size)
    if isLast { closeLine(isFull: false) }
  }

  private mutating func closeLine(isFull: Bool) {
    let height = open.reduce(0) { max($0, $1.height) }
    let rest = max(0, layout.rowsWidth - openWidth)
    let gap = spacing + (isFull && openCount > 1 ? rest / Double(openCount - 1) : 0)
    lines.append(Line(firstRow: frames.count, top: nextTop, bottom: nextTop + height))
    var x = layout.layout.inset.left
    for size in open {
      let isShown = size.height > 0
      frames.append(
        ListRect(
          x: x, y: nextTop + (height - size.height) / 2, width: isShown ? size.width : 0, height: size.height))
      if isShown { x += size.width + gap }
    }
    nextTop += height + layout.layout.lineSpacing
    clearOpenLine()
  }

  private mutating func clearOpenLine() {
    open = []
    openWidth = 0
    openCount = 0
  }

  mutating func removeLine(of row: Int) {
    clearOpenLine()
    guard row < frames.count else { return }
    let line = line(of: row)
    nextTop = lines[line].top
    frames.removeLast(frames.count - lines[line].firstRow)
    lines.removeLast(lines.count - line)
  }

  func frame(of row: Int) -> ListRect { frames[row] }

  func lineTop(of row: Int) -> Double { lines[line(of: row)].top }

  func firstRow(below y: Double) -> Int? {
    let line = lines.partitioningIndex(where: { $0.bottom > y })
    return line < lines.count ? lines[line].firstRow : nil
  }

  private func line(of row: Int) -> Int { lines.partitioningIndex(where: { $0.firstRow > row }) - 1 }

  static func estimate(in layout: SectionLayout) -> (columns: Int, size: ListSize) {
    let spacing = layout.layout.columnSpacing
    let size = layout.layout.itemSize
    let fitting = (layout.rowsWidth + spacing) / max(1, size.width + spacing)
    return (max(1, Int(min(fitting, 1e6))), ListSize(width: min(size.width, layout.rowsWidth), height: size.height))
  }
}

/// Rows in columns of the same width; each row goes to the shortest column, the leftmost of several.
///
/// Since the shortest column grows, no row starts higher than the row before it.
struct WaterfallPlacement: RowPlacement {
  private struct Column {
    /// The rows with a height, from top to bottom.
    var rows: [Int] = []
    /// The top of the next row.
    var end: Double
  }

  private let layout: SectionLayout
  private var frames: [ListRect] = []
  /// For each row, the lowest bottom of all rows up to it.
  private var bottoms: [Double] = []
  private var columns: [Column]

  init(in layout: SectionLayout) {
    self.layout = layout
    columns = Array(repeating: Column(end: layout.layout.inset.top), count: layout.layout.columnCount)
  }

  var count: Int { frames.count }
  var givenCount: Int { frames.count }
  var bottom: Double { bottoms.last ?? layout.layout.inset.top }
  var nextTop: Double { columns[shortest].end }

  private var shortest: Int {
    columns.indices.reduce(0) { columns[$1].end < columns[$0].end ? $1 : $0 }
  }

  mutating func append(_ size: ListSize, isLast: Bool) {
    let column = shortest
    let width = layout.columnWidth
    let height = layout.height(ofColumnRow: size)
    let frame = ListRect(
      x: layout.x(ofColumn: column), y: columns[column].end, width: height > 0 ? width : 0, height: height)
    if height > 0 {
      columns[column].rows.append(frames.count)
      columns[column].end = frame.maxY + layout.layout.lineSpacing
    }
    bottoms.append(height > 0 ? max(bottom, frame.maxY) : bottom)
    frames.append(frame)
  }

  mutating func removeLine(of row: Int) {
    guard row < frames.count else { return }
    frames.removeLast(frames.count - row)
    bottoms.removeLast(bottoms.count - row)
    for column in columns.indices {
      while let last = columns[column].rows.last, last >= row { columns[column].rows.removeLast() }
      let above = columns[column].rows.last.map { frames[$0].maxY + layout.layout.lineSpacing }
      columns[column].end = above ?? layout.layout.inset.top
    }
  }

  func frame(of row: Int) -> ListRect { frames[row] }

  func lineTop(of row: Int) -> Double { frames[row].minY }

  func firstRow(below y: Double) -> Int? {
    columns.compactMap { column in
      let index = column.rows.partitioningIndex(where: { frames[$0].maxY > y })
      return index < column.rows.count ? column.rows[index] : nil
    }.min()
  }

  static func estimate(in layout: SectionLayout) -> (columns: Int, size: ListSize) {
    let height = layout.height(ofColumnRow: layout.layout.itemSize)
    return (layout.layout.columnCount, ListSize(width: layout.columnWidth, height: height))
  }
}
