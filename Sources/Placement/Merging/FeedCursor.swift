/// The end of a page of a merged feed, from which the next page continues.
///
/// It is a few numbers, however long the feed is: a service sends it to the client with the page, and the client sends
/// it back with the request for the next one. A cursor that is inconsistent, is of another version, or was made under
/// other rules is refused.
///
/// ```swift
/// let first = try merger.merge(page(1), with: ads)
/// let second = try merger.merge(page(2), with: moreAds, after: first.cursor)
/// ```
public struct FeedCursor: Hashable, Sendable {
  /// The section that the page ended in.
  public private(set) var section: Int
  /// The number of ads in the whole feed so far.
  public private(set) var adCount: Int
  var progress: SectionProgress
  /// A digest of the rules.
  let rules: UInt64

  init(section: Int, adCount: Int, progress: SectionProgress, rules: UInt64) {
    self.section = section
    self.adCount = adCount
    self.progress = progress
    self.rules = rules
  }

  /// The number of content rows of the section so far.
  public var contentCount: Int { progress.content }

  /// Returns the cursor for a next page that begins a new section.
  public func beginningSection() -> FeedCursor {
    var cursor = self
    cursor.section += 1
    cursor.progress = SectionProgress()
    return cursor
  }

  func check(_ merger: FeedMerger) throws(PlacementError) {
    let rules = merger.rules
    if self.rules != merger.digest { throw .cursorOfOtherRules("\(rules)") }
    for (name, count, limit) in [("placed", progress.placed, rules.max), ("ads", adCount, rules.maxInAll)] {
      if let limit, count > limit { throw .invalidCursor("'\(name)' is \(count), and the rules have at most \(limit)") }
    }
    if progress.placed > 0, !merger.tables.hasAds(inSection: section) {
      throw .invalidCursor("'placed' is \(progress.placed), and section \(section) has no ads")
    }
    if let tag = progress.tag, !merger.tables.avoided.contains(tag) {
      throw .invalidCursor("'tag' is '\(tag)', and the rules do not avoid it")
    }
  }

  /// Throws if the section or the feed would become too long.
  func checkRoom(for count: Int) throws(PlacementError) {
    let rows = progress.content + progress.placed + count
    for number in [section, rows] where number > RowMap.limit { throw .invalidCount(number) }
  }

  /// Returns a digest of rules that is the same on every machine: FNV-1a by Fowler, Noll and Vo, of their description.
  ///
  /// It is folded to 53 bits, since a client whose JSON parser reads every number as a Double loses further bits.
  static func digest(_ rules: PlacementRules) -> UInt64 {
    let hash = "\(rules)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return (hash >> 53) ^ (hash & (1 << 53 - 1))
  }
}

extension FeedCursor: Codable {
  /// The version that is encoded, and the only one that can be decoded.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, rules, section, ads, content, placed, last, tag, beside
  }

  /// Decodes a cursor.
  /// - Throws: ``PlacementError/invalidCursor(_:)``, which names the value, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == FeedCursor.version else { throw PlacementError.invalidCursor("version \(version) is not known") }
    rules = try container.decode(UInt64.self, forKey: .rules)
    section = try container.decode(Int.self, forKey: .section)
    adCount = try container.decode(Int.self, forKey: .ads)
    progress = SectionProgress(
      content: try container.decode(Int.self, forKey: .content),
      placed: try container.decode(Int.self, forKey: .placed),
      lastContent: try container.decodeIfPresent(Int.self, forKey: .last),
      tag: try container.decodeIfPresent(String.self, forKey: .tag),
      allowsAd: try container.decodeIfPresent(Bool.self, forKey: .beside) ?? true)
    try validate()
  }

  /// Encodes the cursor.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FeedCursor.version, forKey: .version)
    try container.encode(rules, forKey: .rules)
    try container.encode(section, forKey: .section)
    try container.encode(adCount, forKey: .ads)
    try container.encode(progress.content, forKey: .content)
    try container.encode(progress.placed, forKey: .placed)
    try container.encodeIfPresent(progress.lastContent, forKey: .last)
    try container.encodeIfPresent(progress.tag, forKey: .tag)
    if !progress.allowsAd { try container.encode(false, forKey: .beside) }
  }

  private func validate() throws(PlacementError) {
    // The content count is clamped, since it is subtracted below and may itself be out of range.
    let content = Swift.min(Swift.max(0, progress.content), RowMap.limit)
    for (name, value, limit) in [
      ("section", section, RowMap.limit), ("ads", adCount, RowMap.limit), ("content", progress.content, RowMap.limit),
      ("placed", progress.placed, Swift.min(adCount, RowMap.limit - content)),
      ("last", progress.lastContent ?? 0, progress.content),
    ] where !(0...Swift.max(0, limit) ~= value) {
      throw .invalidCursor("'\(name)' is \(value), which is not within 0 and \(limit)")
    }
    if (progress.lastContent == nil) != (progress.placed == 0) {
      throw .invalidCursor(
        "'placed' is \(progress.placed), and 'last' is \(progress.lastContent.map(String.init) ?? "missing")")
    }
    if progress.content == 0, progress.tag != nil || !progress.allowsAd {
      throw .invalidCursor("'content' is 0, and there is a word on its last row")
    }
  }
}
