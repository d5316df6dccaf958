extension MergedFeed {
  /// Every place that the rules name on this page, with what became of it, in feed order; found as it is walked.
  ///
  /// A place exactly at the end of the page that has no ad is not among them: the next page decides on it.
  /// - Complexity: O(places that the rules name, and those of earlier pages again where `every` has a seed).
  public var decisions: some Sequence<PlacementDecision> {
    let page = page
    return page.parts.indices.lazy.flatMap { page.decisions(ofPart: $0) }
  }

  /// The places that were refused only because of where the page ends; on a longer page they might have ads.
  ///
  /// Later pages do not fill them.
  /// - Complexity: O(places that the rules name).
  public var decidedByEnd: [RefusedPlace] {
    decisions.compactMap { decision in
      guard case .refused(let refused) = decision, refused.reason.looksAhead else { return nil }
      return refused
    }
  }
}

extension FeedPage {
  /// The decisions on the places of a part, made while they are walked: those that the next page is to make are not among them.
  func decisions(ofPart number: Int, isSectionOver: Bool = false) -> some Sequence<PlacementDecision> {
    let part = parts[number]
    let before = number == 0 ? start?.progress : nil
    let walk = SectionWalk(
      plan: plan, section: part.section, contentCount: part.earlierContent + part.contentCount,
      placedInAll: earlierAds + part.slots.lowerBound, after: before)
    // A section is over where the next one begins.
    let isOver = isSectionOver || number + 1 < parts.count
    let end = isOver ? Int.max : part.firstRow + part.contentCount + part.slots.count
    return sequence(state: walk) { walk in walk.next() }.lazy.prefix { $0.path.row < end }
  }
}
