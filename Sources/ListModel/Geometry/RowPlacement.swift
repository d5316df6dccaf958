/// Places rows one after the other, as far as their sizes have been given.
protocol RowPlacement {
  init(in layout: SectionLayout)
  /// How many rows have a place.
  var count: Int { get }
  /// How many rows have been given.
  var givenCount: Int { get }
  /// The height above which no row will come to stand that has no place yet.
  var nextTop: Double { get }
  /// The bottom of the lowest row.
  var bottom: Double { get }
  /// Takes the next row's size; the last row of all is told to be it.
  mutating func append(_ size: ListSize, isLast: Bool)
  /// Takes the places away again of a row and those after it, and of those in the same line.
  mutating func removeLine(of row: Int)
  func frame(of row: Int) -> ListRect
  /// From where on a row, and those after it, may stand.
  func lineTop(of row: Int) -> Double
  /// The first row of which anything may stand below a height.
  func firstRow(below y: Double) -> Int?
  /// How many rows of a size stand side by side, and how large they are then.
  static func estimate(in layout: SectionLayout) -> (columns: Int, size: ListSize)
}
