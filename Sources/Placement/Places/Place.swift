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

/// What placement rules may ask of rows: what they are tagged with, and whether an ad may stand beside them.
///
/// A merger is told it of the rows' own values, a plan of their paths. The closures are asked only about rows that a place
/// named by the rules would stand beside, and may be asked more than once.
///
/// ```swift
/// let traits = RowTraits<Post>(tags: \.tags, isAdAllowedBeside: { !$0.isObituary })
/// let page = try merger.merge(posts, with: ads, traits: traits)
/// ```
public struct RowTraits<Row>: Sendable {
  /// Answers the tags of a row; nil where they are not known, so that rules cannot `avoid` any.
  public var tags: (@Sendable (Row) -> [String])?
  /// Answers whether an ad may stand right before or right after a row; nil where it may beside each.
  public var isAdAllowedBeside: (@Sendable (Row) -> Bool)?

  /// Makes traits of what is known of the rows.
  public init(
    tags: (@Sendable (Row) -> [String])? = nil, isAdAllowedBeside: (@Sendable (Row) -> Bool)? = nil
  ) {
    self.tags = tags
    self.isAdAllowedBeside = isAdAllowedBeside
  }

  /// Rows of which nothing is known but how many there are.
  public static var none: RowTraits { RowTraits() }

  /// The same asked of whatever leads to a row.
  @usableFromInline
  func lookingUp<Key>(_ row: @escaping @Sendable (Key) -> Row) -> RowTraits<Key> {
    var traits = RowTraits<Key>()
    if let tags { traits.tags = { tags(row($0)) } }
    if let isAdAllowedBeside { traits.isAdAllowedBeside = { isAdAllowedBeside(row($0)) } }
    return traits
  }
}

/// What placement rules may ask of content rows, which are told apart by their paths.
public typealias ContentTraits = RowTraits<UserPath>

/// What became of a place that the rules name.
public enum PlacementDecision: Hashable, Sendable {
  /// An ad stands there.
  case placed(Place)
  /// It stays content.
  case refused(RefusedPlace)
}

extension PlacementDecision {
  /// The place that is decided on.
  public var path: FeedPath {
    switch self {
    case .placed(let place): place.path
    case .refused(let refused): refused.path
    }
  }
}

/// A place that the rules name and that stays content.
public struct RefusedPlace: Hashable, Sendable {
  /// The feed row that an ad would have had.
  public var path: FeedPath
  /// The rule that names the place.
  public var origin: PlaceOrigin
  /// The rule that forbids it.
  public var reason: RefusalReason
}

/// Why a place stays content.
///
/// Where several rules forbid a place one of them is told: rather one that forbids the later places as well, such as `max`, than
/// one that looks at what is near, such as `gap`.
public enum RefusalReason: Hashable, Sendable {
  /// The rules give its section no ads.
  case section
  /// The content ends before it.
  case noContent
  /// It would stand exactly at the end, and `trailing` is not allowed, or used up.
  case trailing
  /// The section has its most ads.
  case max(Int)
  /// The feed has its most ads.
  case maxInAll(Int)
  /// Too few content rows stand before it.
  case before(Int)
  /// Too few content rows stand after it.
  case after(Int)
  /// Too few content rows stand between it and the ad before.
  case gap(Int)
  /// The ads would have too large a share of the section's rows.
  case share(Double)
  /// It would stand beside content that bears a tag.
  case avoid(String)
  /// It would stand beside a content row that allows no ad there.
  case beside(UserPath)
  /// Another tenant, which comes first, has the position, or names one too close below.
  case yields(to: String)
  /// No ad is left.
  case noAd
}

extension RefusalReason: CustomStringConvertible {
  /// The rule's own words, or what is lacking.
  public var description: String {
    switch self {
    case .section: "its section has no ads"
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
  /// Whether every later place of the section is refused as well.
  var isLasting: Bool {
    switch self {
    case .before, .gap, .avoid, .beside, .yields: false
    default: true
    }
  }

  /// Whether content after the page might have spoken for the place.
  var looksAhead: Bool {
    switch self {
    case .after, .share: true
    default: false
    }
  }
}
