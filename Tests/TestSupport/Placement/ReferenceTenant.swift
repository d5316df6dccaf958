/// One tenant's placement rules as plain values, asked position by position: slow, and obviously right.
public struct ReferenceTenant: Sendable {
  /// What it is called.
  public var name: String
  /// Fixed feed rows.
  public var at: [Int] = []
  /// The interval.
  public var every: Int?
  /// The first repeated feed row.
  public var from: Int?
  /// The most ads of a section.
  public var max = Int.max
  /// The most ads of all sections.
  public var maxInAll = Int.max
  /// Content rows between two ads.
  public var gap = 0
  /// Content rows that a section with ads has at least.
  public var few = 0
  /// Content rows before the first ad.
  public var before = 0
  /// Content rows after the last ad.
  public var after = 0
  /// The ads' share of a section's rows.
  public var share: Double?
  /// Whether an ad may stand at the end.
  public var trailing = false
  /// The sections that have ads; nil for all.
  public var sections: [Int]?
  /// The sections that have none.
  public var except: [Int] = []
  /// Whether it avoids tagged rows.
  public var avoidsTag = false
  /// The content rows by which a refused place is moved at most; nil for none.
  public var nearest: Int?
  /// Moves repeated positions.
  public var seed: Int?

  /// Rules that name no place.
  public init(name: String) { self.name = name }

  /// Whether a section has ads.
  public func hasAds(in section: Int) -> Bool { sections?.contains(section) != false && !except.contains(section) }

  /// The gap between its ads and another's.
  func gap(to other: ReferenceTenant) -> Int {
    [gap, other.name == name ? 0 : other.gap, other.name == name && nearest == nil ? 0 : 1].max() ?? 1
  }

  /// By how much a repeated position is moved.
  func jitter(_ repetition: Int, section: Int) -> Int {
    guard let seed, let every else { return 0 }
    let start = UInt64(seed) &+ UInt64(section) &* 0xD1B5_4A32_D192_ED03
    var random = SeededGenerator(seed: start &+ UInt64(repetition) &* 0x9E37_79B9_7F4A_7C15)
    return Int(random.next() % UInt64((every + 1) / 2))
  }
}

// MARK: - Names

extension ReferenceTenant {
  /// The first repeated feed row, before it is moved by a seed.
  private var firstRepeated: Int {
    let lastFixed = at.max() ?? -1
    if let from, from > lastFixed { return from }
    return lastFixed + (every ?? 0)
  }

  /// Whether its rules name a feed row.
  func names(_ row: Int, section: Int) -> Bool {
    if at.contains(row) { return true }
    guard let every, row > at.max() ?? -1 else { return false }
    return (0...row).contains { firstRepeated + $0 * every + jitter($0, section: section) == row }
  }

  /// The content rows that its first ads precede where nothing is refused: the feed rows without the ads above.
  func ideals(section: Int) -> [Int] {
    let fixed = at.sorted().enumerated().map { $1 - $0 }
    guard let every else { return fixed }
    let repeated = (0..<60).map { firstRepeated - at.count + $0 * (every - 1) + jitter($0, section: section) }
    return fixed + repeated
  }
}

/// A row of content: who it is, and what it has against ads.
public struct ReferenceRow: Equatable, Sendable {
  /// Which row it is, wherever it stands.
  public var id: Int
  /// Whether it bears the tag that some avoid.
  public var isTagged: Bool
  /// Whether it allows no ad beside it.
  public var isShy: Bool

  /// Makes a row.
  public init(id: Int, isTagged: Bool, isShy: Bool) {
    (self.id, self.isTagged, self.isShy) = (id, isTagged, isShy)
  }
}

/// Why there is no ad.
public enum ReferenceRefusal: Equatable, Sendable {
  /// The section has none.
  case section
  /// The section has too few rows.
  case few
  /// The content ends before it, or exactly there.
  case noContent, trailing
  /// There are enough.
  case max, maxInAll
  /// Too close to an end, or too many.
  case before, after, share
  /// Too close to another, and how far it would have to be.
  case gap(Int)
  /// Beside a tagged row, or one that allows none.
  case avoid
  case beside(row: Int)
  /// Its tenant has no ad left.
  case noAd
  /// Another comes first.
  case yields(String)

  /// Whether a row nearby may be allowed.
  var isOfPlace: Bool {
    switch self {
    case .before, .after, .gap, .avoid, .beside: true
    default: false
    }
  }
}

extension ReferenceTenant {
  /// What its own rules say of an ad before a content row, by the other ads, each with the gap to it.
  func refusal(
    section: Int, content: Int, rows: [ReferenceRow], own: Int, ownInAll: Int, all: Int,
    above: (content: Int, gap: Int)?, below: (content: Int, gap: Int)?
  ) -> ReferenceRefusal? {
    if !hasAds(in: section) { return .section }
    if rows.count < few { return .few }
    if content > rows.count { return .noContent }
    if content == rows.count, !trailing || above?.content == content || below?.content == content { return .trailing }
    if own >= max { return .max }
    if ownInAll >= maxInAll { return .maxInAll }
    if rows.count - content < after { return .after }
    if let share, Double(own + 1) / Double(rows.count + all + 1) > share { return .share }
    if content < before { return .before }
    if let above, content - above.content < above.gap { return .gap(above.gap) }
    if let below, below.content - content < below.gap { return .gap(below.gap) }
    return refusal(beside: content, rows)
  }

  /// What it has against the rows beside an ad before a content row.
  func refusal(beside content: Int, _ rows: [ReferenceRow]) -> ReferenceRefusal? {
    for row in [content - 1, content] where rows.indices.contains(row) {
      if avoidsTag, rows[row].isTagged { return .avoid }
      if rows[row].isShy { return .beside(row: row) }
    }
    return nil
  }
}
