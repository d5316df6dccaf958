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

// MARK: - Words

extension FeedMeasures: CustomStringConvertible {
  /// The measures on a line: `14.3 % ads · gaps 2 to 5 · first ad after 3 rows · longest run without an ad 6`.
  public var description: String {
    var words = ["\(share.percentWords) ads"]
    if let smallestGap, let largestGap {
      words.append(smallestGap == largestGap ? "gap \(smallestGap)" : "gaps \(smallestGap) to \(largestGap)")
    }
    if let contentBeforeFirstAd {
      words.append("first ad after \(contentBeforeFirstAd) \(contentBeforeFirstAd == 1 ? "row" : "rows")")
    }
    words.append("longest run without an ad \(longestContentRun)")
    return words.joined(separator: " · ")
  }
}

extension Double {
  /// A share as a percentage with one decimal: `14.3 %`.
  var percentWords: String { "\((self * 100).tenthsWords) %" }

  /// A number from 0 to 2⁵³ with one decimal, rounded to the nearest: `2.5`.
  var tenthsWords: String {
    // The C library's rounding would be the only thing for which a program without Foundation had to be linked with it.
    let tenths = Int(self * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Int {
  /// The number with what it counts: `1 ad`, `2 ads`.
  func words(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

// MARK: - Codable

extension FeedMeasures: Codable {
  private enum CodingKeys: String, CodingKey {
    case content, ads, first, smallestGap, largestGap, adRun, contentAfter, adsBefore, adsAfter
  }

  /// Reads measures.
  /// - Throws: ``PlacementError/invalidMeasures(_:)``, which names the value, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for key in container.allKeys {
      let value = try container.decode(Int.self, forKey: key)
      guard 0...FeedMeasures.limit ~= value else {
        throw PlacementError.invalidMeasures(
          "'\(key.stringValue)' is \(value), which is not within 0 and \(FeedMeasures.limit)")
      }
    }
    self.init(
      contentCount: try container.decode(Int.self, forKey: .content),
      adCount: try container.decode(Int.self, forKey: .ads),
      contentBeforeFirstAd: try container.decodeIfPresent(Int.self, forKey: .first),
      smallestGap: try container.decodeIfPresent(Int.self, forKey: .smallestGap),
      largestGap: try container.decodeIfPresent(Int.self, forKey: .largestGap),
      longestAdRun: try container.decode(Int.self, forKey: .adRun),
      contentAfterLastAd: try container.decode(Int.self, forKey: .contentAfter),
      leadingAds: try container.decode(Int.self, forKey: .adsBefore),
      trailingAds: try container.decode(Int.self, forKey: .adsAfter))
    if let fault { throw PlacementError.invalidMeasures(fault) }
  }

  /// Writes the counts, and those gaps that there are.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(contentCount, forKey: .content)
    try container.encode(adCount, forKey: .ads)
    try container.encodeIfPresent(contentBeforeFirstAd, forKey: .first)
    try container.encodeIfPresent(smallestGap, forKey: .smallestGap)
    try container.encodeIfPresent(largestGap, forKey: .largestGap)
    try container.encode(longestAdRun, forKey: .adRun)
    try container.encode(contentAfterLastAd, forKey: .contentAfter)
    try container.encode(leadingAds, forKey: .adsBefore)
    try container.encode(trailingAds, forKey: .adsAfter)
  }
}

extension FeedMeasures {
  /// What shows that no feed has these measures; nil where one has.
  private var fault: String? {
    let faults: [(isThere: Bool, words: String)] = [
      ((adCount == 0) != (contentBeforeFirstAd == nil), "'ads' is \(adCount), and 'first' does not fit"),
      ((adCount < 2) != (smallestGap == nil), "'ads' is \(adCount), and 'smallestGap' does not fit"),
      ((adCount < 2) != (largestGap == nil), "'ads' is \(adCount), and 'largestGap' does not fit"),
      (contentBetween < 0 || !gapsFit, "'content' is \(contentCount), and does not fit what stands around the ads"),
      ((adCount > 0) != (longestAdRun > 0) || longestAdRun > adCount, "'adRun' is \(longestAdRun) of \(adCount) ads"),
      ((longestAdRun > 1) != (smallestGap == 0), "'adRun' is \(longestAdRun), and 'smallestGap' does not fit"),
      (!runFits(leadingAds, content: contentBeforeFirstAd), "'adsBefore' is \(leadingAds), which does not fit"),
      (!runFits(trailingAds, content: contentAfterLastAd), "'adsAfter' is \(trailingAds), which does not fit"),
    ]
    return faults.first { $0.isThere }?.words
  }

  /// The content rows between the first ad and the last; none where there is no ad.
  private var contentBetween: Int { contentCount - (contentBeforeFirstAd ?? 0) - contentAfterLastAd }

  private var gapsFit: Bool {
    guard let smallestGap, let largestGap, adCount > 1 else { return contentBetween == 0 }
    let gaps = adCount - 1
    return smallestGap <= contentBetween / gaps && largestGap >= (contentBetween + gaps - 1) / gaps
      && largestGap <= contentBetween
  }

  /// Whether so many ads may stand at an end with so much content outside them.
  private func runFits(_ ads: Int, content: Int?) -> Bool {
    if adCount == 0 || content != 0 { return ads == 0 }
    return ads > 0 && ads <= longestAdRun && (contentCount > 0 || ads == adCount)
  }
}
