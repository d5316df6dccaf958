/// Rows in lines of as many as fit.
///
/// Full lines are spread over the whole width, and rows stand in the middle of their line.
struct FlowPlacement: RowPlacement {
  private struct Line {
    var firstRow: Int
    var top: Double
    var bottom: Double
  }

  /// By how much a line may be too wide, since widths that are fractions do not add up.
  private static let tolerance = 1e-6

  private let layout: SectionLayout
  private var frames: [ListRect] = []
  private var lines: [Line] = []
  /// The line that more may fit in.
  private var open: [ListSize] = []
  private var openWidth = 0.0
  /// How many of the open line's rows have a height; others take no room.
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
