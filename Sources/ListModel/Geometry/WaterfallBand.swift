/// Some rows of a waterfall that are placed together, or loose rows side by side.
struct WaterfallBand: PlacedElement {
  let rows: Int
  private(set) var height: Double
  /// The positions of the rows; nil for loose rows.
  let placed: PlacedBand?

  /// Makes a band that is placed.
  init(_ placed: PlacedBand) {
    (rows, height, self.placed) = (placed.slots.count, 0, placed)
    height = placed.height(above: nil)
  }

  init(looseRows rows: Int, height: Double) {
    (self.rows, self.height, placed) = (rows, height, nil)
  }

  var isLoose: Bool { placed == nil }
  static var dependsOnNextRow: Bool { false }
  var reach: Double { placed?.reach ?? height }

  func followed(by next: WaterfallBand?) -> WaterfallBand {
    guard let placed else { return self }
    var result = self
    result.height = placed.height(above: next?.placed)
    return result
  }

  static func == (one: WaterfallBand, other: WaterfallBand) -> Bool {
    one.rows == other.rows && one.height == other.height && one.placed === other.placed
  }
}

/// The positions of some rows of a waterfall, relative to the top of the band.
///
/// A column that gets no row keeps its end. So the columns end below a band where they start above the next one.
final class PlacedBand: Sendable {
  /// The position of a row.
  struct Slot {
    let column: Int
    let top: Double
    /// The height of the row; rows without height take no space.
    let height: Double

    var bottom: Double { top + height }
  }

  let slots: [Slot]
  /// Where each column starts; the highest at zero.
  let starts: [Double]
  /// Where the next row of each column would start.
  let ends: [Double]
  /// Whether each row is in the shortest column of those above it; otherwise the rows are placed from the band below
  /// upwards.
  let isExact: Bool
  /// The bottom of the lowest row.
  let reach: Double

  private init(_ slots: [Slot], starts: [Double], ends: [Double], isExact: Bool) {
    let top = starts.min() ?? 0
    self.slots = slots.map { Slot(column: $0.column, top: $0.top - top, height: $0.height) }
    self.starts = starts.map { $0 - top }
    self.ends = ends.map { $0 - top }
    self.isExact = isExact
    reach = self.slots.reduce(0) { max($0, $1.bottom) }
  }

  /// Places each row in the shortest column, the leftmost of several.
  ///
  /// - Parameter starts: The ends of the columns above the band.
  convenience init(_ heights: [Double], below starts: [Double], spacing: Double) {
    var ends = starts
    let slots = heights.map { height in
      let column = ends.indices.reduce(0) { ends[$1] < ends[$0] ? $1 : $0 }
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
      let column = starts.indices.reduce(0) { starts[$1] >= starts[$0] ? $1 : $0 }
      if height > 0 { starts[column] -= height + spacing }
      return Slot(column: column, top: starts[column], height: height)
    }
    self.init(slots.reversed(), starts: starts, ends: ends, isExact: false)
  }

  /// Returns how much further down another band starts; nil for the end of the section or loose rows.
  func height(above next: PlacedBand?) -> Double {
    guard let next else { return ends.max() ?? 0 }
    return zip(ends, next.starts).reduce(0) { max($0, $1.0 - $1.1) }
  }
}
