/// Rows in columns of the same width, each in the column that is the shortest so far, the leftmost of several.
///
/// Since it is the shortest column that grows, each row stands no higher than the one before it.
struct WaterfallPlacement: RowPlacement {
  private struct Column {
    /// The rows with a height, from the top down.
    var rows: [Int] = []
    /// Where the next one will stand.
    var end: Double
  }

  private let layout: SectionLayout
  private var frames: [ListRect] = []
  /// The lowest bottom of any row up to each.
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
    let height = Self.height(of: size, width: width)
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
    let width = layout.columnWidth
    return (layout.layout.columnCount, ListSize(width: width, height: height(of: layout.layout.itemSize, width: width)))
  }

  /// The height of a row with the proportions of a size; none where either side has no extent.
  private static func height(of size: ListSize, width: Double) -> Double {
    size.width > 0 ? ListLimits.height(size.height * width / size.width) : 0
  }
}
