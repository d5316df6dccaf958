/// A reason why a place may not be filled.
public enum LiveRefusal: Hashable, Sendable {
  /// There is no such place, or it has been removed.
  case unknown
  /// The place is filled already.
  case filled
  /// The policy does not allow it, because of rows that have been displayed.
  case displayed
  /// The content does not reach the place.
  case waiting
  /// A rule forbids the place, given the current content and the other ads.
  case rule(RefusalReason)
}

extension LiveRefusal: CustomStringConvertible {
  /// A description of the reason in English.
  public var description: String {
    switch self {
    case .unknown: "there is no such place"
    case .filled: "it is filled"
    case .displayed: "rows have been displayed there"
    case .waiting: "the content does not reach it"
    case .rule(let reason): "\(reason)"
    }
  }
}

extension LivePlacement {
  /// Returns the places that may be filled now, in feed order, each judged by the ads that are there now.
  ///
  /// Filling one of them may forbid another; ``fillEach(policy:within:traits:_:)`` checks again before each.
  /// - Parameters:
  ///   - policy: Which places may be filled, depending on the displayed rows.
  ///   - rows: The largest distance from the displayed rows, or from the top if no row has been displayed; the row
  ///     right below the last displayed one has a distance of 1. Places in between count as rows, filled or not. Nil
  ///     means any distance.
  ///   - traits: The traits of content rows; if they have no tags, tags are not checked.
  /// - Complexity: O(sections + *u* log places) for *u* unfilled places that the policy allows, within the distance.
  public func fillable(
    policy: FillPolicy = .belowDisplayed, within rows: Int? = nil, traits: ContentTraits = .none
  ) -> [PlaceID] {
    var judge = FillWalk(self, policy, rows, traits)
    var found: [PlaceID] = []
    judge.walk { place, _ in
      found.append(place.id)
      return .leave
    }
    return found
  }

  /// Returns how many places of each tenant may be filled now, each judged by the ads that are there now; ignores
  /// `passedOver`.
  ///
  /// Counting stops as soon as every tenant has `limit` places.
  package func fillableCounts(
    policy: FillPolicy, within rows: Int?, traits: ContentTraits, but passedOver: Set<PlaceID>, limit: Int
  ) -> [Int] {
    var judge = FillWalk(self, policy, rows, traits)
    var counts = [Int](repeating: 0, count: tenants.count)
    judge.walk { place, _ in
      if !passedOver.contains(place.id) { counts[place.tenant] += 1 }
      return counts.allSatisfy { $0 >= limit } ? .stop : .leave
    }
    return counts
  }

  /// Fills, from the top down, each place that may be filled now and for which there is an ad.
  ///
  /// ```swift
  /// let filled = placement.fillEach { place in
  ///   guard let ad = queues[place.tenant].take() else { return false }
  ///   ads[place.id] = ad
  ///   return true
  /// }
  /// ```
  /// - Parameters:
  ///   - policy: Which places may be filled, depending on the displayed rows.
  ///   - rows: The largest distance from the displayed rows, unfilled places included.
  ///   - traits: The traits of content rows; if they have no tags, tags are not checked.
  ///   - body: Returns whether there is an ad for a place; it is called only for places that may be filled.
  /// - Complexity: That of ``fillable(policy:within:traits:)`` and, if any place is filled, that of ``fill(_:)``.
  /// - Returns: The filled places, in feed order.
  @discardableResult
  public mutating func fillEach(
    policy: FillPolicy = .belowDisplayed, within rows: Int? = nil, traits: ContentTraits = .none,
    _ body: (LivePlace) -> Bool
  ) -> [PlaceID] {
    fillEach(policy: policy, within: rows, traits: traits, at: { place, _ in body(place) })
  }

  /// Fills places in the same way, and passes to `body` the row that each place would have if it alone were filled.
  @discardableResult
  package mutating func fillEach(
    policy: FillPolicy, within rows: Int?, traits: ContentTraits, at body: (LivePlace, _ row: Int) -> Bool
  ) -> [PlaceID] {
    var judge = FillWalk(self, policy, rows, traits)
    let filled = judge.walk { body($0, $1) ? .fill : .leave }
    fill(filled)
    return filled
  }

