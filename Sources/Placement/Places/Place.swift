/// A feed row that an ad has, and why.
public struct Place: Hashable, Sendable {
  /// Where the ad stands.
  public var path: FeedPath
  /// The content row that it stands before; for a trailing ad the row after the last.
  public var content: UserPath
  /// Which of the ads stands there, counted from 0 over all sections.
  public var ad: Int
  /// Which of its section's ads it is, counted from 1.
  public var ordinal: Int
  /// The rule that put it there.
  public var origin: PlaceOrigin

  /// The rule, and which ad of how many: `every 6 from 3 · 2nd of 8`.
  public func caption(total: Int) -> String { "\(origin) · \(Place.ordinalWord(ordinal)) of \(total)" }

  /// The English word for a place in an order: `1st`, `12th`, `23rd`.
  static func ordinalWord(_ number: Int) -> String {
    let suffix =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }
}

/// The rule that names a place.
public enum PlaceOrigin: Hashable, Sendable {
  /// A fixed position.
  case fixed(Int)
  /// A repeated one: the interval, and the first position where the rules say one.
  case repeated(every: Int, from: Int?)
}

extension PlaceOrigin: CustomStringConvertible {
  /// The rule's own words: `at 9`, `every 6`, `every 6 from 3`.
  public var description: String {
    switch self {
    case .fixed(let position): "at \(position)"
    case .repeated(let interval, nil): "every \(interval)"
    case .repeated(let interval, let first?): "every \(interval) from \(first)"
    }
  }
}
