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
