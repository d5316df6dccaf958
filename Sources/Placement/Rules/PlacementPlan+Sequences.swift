extension PlacementPlan {
  /// The places of a plan, found while they are walked.
  public struct Places: Sequence, IteratorProtocol, Sendable {
    private var sections: Sections

    init(plan: PlacementPlan) { sections = Sections(plan: plan) }

    /// The next place.
    public mutating func next() -> Place? {
      sections.next { walk in walk.nextPlace() }
    }
  }

  /// The decisions of a plan, made while they are walked.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    private var sections: Sections

    init(plan: PlacementPlan) { sections = Sections(plan: plan) }

    /// The next decision.
    public mutating func next() -> PlacementDecision? {
      sections.next { walk in walk.next() }
    }
  }
}

/// Walks one section of a plan after another; ads go on from one to the next.
private struct Sections: Sendable {
  private let plan: PlacementPlan
  private var section = 0
  private var walk: SectionWalk?
  private var placedInAll = 0

  init(plan: PlacementPlan) { self.plan = plan }

  mutating func next<Element>(_ advance: (inout SectionWalk) -> Element?) -> Element? {
    while section < plan.userCounts.count {
      var current =
        walk
        ?? SectionWalk(plan: plan, section: section, contentCount: plan.userCounts[section], placedInAll: placedInAll)
      walk = nil
      if let element = advance(&current) {
        walk = current
        return element
      }
      placedInAll = current.placedInAll
      section += 1
    }
    return nil
  }
}
