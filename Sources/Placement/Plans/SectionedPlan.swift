/// A plan whose sections are walked one after another.
protocol SectionedPlan: Sendable {
  /// A walk through one section.
  associatedtype Walk: Sendable

  /// The content rows of each section.
  var userCounts: [Int] { get }

  /// The walk of a section, which counts ads on from where that of the section before has ended.
  func walk(section: Int, after previous: Walk?) -> Walk
}

/// Walks one section of a plan after another.
struct SectionBySection<Plan: SectionedPlan>: Sendable {
  private let plan: Plan
  private var section = 0
  private var walk: Plan.Walk?

  init(_ plan: Plan) { self.plan = plan }

  /// The next that the walk of a section has, or else of the sections after it.
  mutating func next<Element>(_ advance: (inout Plan.Walk) -> Element?) -> Element? {
    while section < plan.userCounts.count {
      var current = walk ?? plan.walk(section: section, after: nil)
      // Held once only, so that what the walk keeps is not copied.
      walk = nil
      if let element = advance(&current) {
        walk = current
        return element
      }
      section += 1
      if section < plan.userCounts.count { walk = plan.walk(section: section, after: current) }
    }
    return nil
  }
}
