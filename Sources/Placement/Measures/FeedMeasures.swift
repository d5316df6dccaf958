/// The number of ads in a feed, their share and their distances.
///
/// The measures of consecutive pages add up to those of the whole feed. Sections are measured one after the other as
/// users see them: a run or a gap can extend over the end of a section.
///
/// ```swift
/// var measures = FeedMeasures()
/// for page in pages { measures.append(FeedMeasures(of: page)) }
/// measures.share          // 0.16
/// measures.smallestGap    // 5
/// ```
public struct FeedMeasures: Hashable, Sendable {
  /// The number of content rows.
  public private(set) var contentCount = 0
  /// The number of ads.
  public private(set) var adCount = 0
  /// The number of content rows before the first ad; nil if there is none.
  public private(set) var contentBeforeFirstAd: Int?
  /// The smallest number of content rows between two consecutive ads; nil if there are fewer than two ads.
  public private(set) var smallestGap: Int?
  /// The largest number of content rows between two consecutive ads; nil if there are fewer than two ads.
  public private(set) var largestGap: Int?
  /// The largest number of ads without content between them.
  public private(set) var longestAdRun = 0
  /// The number of content rows after the last ad, or of all content rows if there is no ad.
  public private(set) var contentAfterLastAd = 0
  /// The numbers of ads before the first content row, and after the last.
  private(set) var leadingAds = 0
  private(set) var trailingAds = 0

  /// The largest count, up to which JSON numbers are exact.
  static let limit = 1 << 53 - 1

  /// Makes the measures of an empty feed.
  public init() {}

  /// Makes the measures of content rows without an ad; a number is clamped to 0 to 2⁵³ − 1.
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
  /// The number of rows, content and ads together.
  public var count: Int { contentCount + adCount }

  /// The share of ads in all rows; 0 if there are no rows.
  public var share: Double { count == 0 ? 0 : Double(adCount) / Double(count) }

  /// The average number of content rows between two ads; nil if there are fewer than two.
  public var averageGap: Double? {
    contentBeforeFirstAd.flatMap { before in
      adCount < 2 ? nil : Double(contentCount - before - contentAfterLastAd) / Double(adCount - 1)
    }
  }

  /// The largest number of content rows without an ad between them, including those before the first ad and after the
  /// last.
  public var longestContentRun: Int {
    max(contentBeforeFirstAd ?? 0, largestGap ?? 0, contentAfterLastAd)
  }

  /// Adds the measures of the rows that follow.
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
  /// Makes the measures of a page.
  /// - Complexity: O(sections + ads of the page).
  public init<Rows, Ads>(of feed: MergedFeed<Rows, Ads>) {
    self.init()
    for part in feed.page.parts { append(feed.page.measures(of: part)) }
  }

  /// Makes the measures of a section with an ad before each of these content rows, which must ascend.
  ///
  /// The number of content rows is clamped to 0 to 2⁵³ − 1, and each row to the range from the previous row to the end.
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
  /// Returns the measures of a part, counting only the ads for which `isThere` returns true.
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
  /// The measures in one line, such as
  /// `14.3 % ads · gaps 2 to 5 · first ad after 3 rows · longest run without an ad 6`.
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
  /// The share as a percentage with one decimal, such as `14.3 %`.
  var percentWords: String { "\((self * 100).tenthsWords) %" }

  /// The number, from 0 to 2⁵³, with one decimal, rounded to the nearest, such as `2.5`.
  private var tenthsWords: String {
    // This avoids the C library's rounding, the only function for which a program without Foundation would have to link
    // it.
    let tenths = Int(self * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Int {
  /// Returns the number with a noun, such as `1 ad` or `2 ads`.
  func words(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

// MARK: - Codable

extension FeedMeasures: Codable {
  private enum CodingKeys: String, CodingKey {
    case content, ads, first, smallestGap, largestGap, adRun, contentAfter, adsBefore, adsAfter
  }

  /// Decodes measures.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidMeasures(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for key in container.allKeys {
      let value = try container.decode(Int.self, forKey: key)
      guard 0...FeedMeasures.limit ~= value else {
        let fault = "'\(key.stringValue)' is \(value), which is not within 0 and \(FeedMeasures.limit)"
        throw container.refusal(of: key, PlacementError.invalidMeasures(fault))
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
    if let fault { throw DecodingError.refused(PlacementError.invalidMeasures(fault), at: decoder.codingPath) }
  }

  /// Encodes the counts, and the gaps that are not nil.
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
  /// A description of why no feed can have these measures; nil if one can.
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

  /// The number of content rows between the first ad and the last; for valid measures 0 if there is no ad.
  private var contentBetween: Int { contentCount - (contentBeforeFirstAd ?? 0) - contentAfterLastAd }

  private var gapsFit: Bool {
    guard let smallestGap, let largestGap, adCount > 1 else { return contentBetween == 0 }
    let gaps = adCount - 1
    return smallestGap <= contentBetween / gaps && largestGap >= (contentBetween + gaps - 1) / gaps
      && largestGap <= contentBetween
  }

  /// Returns whether there can be `ads` ads at an end of the feed, with `content` content rows outside of the outermost
  /// ad.
  private func runFits(_ ads: Int, content: Int?) -> Bool {
    if adCount == 0 || content != 0 { return ads == 0 }
    return ads > 0 && ads <= longestAdRun && (contentCount > 0 || ads == adCount)
  }
}
