extension FeedMeasures: CustomStringConvertible {
  /// The figures in words: `40 content rows and 7 ads, 14.9 % of all; first after 3; gaps 5 to 6, 5.3 on average; …`.
  public var description: String {
    var parts = ["\(contentCount.words("content row")) and \(adCount.words("ad")), \(share.percentWords) of all"]
    if let contentBeforeFirstAd { parts.append("first after \(contentBeforeFirstAd)") }
    if let smallestGap, let largestGap, let averageGap {
      parts.append("gaps \(smallestGap) to \(largestGap), \(averageGap.tenthsWords) on average")
    }
    parts.append("longest run of ads \(longestAdRun), of content \(longestContentRun)")
    return parts.joined(separator: "; ")
  }
}
