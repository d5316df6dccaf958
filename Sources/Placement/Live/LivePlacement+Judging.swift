/// Why a place is not to be filled.
public enum LiveRefusal: Hashable, Sendable {
  /// It is no place, or none any more.
  case unknown
  /// An ad is in it.
  case filled
  /// It lies where rows have been displayed.
  case displayed
  /// The content does not reach it.
  case waiting
  /// A rule forbids it as the content and the other ads are now.
  case rule(RefusalReason)
}

extension LiveRefusal: CustomStringConvertible {
  /// The reason in words.
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
  /// The places that may be filled now, in feed order: each as the other ads are now, none of these being filled.
  ///
  /// Filling one may forbid another that is named here; ``fillEach(policy:within:traits:_:)`` asks anew before each.
  /// - Parameters:
  ///   - policy: Where places may be filled, by what has been displayed.
  ///   - rows: How many rows away from what has been displayed at most, or from the top while nothing has; the row right below
  ///     the last displayed one is the first. Each place on the way counts as a row, filled or not. Without it any number.
  ///   - traits: The tags of content are not looked at where they are not told.
  /// - Complexity: O(sections + *u* log places) for *u* unfilled places where the policy lets them be filled, within the rows.
  public func fillable(
    policy: FillPolicy = .belowDisplayed, within rows: Int? = nil, traits: ContentTraits = .none
  ) -> [PlaceID] {
    var judge = LiveJudge(self, policy, rows, traits)
    var found: [PlaceID] = []
    judge.walk { place, _ in
      found.append(place.id)
      return .leave
    }
    return found
  }

  /// How many places of each tenant may be filled now, each as the other ads are now, but for some.
  ///
  /// More than the limit of each are not counted.
  package func fillableCounts(
    policy: FillPolicy, within rows: Int?, traits: ContentTraits, but passedOver: Set<PlaceID>, limit: Int
  ) -> [Int] {
    var judge = LiveJudge(self, policy, rows, traits)
    var counts = [Int](repeating: 0, count: tenants.count)
    judge.walk { place, _ in
      if !passedOver.contains(place.id) { counts[place.tenant] += 1 }
      return counts.allSatisfy { $0 >= limit } ? .stop : .leave
    }
    return counts
  }

  /// Fills places from the top down, each that may be filled now and for which there is an ad.
  ///
  /// ```swift
  /// let filled = placement.fillEach { place in
  ///   guard let ad = queues[place.tenant].take() else { return false }
  ///   ads[place.id] = ad
  ///   return true
  /// }
  /// ```
  /// - Parameters:
  ///   - policy: Where places may be filled, by what has been displayed.
  ///   - rows: How many rows away from what has been displayed at most, places that are not filled counted as well.
  ///   - traits: The tags of content are not looked at where they are not told.
  ///   - body: Answers whether there is an ad for a place; it is asked only about places that may be filled.
  /// - Complexity: That of ``fillable(policy:within:traits:)``, and where anything is filled that of ``fill(_:)``.
  /// - Returns: What has been filled, in feed order.
  @discardableResult
  public mutating func fillEach(
    policy: FillPolicy = .belowDisplayed, within rows: Int? = nil, traits: ContentTraits = .none,
    _ body: (LivePlace) -> Bool
  ) -> [PlaceID] {
    fillEach(policy: policy, within: rows, traits: traits, at: { place, _ in body(place) })
  }

  /// Fills places in the same way, and tells of each which row of its section it would be if it alone was filled.
  @discardableResult
  package mutating func fillEach(
    policy: FillPolicy, within rows: Int?, traits: ContentTraits, at body: (LivePlace, _ row: Int) -> Bool
  ) -> [PlaceID] {
    var judge = LiveJudge(self, policy, rows, traits)
    let filled = judge.walk { body($0, $1) ? .fill : .leave }
    fill(filled)
    return filled
  }

  /// Why a place may not be filled now; nil if it may.
  /// - Complexity: O(sections + places).
  public func refusal(
    of id: PlaceID, policy: FillPolicy = .belowDisplayed, traits: ContentTraits = .none
  ) -> LiveRefusal? {
    guard let (section, index) = find(id) else { return .unknown }
    if sections[section].entries[index].isFilled { return .filled }
    var judge = LiveJudge(self, policy, nil, traits)
    judge.begin(section)
    return judge.refusal(section, unfilled: sections[section].filling.unfilledCount(above: index))
  }

  /// The filled places that a rule forbids as things are now, from the top down, each judged with those above it that remain.
  ///
  /// What the content does not reach, and so is not shown, is not judged, but counts. Nothing is cleared.
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
