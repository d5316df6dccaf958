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
  /// - Complexity: O(sections + places) with a small factor, and O(log places) for each unfilled place that the policy
  ///   allows within the distance.
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
    fill(at: placesToFill(policy: policy, within: rows, traits: traits) { place, _ in body(place) })
  }

  /// Returns the places that ``fillEach(policy:within:traits:_:)`` would fill, without filling them.
  ///
  /// `row` is the row that a place would have if it alone were filled. Fill them when nobody holds a copy of the placement any more, so that nothing is copied for it.
  package func placesToFill(
    policy: FillPolicy, within rows: Int?, traits: ContentTraits, _ body: (LivePlace, _ row: Int) -> Bool
  ) -> [PlaceIndex] {
    var judge = FillWalk(self, policy, rows, traits)
    return judge.walk { body($0, $1) ? .fill : .leave }
  }

  /// Fills places that may be filled, and returns them.
  package mutating func fill(at places: [PlaceIndex]) -> [PlaceID] {
    setFilled(true, at: places)
    return places.map { PlaceID(number: sections[$0.section].places[$0.index].number) }
  }

  /// Returns the first row whose display brings another unfilled place within a distance of the displayed rows.
  ///
  /// Rows of later sections are below it. If there is no such place, it is the last possible row of its section.
  ///
  /// - Returns: A path of the last displayed section; nil if no row has been displayed, or if an unfilled place is within
  ///   the distance already.
  /// - Complexity: O(sections + places), with a small factor.
  package func nextRowToReach(within rows: Int?) -> FeedPath? {
    let displayed = DisplayedList(self)
    guard let last = displayed.lastShown(in: self) else { return nil }
    for number in last.section..<sections.count {
      let section = sections[number]
      let first = displayed.firstPlaceBelow(section.places, number: number)
      // Those that wait for content are beyond the end of their section.
      guard let index = section.places.next(filled: false, from: first),
        section.places[index].content <= section.contentCount
      else { continue }
      let side = displayed.side(section: number, index: index, content: section.places[index].content)
      guard let rows, case .below(let distance) = side, distance > rows else { return nil }
      // All places in between are filled, so that each row that is planned there is shown.
      return FeedPath(section: last.section, row: last.row + distance - rows)
    }
    return FeedPath(section: last.section, row: .max)
  }

  /// Returns the reason why a place may not be filled now; nil if it may.
  /// - Complexity: O(sections + places).
  public func refusal(
    of id: PlaceID, policy: FillPolicy = .belowDisplayed, traits: ContentTraits = .none
  ) -> LiveRefusal? {
    guard let (section, index) = find(id) else { return .unknown }
    let places = sections[section].places
    if places[index].isFilled { return .filled }
    var judge = FillWalk(self, policy, nil, traits)
    judge.begin(section)
    return judge.refusal(section, places[index], FilledNeighbours(of: index, in: places))
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
      let places = sections[section].places
      var next = places.next(filled: true, from: 0)
      while let index = next {
        next = places.next(filled: true, from: index + 1)
        let entry = places[index]
        let place = PossibleAd(
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
  private var lastFilled: Int?

  init(_ placement: LivePlacement, _ policy: FillPolicy, _ within: Int?, _ traits: ContentTraits) {
    self.placement = placement
    self.policy = policy
    self.within = within
    self.traits = traits
    displayed = DisplayedList(placement)
    ownInAll = placement.tenants.indices.map { tenant in
      placement.sections.reduce(0) { $0 + $1.filledCounts[tenant] }
    }
  }

  /// Calls a closure for the places that may be filled, and returns those for which it returns ``Step/fill``.
  ///
  /// `row` is the row of its section that a place would have if it alone were filled.
  /// - Complexity: O(sections + *u* log places) for *u* unfilled places that are checked: those that the policy allows,
  ///   within the distance.
  @discardableResult
  mutating func walk(_ body: (LivePlace, _ row: Int) -> Step) -> [LivePlacement.PlaceIndex] {
    var filled: [LivePlacement.PlaceIndex] = []
    for number in (policy == .belowDisplayed ? displayed.lastSection : 0)..<placement.sections.count {
      begin(number)
      let section = placement.sections[number]
      guard let first = section.places.next(filled: false, from: firstIndex(number)) else { continue }
      var around = FilledNeighbours(of: first, in: section.places)
      repeat {
        let place = section.places[around.index]
        let side = displayed.side(section: number, index: around.index, content: place.content)
        guard side.isWithin(within) else {
          // All later places are further down, except for those that wait beyond the end of their section.
          if case .below = side, place.content <= section.contentCount { return filled }
          continue
        }
        if refusal(number, place, around) != nil { continue }
        switch body(placement.place(place, in: number), place.content + around.countAbove) {
        case .leave: continue
        case .stop: return filled
        case .fill:
          count(place.tenant, around.index)
          filled.append((number, around.index))
        }
      } while around.moveToNext()
    }
    return filled
  }

  /// Begins a section, with the counts of its filled places.
  mutating func begin(_ section: Int) { (own, lastFilled) = (placement.sections[section].filledCounts, nil) }

  /// Returns the index of the first place that must be checked.
  private func firstIndex(_ number: Int) -> Int {
    policy == .belowDisplayed ? displayed.firstPlaceBelow(placement.sections[number].places, number: number) : 0
  }

  /// Returns the reason why an unfilled place, given with the filled ones around it, may not be filled; nil if it may.
  func refusal(_ number: Int, _ unfilled: PlaceTable.Entry, _ around: FilledNeighbours) -> LiveRefusal? {
    let side = displayed.side(section: number, index: around.index, content: unfilled.content)
    if !side.isOpen(policy) { return .displayed }
    let section = placement.sections[number]
    let above = around.above.map { max($0, lastFilled ?? $0) } ?? lastFilled
    let place = PossibleAd(
      section: number, content: unfilled.content, contentCount: section.contentCount, own: own[unfilled.tenant],
      ownInAll: ownInAll[unfilled.tenant], all: own.reduce(0, +),
      above: above.map { section.neighbour($0, placement.rules) },
      below: around.below.map { section.neighbour($0, placement.rules) })
    guard let reason = placement.rules[unfilled.tenant].refusal(place, traits) else { return nil }
    return reason == .noContent ? .waiting : .rule(reason)
  }

  private mutating func count(_ tenant: Int, _ index: Int) {
    own[tenant] += 1
    ownInAll[tenant] += 1
    lastFilled = index
  }
}

/// The filled places around an unfilled one.
struct FilledNeighbours {
  private let places: PlaceTable
  /// The index of the unfilled place.
  private(set) var index: Int
  /// The number of filled places above it.
  private(set) var countAbove: Int
  /// The index of the nearest filled place above it.
  private(set) var above: Int?
  /// The index of the nearest filled place below it.
  private(set) var below: Int?

  /// - Complexity: O(places), with a small factor.
  init(of index: Int, in places: PlaceTable) {
    (self.places, self.index) = (places, index)
    countAbove = places.filledCount(above: index)
    above = countAbove > 0 ? places.lastFilled(above: index) : nil
    below = countAbove < places.filledCount ? places.next(filled: true, from: index + 1) : nil
  }

  /// Goes on to the next unfilled place; returns whether there is one.
  mutating func moveToNext() -> Bool {
    guard let next = places.next(filled: false, from: index + 1) else { return false }
    if next > index + 1 {
      // All places in between are filled.
      (countAbove, above) = (countAbove + next - index - 1, next - 1)
      below = countAbove < places.filledCount ? places.next(filled: true, from: next + 1) : nil
    }
    index = next
    return true
  }
}
