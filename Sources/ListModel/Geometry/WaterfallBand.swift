/// Some rows of a waterfall that are placed together: each in the shortest column so far.
struct WaterfallBand: PlacedLine {
  let rows: Int
  private(set) var height: Double
  let reach: Double
  /// The positions of the rows; nil for loose rows.
  private let placed: PlacedBand?

  private init(_ placed: PlacedBand) {
    (rows, height, reach, self.placed) = (placed.slots.count, placed.ends.min() ?? 0, placed.reach, placed)
  }

  init(looseRows rows: Int, height: Double, spacing: Double) {
    (self.rows, self.height, reach, placed) = (rows, height + spacing, height, nil)
  }

  init(
    from present: Range<Int>, of sizes: RunSequence<RowSize>, below band: WaterfallBand?, in layout: SectionLayout
  ) throws(MissingSize) {
    let starts = band?.placed?.ends ?? Array(repeating: 0, count: layout.layout.columnCount)
    self.init(PlacedBand(try sizes.heights(of: present), below: starts, spacing: layout.layout.lineSpacing))
  }

  init(
    upTo present: Range<Int>, of sizes: RunSequence<RowSize>, above band: WaterfallBand, in layout: SectionLayout
  ) throws(MissingSize) {
    let ends = band.placed?.starts ?? Array(repeating: 0, count: layout.layout.columnCount)
    self.init(PlacedBand(try sizes.heights(of: present), above: ends, spacing: layout.layout.lineSpacing))
  }

  var isLoose: Bool { placed == nil }
  var nextTop: Double { placed?.ends.min() ?? height }
  var lowestStart: Double { placed?.starts.max() ?? 0 }
  var isRepeatable: Bool { placed.map { PlacedBand.isSame($0.starts, $0.ends) } ?? false }
  static var dependsOnNextRow: Bool { false }

  func isExact(below band: WaterfallBand?) -> Bool {
    guard let placed, placed.isExact else { return false }
    guard let band else { return placed.starts.allSatisfy { $0 == 0 } }
    return band.placed.map { PlacedBand.isSame(placed.starts, $0.ends) } ?? true
  }

  func followed(by next: WaterfallBand?) -> WaterfallBand {
    guard let placed else { return self }
    var result = self
    result.height = placed.height(above: next?.placed)
    return result
  }

  func frame(of row: Int, from first: Int, _ sizes: RunSequence<RowSize>, _ layout: SectionLayout) -> ListRect {
    guard let slot = placed?.slots[row - first] else { return .zero }
    return ListRect(
      x: layout.x(ofColumn: slot.column), y: slot.top, width: slot.height > 0 ? layout.columnWidth : 0,
      height: slot.height)
  }

  static func size(_ asked: ListSize, in layout: SectionLayout) -> ListSize {
    ListSize(width: layout.columnWidth, height: layout.height(ofColumnRow: asked))
  }

  static func columns(of size: ListSize, in layout: SectionLayout) -> Int { layout.layout.columnCount }

  static func == (one: WaterfallBand, other: WaterfallBand) -> Bool {
    one.rows == other.rows && one.height == other.height && one.placed === other.placed
  }
}

extension RunSequence<RowSize> {
  fileprivate func heights(of rows: Range<Int>) throws(MissingSize) -> [Double] {
    var heights: [Double] = []
    for row in rows { heights.append(try size(of: row).size.height) }
    return heights
  }
}

/// The positions of some rows of a waterfall, relative to the top of the band.
///
/// A column that gets no row keeps its end. So the columns end below a band where they start above the next one.
private final class PlacedBand: Sendable {
  /// The position of a row.
  struct Slot {
    let column: Int
    var top: Double
    /// The height of the row; rows without height take no space.
    let height: Double
  }

  /// How far columns of the same height may differ, to allow for rounding errors in sums of heights.
  private static let tolerance = 1e-6

  let slots: [Slot]
  /// Where each column starts; the highest at zero.
  let starts: [Double]
  /// Where the next row of each column would start.
  let ends: [Double]
  /// Whether each row is in the shortest column of those above it; otherwise the rows are placed from the band below
  /// upwards.
  let isExact: Bool
  /// The bottom of the lowest row with a height.
  let reach: Double

  private init(_ slots: [Slot], starts: [Double], ends: [Double], isExact: Bool) {
    let top = starts.min() ?? 0
    self.slots = slots.map { Slot(column: $0.column, top: $0.top - top, height: $0.height) }
    self.starts = starts.map { $0 - top }
    self.ends = ends.map { $0 - top }
    self.isExact = isExact
    reach = self.slots.reduce(0) { $1.height > 0 ? max($0, $1.top + $1.height) : $0 }
  }

  /// Places each row in the shortest column, the leftmost of several.
  ///
  /// - Parameter starts: The ends of the columns above the band.
  convenience init(_ heights: [Double], below starts: [Double], spacing: Double) {
    var ends = starts
    let slots = heights.map { height in
      let column = ends.indices.reduce(0) { ends[$1] < ends[$0] - Self.tolerance ? $1 : $0 }
      let slot = Slot(column: column, top: ends[column], height: height)
      if height > 0 { ends[column] += height + spacing }
      return slot
    }
    self.init(slots, starts: starts, ends: ends, isExact: true)
  }

  /// Places each row, from the last to the first, in the column that starts lowest, the rightmost of several.
  ///
  /// - Parameter ends: The starts of the columns below the band.
  convenience init(_ heights: [Double], above ends: [Double], spacing: Double) {
    var starts = ends
    let slots = heights.reversed().map { height in
      let column = starts.indices.reduce(0) { starts[$1] >= starts[$0] - Self.tolerance ? $1 : $0 }
      if height > 0 { starts[column] -= height + spacing }
      return Slot(column: column, top: starts[column], height: height)
    }
    self.init(slots.reversed(), starts: starts, ends: ends, isExact: false)
  }

  /// Whether columns start exactly where others end, apart from the distance of all.
  static func isSame(_ starts: [Double], _ ends: [Double]) -> Bool {
    let top = ends.min() ?? 0
    return zip(starts, ends).allSatisfy { $0 == $1 - top }
  }

  /// Returns how much further down another band starts; nil for the end of the section or loose rows.
  func height(above next: PlacedBand?) -> Double {
    guard let next else { return ends.max() ?? 0 }
    return zip(ends, next.starts).reduce(0) { max($0, $1.0 - $1.1) }
  }
}
