/// A point of the list's content, in its own units, from its top left.
public struct ListPoint: Hashable, Sendable, Codable {
  /// How far from the left.
  public var x: Double
  /// How far from the top.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in the list's own units: points, or the columns and lines of a terminal.
public struct ListSize: Hashable, Sendable, Codable {
  /// How far across.
  public var width: Double
  /// How far down.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  var area: Double { width * height }
}

/// A rectangle of the list's content.
public struct ListRect: Hashable, Sendable, Codable {
  /// Its top left.
  public var origin: ListPoint
  /// Its extent.
  public var size: ListSize

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = ListPoint(x: x, y: y)
    size = ListSize(width: width, height: height)
  }

  /// The rectangle of what is nowhere.
  public static let zero = ListRect(x: 0, y: 0, width: 0, height: 0)

  /// Its left.
  public var minX: Double { origin.x }
  /// Its right, the first position beside it.
  public var maxX: Double { origin.x + size.width }
  /// Its top.
  public var minY: Double { origin.y }
  /// Its bottom, the first position below it.
  public var maxY: Double { origin.y + size.height }

  /// Whether it is read before another one: it begins higher, or as high and further left.
  func precedes(_ other: ListRect) -> Bool {
    (minY, origin.x) < (other.minY, other.origin.x)
  }

  /// Whether a point stands in it; those on its left and upper edge do.
  func contains(_ point: ListPoint) -> Bool {
    point.x >= origin.x && point.x < origin.x + size.width && point.y >= minY && point.y < maxY
  }

  /// Whether two rectangles share more than an edge, going by their horizontal extent; one without width counts as a line.
  func overlapsHorizontally(_ other: ListRect) -> Bool {
    let (left, right) = (other.origin.x, other.origin.x + other.size.width)
    let end = origin.x + size.width
    return left < right ? origin.x < right && left < end : origin.x <= left && left < end
  }
}

/// What is left free along the four edges of something.
public struct ListInsets: Hashable, Sendable, Codable {
  /// What is left free above.
  public var top: Double
  /// What is left free on the left.
  public var left: Double
  /// What is left free below.
  public var bottom: Double
  /// What is left free on the right.
  public var right: Double

  /// Makes insets.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Nothing is left free.
  public static let zero = ListInsets()
}

/// What a list makes of the numbers that others give it, so that no answer of theirs can break it.
package enum ListLimits {
  /// The most sections that a list shows; a data source that has more is taken to have as many.
  package static let sections = 1 << 20
  /// The most rows that a list shows, all sections together.
  package static let rows = 1 << 26
  /// The most columns of a section.
  static let columns = 1024
  /// The greatest height of anything.
  static let height = 1e9
  /// The smallest estimate; rows that were taken to have no height would never come to be measured.
  static let estimate = 1.0

  /// A height as it is used: none for what is negative or not a number.
  static func height(_ height: Double) -> Double {
    height > 0 ? min(height, Self.height) : 0
  }

  /// An estimate as it is used.
  static func estimate(_ height: Double) -> Double {
    max(estimate, Self.height(height))
  }

  /// A size as it is used.
  static func size(_ size: ListSize) -> ListSize {
    ListSize(width: height(size.width), height: height(size.height))
  }

  /// Insets as they are used.
  static func insets(_ insets: ListInsets) -> ListInsets {
    ListInsets(
      top: height(insets.top), left: height(insets.left), bottom: height(insets.bottom), right: height(insets.right))
  }
}
