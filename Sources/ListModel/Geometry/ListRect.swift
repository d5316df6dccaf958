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

  /// Its top.
  public var minY: Double { origin.y }
  /// Its bottom, the first position below it.
  public var maxY: Double { origin.y + size.height }

  /// Whether two rectangles share more than an edge, going by their vertical extent.
  public func overlapsVertically(_ other: ListRect) -> Bool {
    minY < other.maxY && other.minY < maxY
  }
}
