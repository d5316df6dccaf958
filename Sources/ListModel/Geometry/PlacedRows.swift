/// Rows whose place follows from the sizes of all before them, and which are placed as far as anybody looks.
///
/// Those beyond stand where they would if all had the layout's size. A question about placed rows takes O(log rows), and the
/// rows that stand beside what is asked about; placing a row takes O(columns). An update keeps the sizes, which takes O(rows
/// whose sizes are known), and the places above its first change; those below are found again as far as anybody looks.
struct PlacedRows<Placement: RowPlacement>: RowArrangement {
  let count: Int
  private let layout: SectionLayout
  /// The sizes of the first rows, as far as they are known.
  private var sizes: [ListSize?] = []
  private var placement: Placement
  /// What rows that have no place are taken to be.
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

  mutating func rowToPlace(toReach y: Double) -> Int? {
    placeKnown { $0.nextTop < y }
  }

  mutating func rowToPlace(through row: Int) -> Int? {
    placeKnown { $0.count <= row }
  }

  /// Places rows as long as their sizes are known and a condition holds; answers the first whose size is not.
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

  func rearranged(_ pieces: [RowPiece]) -> PlacedRows {
    var result = PlacedRows(count: pieces.reduce(0) { $0 + $1.count }, in: layout)
    let unchanged = RowPiece.unchanged(pieces)
    result.sizes = rearrangedSizes(pieces)
    result.placement = placement
    // The line above the first change may take a row more, or be the last one now.
    if unchanged < count || result.count != count { result.placement.removeLine(of: max(0, unchanged - 1)) }
    return result
  }

  private func rearrangedSizes(_ pieces: [RowPiece]) -> [ListSize?] {
    var result: [ListSize?] = []
    var count = 0
    for piece in pieces {
      if case .kept(let rows) = piece, rows.lowerBound < sizes.count {
        while result.count < count { result.append(nil) }
        result += sizes[rows.lowerBound..<min(rows.upperBound, sizes.count)]
      }
      count += piece.count
    }
    return result
  }

  func forgotten(estimate: Double) -> PlacedRows { PlacedRows(count: count, in: layout) }
}

/// Rows that have no place yet.
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
