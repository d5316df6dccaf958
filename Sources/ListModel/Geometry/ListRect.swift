/// A point in the list's content, in the list's units, relative to the top left corner.
public struct ListPoint: Hashable, Sendable, Codable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }

  var transposed: ListPoint { ListPoint(x: y, y: x) }
}

/// A width and a height, in the list's own units: points, or the columns and lines of a terminal.
public struct ListSize: Hashable, Sendable, Codable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  var area: Double { width * height }

  var transposed: ListSize { ListSize(width: height, height: width) }
}

/// A rectangle of the list's content.
public struct ListRect: Hashable, Sendable, Codable {
  /// The top left corner.
  public var origin: ListPoint
  /// The width and height.
  public var size: ListSize

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = ListPoint(x: x, y: y)
    size = ListSize(width: width, height: height)
  }

  /// The rectangle of an element that does not exist.
  public static let zero = ListRect(x: 0, y: 0, width: 0, height: 0)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The right edge, which is the first position outside the rectangle.
  public var maxX: Double { origin.x + size.width }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The bottom edge, which is the first position below the rectangle.
  public var maxY: Double { origin.y + size.height }

  var transposed: ListRect { ListRect(x: minY, y: minX, width: size.height, height: size.width) }

  /// Whether the rectangle comes before another in reading order: it starts higher, or as high and further left.
  func precedes(_ other: ListRect) -> Bool {
    (minY, origin.x) < (other.minY, other.origin.x)
  }

  /// Whether the rectangle contains a point; its left and top edges belong to it.
  func contains(_ point: ListPoint) -> Bool {
    point.x >= origin.x && point.x < origin.x + size.width && point.y >= minY && point.y < maxY
  }

  /// Whether the horizontal extents overlap by more than an edge; a rectangle without width counts as a line.
  func overlapsHorizontally(_ other: ListRect) -> Bool {
    let (left, right) = (other.origin.x, other.origin.x + other.size.width)
    let end = origin.x + size.width
    return left < right ? origin.x < right && left < end : origin.x <= left && left < end
  }
}

/// The free space along the four edges of an element.
public struct ListInsets: Hashable, Sendable, Codable {
  /// The free space at the top.
  public var top: Double
  /// The free space on the left.
  public var left: Double
  /// The free space at the bottom.
  public var bottom: Double
  /// The free space on the right.
  public var right: Double

  /// Makes insets.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No free space.
  public static let zero = ListInsets()

  var transposed: ListInsets { ListInsets(top: left, left: top, bottom: right, right: bottom) }
}

/// Limits for the numbers that data sources and delegates return, so that no number can break the list.
package enum ListLimits {
  /// The maximum number of sections; further sections of the data source are ignored.
  package static let sections = 1 << 20
  /// The maximum number of rows in all sections together.
  package static let rows = 1 << 26

  /// Returns the row counts of sections, limited to what a list supports.
  package static func rowCounts(_ counts: [Int]) -> [Int] {
    var limited = counts.count > sections ? Array(counts[..<sections]) : counts
    var room = rows
    for (section, count) in counts.prefix(sections).enumerated() {
      // Hardly ever, so that the array is not copied.
      if !(0...room ~= count) { limited[section] = max(0, min(count, room)) }
      room -= max(0, min(count, room))
    }
    return limited
  }
  /// The maximum number of columns in a section.
  static let columns = 1024
  /// The maximum height of an element.
  static let height = 1e9
  /// The minimum estimate; rows with an estimate of zero would never be measured.
  static let estimate = 1.0

  /// Returns a height in range; zero if it is negative or not a number.
  static func height(_ height: Double) -> Double {
    height > 0 ? min(height, Self.height) : 0
  }

  /// Returns an estimate in range.
  static func estimate(_ height: Double) -> Double {
    max(estimate, Self.height(height))
  }

  /// Returns a size in range.
  static func size(_ size: ListSize) -> ListSize {
    ListSize(width: height(size.width), height: height(size.height))
  }

  /// Returns insets in range.
  static func insets(_ insets: ListInsets) -> ListInsets {
    ListInsets(
      top: height(insets.top), left: height(insets.left), bottom: height(insets.bottom), right: height(insets.right))
  }
}
