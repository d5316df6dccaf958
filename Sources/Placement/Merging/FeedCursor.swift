/// The end of a page of a merged feed, from which the next page continues.
///
/// It is a few numbers, however long the feed is: a service sends its ``text`` to the client with the page, and the
/// client sends it back with the request for the next one. ``FeedMerger/check(_:)`` refuses a cursor that was made
/// under other rules, or that no page can have made.
///
/// ```swift
/// let first = try merger.merge(page(1), with: ads)
/// let second = try merger.merge(page(2), with: moreAds, after: first.cursor)
/// ```
public struct FeedCursor: Hashable, Sendable {
  /// The section that the page ended in.
  public internal(set) var section: Int
  var progress: SectionProgress
  /// A digest of the tenants and their rules.
  let rules: UInt64
  /// Whether the feed begins at this cursor or an earlier one that ``FeedMerger`` made without pages, so that its
  /// counts were given and not merged.
  let beginsAtOffset: Bool
  /// What the service needs to fetch the next page's content, such as the key of the last row; empty if it is not used.
  ///
  /// It travels in the cursor's text. A page's cursor has none: set it before the cursor is sent. Its UTF-8 form has at
  /// most ``keyLimit`` bytes, which ``FeedMerger/check(_:)`` and ``init(text:)`` check.
  public var key = ""

  /// The largest number of bytes of a key.
  public static let keyLimit = 512
  /// The largest number of a section, 2²⁴ − 1.
  public static let sectionLimit = AdSlot.sectionLimit

  init(section: Int, progress: SectionProgress, rules: UInt64, beginsAtOffset: Bool = false) {
    self.section = section
    self.progress = progress
    self.rules = rules
    self.beginsAtOffset = beginsAtOffset
  }
}

extension FeedCursor {
  /// The number of content rows of the section so far.
  public var contentCount: Int { progress.content }

  /// The number of ads in the whole feed so far.
  public var adCount: Int { progress.tenants.reduce(0) { $0 + $1.inAll } }

  /// The number of ads of each tenant in the whole feed so far, in the order of ``FeedMerger/tenants``.
  public var adCounts: [Int] { progress.tenants.map(\.inAll) }

  /// Returns the cursor for a next page that begins a new section.
  public func beginningSection() -> FeedCursor {
    FeedCursor(section: section + 1, progress: progress.atNextSection, rules: rules, beginsAtOffset: beginsAtOffset)
  }

  /// Throws if the section or the feed would become too long.
  func checkRoom(for count: Int) throws(PlacementError) {
    let rows = progress.row + count
    if rows > RowMap.limit { throw .invalidCount(rows) }
    if section > FeedCursor.sectionLimit { throw .tooMany("sections", section + 1, limit: FeedCursor.sectionLimit + 1) }
  }
}

// MARK: - Beginning at an offset

extension FeedMerger {
  /// Returns a cursor in the middle of a feed, for a user whose earlier pages this merger has not merged.
  ///
  /// ```swift
  /// let cursor = try merger.cursor(at: UserPath(section: 0, row: 40), adsInSection: [6], rowsSinceLastAd: 3)
  /// ```
  /// - Parameters:
  ///   - path: The first content row of the next page.
  ///   - adsInSection: The number of ads that each tenant has in the section so far, which `max` and the feed rows
  ///     count; empty for none.
  ///   - adsInAll: The number of ads that each tenant has in the feed so far; nil if there were none in earlier sections.
  ///   - rowsSinceLastAd: The number of content rows since the last ad in the section, which `gap` counts; nil if none
  ///     is near.
  ///   - lastTenant: The tenant of that ad.
  /// - Throws: ``PlacementError/invalidCursor(_:)``, which names the value, and
  ///   ``PlacementError/wrongSourceCount(_:tenants:)``.
  public func cursor(
    at path: UserPath, adsInSection: [Int] = [], adsInAll: [Int]? = nil, rowsSinceLastAd: Int? = nil,
    lastTenant: Int = 0
  ) throws(PlacementError) -> FeedCursor {
    let inSection = adsInSection.isEmpty ? tables.map { _ in 0 } : adsInSection
    let inAll = adsInAll ?? inSection
    for counts in [inSection, inAll] where counts.count != tables.count {
      throw .wrongSourceCount(counts.count, tenants: tables.count)
    }
    var progress = firstCursor.progress
    progress.content = path.row
    for number in tables.indices {
      progress.tenants[number] = SectionProgress.Counts(inSection: inSection[number], inAll: inAll[number])
    }
    progress.last = rowsSinceLastAd.map { SectionProgress.LastAd(content: path.row &- $0, tenant: lastTenant) }
    let cursor = FeedCursor(section: path.section, progress: progress, rules: digest, beginsAtOffset: true)
    try cursor.checkNumbers()
    return cursor
  }

  /// Returns a cursor at which a feed goes on that was merged by other rules, with all that has been counted there.
  ///
  /// Use it after a change of rules, for a cursor that ``check(_:)`` refuses as one of other rules. Counts are kept tenant
  /// by tenant, in order; the ads of tenants beyond the last one here count as that one's.
  public func cursor(continuing other: FeedCursor) -> FeedCursor {
    var progress = other.progress
    let rest = progress.tenants.dropFirst(tables.count)
    progress.tenants = firstCursor.progress.tenants
    for (number, counts) in zip(tables.indices, other.progress.tenants) {
      progress.tenants[number] = SectionProgress.Counts(inSection: counts.inSection, inAll: counts.inAll)
    }
    for counts in rest {
      progress.tenants[tables.count - 1].inSection += counts.inSection
      progress.tenants[tables.count - 1].inAll += counts.inAll
    }
    if let last = progress.last { progress.last?.tenant = min(last.tenant, tables.count - 1) }
    var cursor = FeedCursor(section: other.section, progress: progress, rules: digest, beginsAtOffset: true)
    cursor.key = other.key
    return cursor
  }
}

extension FeedCursor: Codable {
  /// Decodes a cursor from its ``text``.
  /// - Throws: `DecodingError.dataCorrupted`, with the ``PlacementError`` as its underlying error.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do throws(PlacementError) {
      try self.init(text: text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }

  /// Encodes the cursor's ``text``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
