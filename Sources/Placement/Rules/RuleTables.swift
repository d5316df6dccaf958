/// Rules that have been judged, with what walks look up in them.
struct RuleTables: Hashable, Sendable {
  let rules: PlacementRules
  /// The fixed positions, ascending.
  let fixed: [Int]
  /// The tags of content that no ad stands beside.
  let avoided: Set<String>
  private let included: Set<Int>?
  private let excluded: Set<Int>

  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and sections.
  init(_ rules: PlacementRules) {
    self.rules = rules
    fixed = rules.at.sorted()
    avoided = Set(rules.avoid)
    included = rules.sections.map(Set.init)
    excluded = Set(rules.except)
  }

  /// Whether the rules give a section any ads.
  func hasAds(inSection section: Int) -> Bool {
    !excluded.contains(section) && included?.contains(section) ?? true
  }
}
