/// A feed row that has an ad, with the rule that names it.
public struct Place: Hashable, Sendable {
  /// The feed path of the ad.
  public var path: FeedPath
  /// The content row that the ad precedes; for a trailing ad the row after the last.
  public var content: UserPath
  /// The number of the ad, counted from 0 over all sections.
  public var ad: Int
  /// The number of the ad in its section, counted from 1.
  public var ordinal: Int
  /// The rule that names the place.
  public var origin: PlaceOrigin
  /// Where from and why `nearest` moved the place; nil if it did not.
  public var moved: PlaceMove?

  /// Returns the rule and the number of the ad in its section, such as `every 6 from 3 · 2nd of 8`, and from where and why
  /// it was moved.
  public func caption(total: Int) -> String {
    "\(origin) · \(Place.ordinalWord(ordinal)) of \(total)" + (moved.map { " · \($0)" } ?? "")
  }

  /// Returns the English ordinal of a number, such as `1st`, `12th` or `23rd`.
  package static func ordinalWord(_ number: Int) -> String {
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

/// The row from which `nearest` moved a place, and the reason.
public struct PlaceMove: Hashable, Sendable, Codable {
  /// The content row that the ad would precede if nothing were refused.
  public var from: UserPath
  /// The reason why no ad precedes that row.
  public var reason: RefusalReason
}

extension PlaceMove: CustomStringConvertible {
  /// The move in English, such as `moved from user 0:4: gap 2`.
  public var description: String { "moved from \(from): \(reason)" }
}

/// The rule that names a place.
public enum PlaceOrigin: Hashable, Sendable {
  /// A fixed position.
  case fixed(Int)
  /// A repeated position, with the interval and, if the rules give one, the first position.
  case repeated(every: Int, from: Int?)
}

extension PlaceOrigin: CustomStringConvertible {
  /// The words of the rule, such as `at 9`, `every 6` or `every 6 from 3`.
  public var description: String {
    switch self {
    case .fixed(let position): "at \(position)"
    case .repeated(let interval, nil): "every \(interval)"
    case .repeated(let interval, let first?): "every \(interval) from \(first)"
    }
  }
}

/// The traits of rows that placement rules need: their tags, and whether an ad may be next to them.
///
/// A merger passes the rows themselves to the closures, a plan passes their paths. They are called only for rows next
/// to a place that the rules name, and may be called more than once for a row.
///
/// ```swift
/// let traits = RowTraits<Post>(tags: \.tags, isAdAllowedBeside: { !$0.isObituary })
/// let page = try merger.merge(posts, with: ads, traits: traits)
/// ```
public struct RowTraits<Row>: Sendable {
  /// Returns the tags of a row; nil if tags are not known, so that rules cannot `avoid` any.
  public var tags: (@Sendable (Row) -> [String])?
  /// Returns whether an ad may be right before or right after a row; nil if it may for every row.
  public var isAdAllowedBeside: (@Sendable (Row) -> Bool)?

  /// Makes traits from closures.
  public init(
    tags: (@Sendable (Row) -> [String])? = nil, isAdAllowedBeside: (@Sendable (Row) -> Bool)? = nil
  ) {
    self.tags = tags
    self.isAdAllowedBeside = isAdAllowedBeside
  }

  /// The traits of rows of which only the number is known.
  public static var none: RowTraits { RowTraits() }

  /// Returns the traits of keys, each of which `row` maps to a row.
  @usableFromInline
  func lookingUp<Key>(_ row: @escaping @Sendable (Key) -> Row) -> RowTraits<Key> {
    var traits = RowTraits<Key>()
    if let tags { traits.tags = { tags(row($0)) } }
    if let isAdAllowedBeside { traits.isAdAllowedBeside = { isAdAllowedBeside(row($0)) } }
    return traits
  }
}

/// The traits of content rows, given by their paths.
public typealias ContentTraits = RowTraits<UserPath>

/// The decision on a place that the rules name.
public enum PlacementDecision: Hashable, Sendable {
  /// The place has an ad.
  case placed(Place)
  /// The place has no ad, and stays content.
  case refused(RefusedPlace)
}

extension PlacementDecision {
  /// The feed path of the place.
  public var path: FeedPath {
    switch self {
    case .placed(let place): place.path
    case .refused(let refused): refused.path
    }
  }
}

/// A place that the rules name but that stays content.
public struct RefusedPlace: Hashable, Sendable {
  /// The feed row that an ad would have had.
  public var path: FeedPath
  /// The rule that names the place.
  public var origin: PlaceOrigin
  /// The reason why it has no ad.
  public var reason: RefusalReason
}

/// A reason why a place stays content.
///
/// If several rules forbid a place, only one is the reason: one that also forbids all later places, such as `max`,
/// precedes one that depends on adjacent rows, such as `gap`.
public enum RefusalReason: Hashable, Sendable {
  /// The rules allow no ads in its section.
  case section
  /// The section has fewer content rows than a section with ads must have.
  case few(Int)
  /// The content ends before the place.
  case noContent
  /// The place is exactly at the end, and `trailing` is not set or the trailing ad is already placed.
  case trailing
  /// The section has as many ads as `max` allows.
  case max(Int)
  /// The feed has as many ads as `maxInAll` allows.
  case maxInAll(Int)
  /// Too few content rows are before the place.
  case before(Int)
  /// Too few content rows are after the place.
  case after(Int)
  /// Too few content rows are between the place and an adjacent ad.
  case gap(Int)
  /// The share of ads in the section's rows would be too large.
  case share(Double)
  /// The ad would be next to a content row with a tag that is avoided.
  case avoid(String)
  /// The ad would be next to a content row that does not allow it.
  case beside(UserPath)
  /// A tenant with precedence has the position, or names one too close below.
  case yields(to: String)
  /// No ad is left.
  case noAd
}

extension RefusalReason: CustomStringConvertible {
  /// The words of the rule, or a description of what is missing.
  public var description: String {
    switch self {
    case .section: "its section has no ads"
    case .few(let count): "few \(count)"
    case .noContent: "the content ends before it"
    case .trailing: "no trailing ad"
    case .max(let count): "max \(count)"
    case .maxInAll(let count): "max \(count) in all"
    case .before(let count): "before \(count)"
    case .after(let count): "after \(count)"
    case .gap(let count): "gap \(count)"
    case .share(let share): "share \(PlacementRules.plain(share))"
    case .avoid(let tag): "avoid \(tag)"
    case .beside(let path): "the content of row \(path.row) allows no ad beside it"
    case .yields(let tenant): "yields to \(tenant)"
    case .noAd: "no ad is left"
    }
  }
}

extension RefusalReason {
  /// Whether more content after the page could have allowed the place.
  var looksAhead: Bool {
    switch self {
    case .few, .after, .share: true
    default: false
    }
  }

  /// Whether the place alone is refused, so that another one nearby may be allowed.
  var isOfPlace: Bool {
    switch self {
    case .before, .after, .gap, .avoid, .beside: true
    default: false
    }
  }
}

extension Place: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, content, ad, ordinal, origin, moved
  }

  /// Decodes a place.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decodeRow(forKey: .path)
    content = try container.decodeContentRow(forKey: .content, before: path)
    ad = try container.decodeCount(forKey: .ad)
    ordinal = try container.decodeCount(forKey: .ordinal, in: 1...path.row - content.row + 1)
    origin = try container.decode(PlaceOrigin.self, forKey: .origin)
    moved = try container.decodeUnlessMissing(PlaceMove.self, forKey: .moved)
  }
}

extension RefusedPlace: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, origin, reason
  }

  /// Decodes a refused place.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decodeRow(forKey: .path)
    origin = try container.decode(PlaceOrigin.self, forKey: .origin)
    reason = try container.decode(RefusalReason.self, forKey: .reason)
  }
}
