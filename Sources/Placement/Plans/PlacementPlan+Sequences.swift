extension PlacementPlan {
  /// The places of a plan, found while they are walked.
  public struct Places: Sequence, IteratorProtocol, Sendable {
    private var sections: SectionBySection<PlacementPlan>

    init(plan: PlacementPlan) { sections = SectionBySection(plan) }

    /// The next place.
    public mutating func next() -> Place? {
      sections.next { walk in walk.nextPlace() }
    }
  }

  /// The decisions of a plan, made while they are walked.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    private var sections: SectionBySection<PlacementPlan>

    init(plan: PlacementPlan) { sections = SectionBySection(plan) }

    /// The next decision.
    public mutating func next() -> PlacementDecision? {
      sections.next { walk in walk.next() }
    }
  }
}

extension PlacementPlan: SectionedPlan {
  func walk(section: Int, after previous: SectionWalk?) -> SectionWalk {
    SectionWalk(
      plan: self, section: section, contentCount: userCounts[section], placedInAll: previous?.placedInAll ?? 0)
  }
}
