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