  /// Returns the reason why a place may not be filled now; nil if it may.
  /// - Complexity: O(sections + places).
  public func refusal(
    of id: PlaceID, policy: FillPolicy = .belowDisplayed, traits: ContentTraits = .none
  ) -> LiveRefusal? {
    guard let (section, index) = find(id) else { return .unknown }
    if sections[section].entries[index].isFilled { return .filled }
    var judge = FillWalk(self, policy, nil, traits)
    judge.begin(section)
    return judge.refusal(section, unfilled: sections[section].filling.unfilledCount(above: index))
  }

  /// Returns the filled places that a rule forbids now, from the top down, each judged with the allowed ones above it.
  ///
  /// Places that the content does not reach, and that are not shown for this reason, are not judged, but are counted.
  /// Nothing is cleared.
  /// - Complexity: O(sections + places).
  public func forbidden(traits: ContentTraits = .none) -> [(id: PlaceID, reason: RefusalReason)] {
    var found: [(id: PlaceID, reason: RefusalReason)] = []
    var ownInAll = [Int](repeating: 0, count: tenants.count)
    for section in sections.indices {
      var own = [Int](repeating: 0, count: tenants.count)
      var (rank, all) = (0, 0)
      var above: Neighbour?
      for (index, entry) in sections[section].entries.enumerated() where entry.isFilled {
        let place = Standing(
          section: section, content: entry.content, contentCount: sections[section].contentCount,
          own: own[entry.tenant], ownInAll: ownInAll[entry.tenant], all: all, above: above)
        let isShown = rank < shown.rows[section].map.visibleCount
        rank += 1
        if isShown, let reason = rules[entry.tenant].refusal(place, traits) {
          found.append((entry.id, reason))
          continue
        }
        own[entry.tenant] += 1
        ownInAll[entry.tenant] += 1
        all += 1
        above = sections[section].neighbour(index, rules)
      }
    }
    return found
  }
}

/// A check of the unfilled places of a feed from the top down, given the filled ones and those that are filled during
/// the walk.
struct FillWalk {
  private let placement: LivePlacement
  private let policy: FillPolicy
  private let within: Int?
  private let traits: ContentTraits
  private let displayed: DisplayedList

  /// The decision on a place that may be filled.
  enum Step {
    /// The place counts as filled for the rest of the walk.
    case fill
    /// The place stays unfilled.
    case leave
    /// The place stays unfilled, and the walk ends.
    case stop
  }

  /// The number of filled places of each tenant in the feed and in the section.
  private var ownInAll: [Int]
  private var own: [Int] = []
  /// The last place of the section that was filled during the walk.
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

  /// Calls a closure for the places that may be filled, and returns those for which it returns ``Step/fill``.
  ///
  /// `row` is the row of its section that a place would have if it alone were filled.
  /// - Complexity: O(sections + *u* log places) for *u* unfilled places that are checked: those that the policy allows,
  ///   within the distance.
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
          // All later places are further down, except for those that wait beyond the end of their section.
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

  /// Begins a section, with the counts of its filled places.
  mutating func begin(_ section: Int) { (own, come) = (placement.sections[section].filling.own, nil) }

  /// Returns the rank of the first unfilled place that must be checked.
  private func firstRank(_ number: Int) -> Int {
    let section = placement.sections[number]
    guard policy == .belowDisplayed else { return 0 }
    return section.filling.unfilledCount(above: displayed.firstPlaceBelow(section, number: number))
  }

  /// Returns the reason why an unfilled place, given by its rank among the unfilled ones, may not be filled; nil if it
  /// may.
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
  /// Returns the row that an unfilled place would have if it alone were filled.
  fileprivate func row(ofUnfilled rank: Int) -> Int {
    entries[filling.unfilled[rank]].content + filling.filledCount(aboveUnfilled: rank)
  }
}
