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
