/// How many ads a feed has, how dense they are, and how far apart.
///
/// Measures of pages that follow one another add up to those of the whole. Sections are taken one after the other, as they are
/// seen: a run or a gap goes on over the end of a section.
///
/// ```swift
/// var measures = FeedMeasures()
/// for page in pages { measures.append(FeedMeasures(of: page)) }
/// measures.share          // 0.16
/// measures.smallestGap    // 5
/// ```
public struct FeedMeasures: Hashable, Sendable {
  /// The content rows.
  public private(set) var contentCount = 0
  /// The ads.
  public private(set) var adCount = 0
  /// The content rows before the first ad; nil where there is none.
  public private(set) var contentBeforeFirstAd: Int?
  /// The fewest content rows between two ads that follow one another; nil where there are fewer than two.
  public private(set) var smallestGap: Int?
  /// The most content rows between two ads that follow one another; nil where there are fewer than two.
  public private(set) var largestGap: Int?
  /// The most ads without content between them.
  public private(set) var longestAdRun = 0
  /// The content rows after the last ad, or all where there is none.
  public private(set) var contentAfterLastAd = 0
  /// The ads before the first content row, and after the last.
  private(set) var leadingAds = 0
  private(set) var trailingAds = 0

  /// Where counts stop: the largest that a JSON number holds exactly.
  static let limit = 1 << 53 - 1

  /// The measures of nothing.
  public init() {}

  /// The measures of content rows without an ad; a number below 0 or above 2⁵³ − 1 is brought into that range.
  public init(contentCount: Int) {
    self.contentCount = min(max(0, contentCount), FeedMeasures.limit)
    contentAfterLastAd = self.contentCount
  }

  init(
    contentCount: Int, adCount: Int, contentBeforeFirstAd: Int?, smallestGap: Int?, largestGap: Int?, longestAdRun: Int,
    contentAfterLastAd: Int, leadingAds: Int, trailingAds: Int
  ) {
    (self.contentCount, self.adCount, self.contentBeforeFirstAd) = (contentCount, adCount, contentBeforeFirstAd)
    (self.smallestGap, self.largestGap, self.longestAdRun) = (smallestGap, largestGap, longestAdRun)
    (self.contentAfterLastAd, self.leadingAds, self.trailingAds) = (contentAfterLastAd, leadingAds, trailingAds)
  }

  /// The measures of one ad.
  private static let ad = FeedMeasures(
    contentCount: 0, adCount: 1, contentBeforeFirstAd: 0, smallestGap: nil, largestGap: nil, longestAdRun: 1,
    contentAfterLastAd: 0, leadingAds: 1, trailingAds: 1)
}

extension FeedMeasures {
  /// The rows, content and ads.
  public var count: Int { contentCount + adCount }

  /// The ads' share of all rows; none of none.
  public var share: Double { count == 0 ? 0 : Double(adCount) / Double(count) }

  /// The content rows between two ads on average; nil where there are fewer than two.
  public var averageGap: Double? {
    contentBeforeFirstAd.flatMap { before in
      adCount < 2 ? nil : Double(contentCount - before - contentAfterLastAd) / Double(adCount - 1)
    }
  }

  /// The most content rows without an ad between them, also before the first and after the last.
  public var longestContentRun: Int {
    max(contentBeforeFirstAd ?? 0, largestGap ?? 0, contentAfterLastAd)
  }

  /// Adds the measures of what follows.
  ///
  /// - Complexity: O(1).
  public mutating func append(_ next: FeedMeasures) {
    if next.count == 0 { return }
    if count == 0 {
      self = next
      return
    }
    let gap = adCount > 0 ? next.contentBeforeFirstAd.map { FeedMeasures.sum(contentAfterLastAd, $0) } : nil
    smallestGap = [smallestGap, gap, next.smallestGap].compactMap(\.self).min()
    largestGap = [largestGap, gap, next.largestGap].compactMap(\.self).max()
    longestAdRun = max(longestAdRun, next.longestAdRun, FeedMeasures.sum(trailingAds, next.leadingAds))
    if adCount == 0 { contentBeforeFirstAd = next.contentBeforeFirstAd.map { FeedMeasures.sum(contentCount, $0) } }
    if contentCount == 0 { leadingAds = FeedMeasures.sum(leadingAds, next.leadingAds) }
    trailingAds = next.contentCount == 0 ? FeedMeasures.sum(trailingAds, next.adCount) : next.trailingAds
    contentAfterLastAd =
      next.adCount == 0 ? FeedMeasures.sum(contentAfterLastAd, next.contentCount) : next.contentAfterLastAd
    contentCount = FeedMeasures.sum(contentCount, next.contentCount)
    adCount = FeedMeasures.sum(adCount, next.adCount)
  }

  private static func sum(_ one: Int, _ other: Int) -> Int { min(one + other, limit) }
}

extension FeedMeasures {
  /// The measures of a page.
  /// - Complexity: O(sections + ads of the page).
  public init<Rows, Ads>(of feed: MergedFeed<Rows, Ads>) {
    self.init()
    for part in feed.page.parts { append(feed.page.measures(of: part)) }
  }

  /// The measures of a section with ads before the content rows of these numbers, which ascend.
  ///
  /// The number of content rows is brought into 0 to 2⁵³ − 1, and each row between the one before and the end.
  /// - Complexity: O(ads).
  public init(contentCount: Int, adsBefore rows: some Sequence<Int>) {
    self.init()
    append(contentRows: 0..<FeedMeasures(contentCount: contentCount).contentCount, adsBefore: rows)
  }

  fileprivate mutating func append(contentRows: Range<Int>, adsBefore rows: some Sequence<Int>) {
    var row = contentRows.lowerBound
    for next in rows {
      let next = min(max(row, next), contentRows.upperBound)
      append(FeedMeasures(contentCount: next - row))
      append(.ad)
      row = next
    }
    append(FeedMeasures(contentCount: contentRows.upperBound - row))
  }
}

extension FeedPage {
  /// The measures of a part, of which not all ads may be there.
  func measures(of part: Part, where isThere: (AdSlot) -> Bool = { _ in true }) -> FeedMeasures {
    var measures = FeedMeasures()
    measures.append(
      contentRows: part.earlierContent..<part.earlierContent + part.contentCount,
      adsBefore: slots[part.slots].lazy.filter(isThere).map { Int($0.contentRow) })
    return measures
  }
}
