/// Judges the unfilled places of a feed from the top down, by what is filled and what is filled on the way.
struct LiveJudge {
  private let placement: LivePlacement
  private let policy: FillPolicy
  private let within: Int?
  private let traits: ContentTraits
  private let displayed: DisplayedList

  /// What becomes of a place that may be filled.
  enum Step {
    /// It counts as filled from there on.
    case fill
    /// It stays as it is.
    case leave
    /// It stays as it is, and those below are not looked at.
    case stop
  }

  /// The filled places of each tenant in the feed and in the section.
  private var ownInAll: [Int]
  private var own: [Int] = []
  /// The last place of the section that counts as filled on the way.
  private var come: Int?

  init(_ placement: LivePlacement, _ policy: FillPolicy, _ within: Int?, _ traits: ContentTraits) {
    self.placement = placement
    self.policy = policy
    self.within = within
    self.traits = traits
    displayed = DisplayedList(placement)
    ownInAll = placement.tenants.indices.map { tenant in
      placement.sections.reduce(0) { $0 + $1.filling.own[tenant] }
    }
  }

  /// Goes through the places that may be filled; answers those for which the body says so.
  ///
  /// The body is told the row of its section that a place would be if it alone was filled.
  /// - Complexity: O(sections + *u* log places) for *u* unfilled places that are looked at: those that the policy lets be filled,
  ///   as far as they lie within the rows.
  @discardableResult
  mutating func walk(_ body: (LivePlace, _ row: Int) -> Step) -> [LivePlacement.PlaceID] {
    var filled: [LivePlacement.PlaceID] = []
    for number in placement.sections.indices {
      begin(number)
      let section = placement.sections[number]
      for rank in firstRank(number)..<section.filling.unfilled.count {
        let entry = section.entries[section.filling.unfilled[rank]]
        let side = side(number, unfilled: rank)
        guard side.isWithin(within) else {
          // What comes next lies further down still, but for places that wait beyond the end of their section.
          if case .below = side, entry.content <= section.contentCount { return filled }
          continue
        }
        if refusal(number, unfilled: rank) != nil { continue }
        switch body(placement.place(entry, in: number), section.row(ofUnfilled: rank)) {
        case .leave: continue
        case .stop: return filled
        case .fill:
          count(entry.tenant, section.filling.unfilled[rank])
          filled.append(entry.id)
        }
      }
    }
    return filled
  }

  /// Looks at what is filled in a section.
  mutating func begin(_ section: Int) { (own, come) = (placement.sections[section].filling.own, nil) }

  /// The first unfilled place that has to be looked at.
  private func firstRank(_ number: Int) -> Int {
    let section = placement.sections[number]
    guard policy == .belowDisplayed else { return 0 }
    return section.filling.unfilledCount(above: displayed.firstPlaceBelow(section, number: number))
  }

  /// Why an unfilled place of the section, known by how many of these are above it, may not be filled.
  func refusal(_ number: Int, unfilled rank: Int) -> LiveRefusal? {
    if !side(number, unfilled: rank).isOpen(policy) { return .displayed }
    let section = placement.sections[number]
    let entry = section.entries[section.filling.unfilled[rank]]
    let above = section.filling.filledPlace(aboveUnfilled: rank).map { max($0, come ?? $0) } ?? come
    let below = section.filling.filledPlace(belowUnfilled: rank, of: section.entries.count)
    let place = Standing(
      section: number, content: entry.content, contentCount: section.contentCount, own: own[entry.tenant],
      ownInAll: ownInAll[entry.tenant], all: own.reduce(0, +),
      above: above.map { section.neighbour($0, placement.rules) },
      below: below.map { section.neighbour($0, placement.rules) })
    guard let reason = placement.rules[entry.tenant].refusal(place, traits) else { return nil }
    return reason == .noContent ? .waiting : .rule(reason)
  }

  private func side(_ number: Int, unfilled rank: Int) -> DisplayedList.Side {
    let section = placement.sections[number]
    let index = section.filling.unfilled[rank]
    return displayed.side(section: number, index: index, content: section.entries[index].content)
  }

  private mutating func count(_ tenant: Int, _ index: Int) {
    own[tenant] += 1
    ownInAll[tenant] += 1
    come = index
  }
}

extension LiveSection {
  /// The row that an unfilled place would be if it alone was filled.
  fileprivate func row(ofUnfilled rank: Int) -> Int {
    entries[filling.unfilled[rank]].content + filling.filledCount(aboveUnfilled: rank)
  }
}
