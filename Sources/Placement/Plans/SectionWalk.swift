/// An iterator over the places that all tenants' rules name in one section, in ascending order, which decides on each.
///
/// It contains all state that later places depend on, so that a walk can be stopped, and continued when there is more
/// content.
struct SectionWalk: Sendable {
  /// The rules of the tenants in order of precedence.
  private let tenants: [RuleTables]
  private let section: Int
  private let contentCount: Int
  private let traits: ContentTraits
  /// The progress of each tenant's rules.
  var progress: [TenantProgress]
  /// The number of places in the section so far, and the last of them.
  private(set) var placed: Int
  private var last: PlacedLast?
  /// The content row above which `nearest` moves no place.
  private let top: Int

  /// The last place, above which no more decisions are made.
  struct PlacedLast: Hashable, Sendable {
    var position: Int
    var neighbour: Neighbour
  }

  /// Starts before the first row, or below the last of the existing places.
  init(
    tenants: [RuleTables], section: Int, contentCount: Int, traits: ContentTraits, progress: [TenantProgress],
    placed: Int = 0, last: PlacedLast? = nil, top: Int = 0
  ) {
    self.tenants = tenants
    self.section = section
    self.contentCount = contentCount
    self.traits = traits
    self.progress = progress
    self.placed = placed
    self.last = last
    self.top = top
    guard let last else { return }
    for number in progress.indices where !isMovable(number) {
      self.progress[number].passOver(last.position, places: placed - 1)
    }
  }

  /// A tenant's next position, and the feed row at which it is decided on.
  typealias Turn = (tenant: Int, row: Int, named: NamedPositions.Named)

  /// What becomes of a position.
  enum Verdict {
    /// An ad precedes a content row; `moved` is the reason why it does not precede the ideal one.
    case placed(content: Int, moved: RefusalReason?)
    case refused(RefusalReason)
    /// The position is decided on again at a content row further down.
    case postponed(content: Int)
  }

  /// Returns the decision on the next place that any rules name; nil at the end of the section.
  mutating func next() -> JointDecision? {
    while let turn = nextTurn() {
      let number = turn.tenant
      // Repeated places continue infinitely beyond the end, so the tenant's walk ends at the first one after it.
      if progress[number].positions.isRepeating, turn.row > contentCount + placed {
        progress[number].state = .ended
        continue
      }
      switch verdict(on: turn) {
      case .placed(let content, let reason):
        return JointDecision(tenant: number, decision: .placed(place(turn, content, reason)))
      case .postponed(let content): progress[number].turn = content
      case .refused(let reason):
        pass(turn.named.position, number)
        let row = isMovable(number) ? Swift.max(turn.row, last.map { $0.position + 1 } ?? 0) : turn.row
        let path = FeedPath(section: section, row: row)
        let refused = RefusedPlace(path: path, origin: turn.named.origin, reason: reason)
        return JointDecision(tenant: number, decision: .refused(refused))
      }
    }
    return nil
  }

  /// Returns the next place with an ad; skips places that cannot have one without checking each.
  ///
  /// The walk of each tenant's rules stops at the first position that only later content can decide on.
  mutating func nextPlace() -> JointPlace? {
    while let turn = nextTurn() {
      switch verdict(on: turn) {
      case .placed(let content, let reason):
        return JointPlace(tenant: turn.tenant, place: place(turn, content, reason))
      case .postponed(let content): progress[turn.tenant].turn = content
      case .refused(let reason): refuse(turn, reason)
      }
    }
    for number in progress.indices where progress[number].state == .exhausted {
      skip(number, to: contentCount + (isMovable(number) ? 0 : placed))
    }
    return nil
  }

  /// Returns the tenant with the first next position, the earlier tenant if two name the same one.
  private func nextTurn() -> Turn? {
    var found: Turn?
    for number in progress.indices where progress[number].state == .going {
      guard let named = progress[number].positions.current else { continue }
      let row = row(of: named.position, number)
      if let found, found.row <= row { continue }
      found = (number, row, named)
    }
    return found
  }

  /// Returns the feed row at which a tenant's position is decided on.
  private func row(of position: Int, _ number: Int) -> Int {
    isMovable(number) ? Swift.max(position, progress[number].turn) + placed : position
  }

  /// Whether refused places of a tenant are moved, so that its positions are content rows.
  private func isMovable(_ number: Int) -> Bool { tenants[number].rules.nearest != nil }
}

// MARK: - Going on

extension SectionWalk {
  private mutating func place(_ turn: Turn, _ content: Int, _ reason: RefusalReason?) -> Place {
    let (number, position) = (turn.tenant, content + placed)
    progress[number].place(at: turn.named.position, below: isMovable(number) ? 0 : placed)
    placed += 1
    last = PlacedLast(position: position, neighbour: tenants[number].neighbour(content: content))
    adjustOtherTenants(position, turn)
    return Place(
      path: FeedPath(section: section, row: position), content: UserPath(section: section, row: content),
      ad: progress[number].ownInAll - 1, ordinal: progress[number].own, origin: turn.named.origin,
      moved: reason.map { PlaceMove(from: UserPath(section: section, row: turn.named.position), reason: $0) })
  }

  /// Adjusts the other tenants to a new place: skips waiting positions above it, and keeps the feed rows of passed
  /// positions below it.
  private mutating func adjustOtherTenants(_ position: Int, _ turn: Turn) {
    for other in progress.indices where other != turn.tenant {
      if !isMovable(other) { progress[other].passed?.makeRoom(at: position) }
      if progress[other].state == .going { continue }
      // Of two tenants with the same row, the earlier one has been decided on.
      let end = turn.row + (other < turn.tenant ? 1 : 0)
      if !isMovable(other) {
        skip(other, to: Swift.max(position + 1, end))
      } else if progress[other].state == .waiting {
        skip(other, to: end - placed + 1)
      }
      if progress[other].state == .waiting { progress[other].state = .going }
    }
  }

  private mutating func refuse(_ turn: Turn, _ reason: RefusalReason) {
    let (number, position) = (turn.tenant, turn.named.position)
    let content = isMovable(number) ? position : position - placed
    if content >= contentCount {
      progress[number].state = .ended
      return
    }
    switch reason {
    case .section, .few: progress[number].state = .ended
    // Ads of other tenants make the feed longer, and so the share smaller.
    case .share: progress[number].state = .waiting
    case .max, .maxInAll, .noAd: progress[number].state = .exhausted
    case _ where isMovable(number) && reason.isOfPlace: refuseMovable(position, number)
    case .after: progress[number].state = .ended
    case .before, .gap:
      pass(position, number)
      // Positions close to the end may have to wait for later content.
      let end = contentCount + Swift.min(0, 1 - tenants[number].rules.after)
      skip(number, to: Swift.min(tenants[number].earliestContent(below: last?.neighbour), end) + placed)
    default: pass(position, number)
    }
  }

  /// Refuses a place that cannot be moved within this content.
  private mutating func refuseMovable(_ position: Int, _ number: Int) {
    let rules = tenants[number].rules
    guard let reach = rules.nearest, position + reach <= lastContent(rules) else {
      // Later positions reach no other row of this content, but all may be moved to later content.
      progress[number].state = .ended
      return
    }
    pass(position, number)
    skip(number, to: lowestContent(number) - reach)
  }

  private mutating func pass(_ position: Int, _ number: Int) {
    progress[number].positions.advance()
    notePassed(position, number)
  }

  private mutating func skip(_ number: Int, to row: Int) {
    if let position = progress[number].positions.skip(to: row) { notePassed(position, number) }
  }

  private mutating func notePassed(_ position: Int, _ number: Int) {
    var places = last.map { position <= $0.position } == true ? placed - 1 : placed
    if isMovable(number) { places = 0 }
    progress[number].passed = PassedPosition(content: position - places, places: places)
  }
}

// MARK: - Judging

extension SectionWalk {
  private mutating func verdict(on turn: Turn) -> Verdict {
    let number = turn.tenant
    if let reach = tenants[number].rules.nearest { return verdict(on: turn, within: reach) }
    if let last, last.position == turn.row { return .refused(.yields(to: tenants[last.neighbour.tenant].name)) }
    let content = turn.row - placed
    if let reason = tenants[number].refusal(possibleAd(content, number), traits) { return .refused(reason) }
    let earlier = tenantAwaited(below: turn.row, at: turn)
    return earlier.map { .refused(.yields(to: tenants[$0].name)) } ?? .placed(content: content, moved: nil)
  }

  /// Returns what becomes of a position whose place moves by at most `reach` content rows if it is refused.
  private mutating func verdict(on turn: Turn, within reach: Int) -> Verdict {
    let (number, ideal) = (turn.tenant, turn.named.position)
    let tenant = tenants[number]
    let reason = tenant.refusal(possibleAd(ideal, number), traits)
    if let reason, !reason.isOfPlace { return .refused(reason) }
    var content = ideal
    if let reason {
      guard let nearest = nearestContent(to: ideal, within: reach, number) else {
        return .refused(reason)
      }
      // Rules such as `share` come after some that depend on the place.
      if let other = tenant.refusal(possibleAd(nearest, number), traits) { return .refused(other) }
      content = nearest
    }
    // Positions of other tenants may come before.
    if content + placed > turn.row { return .postponed(content: content) }
    guard let earlier = tenantAwaited(below: content + placed, at: turn) else {
      return .placed(content: content, moved: reason)
    }
    // It is known below the earlier tenant's position whether that one has an ad.
    if let position = nextPosition(of: earlier, after: turn) {
      let below = row(of: position, earlier) - placed
      if below < contentCount { return .postponed(content: below) }
    }
    return .refused(.yields(to: tenants[earlier].name))
  }

  private func possibleAd(_ content: Int, _ number: Int) -> PossibleAd {
    PossibleAd(
      section: section, content: content, contentCount: contentCount, own: progress[number].own,
      ownInAll: progress[number].ownInAll, all: placed, adCount: progress[number].adCount, above: last?.neighbour)
  }

  /// Returns the first earlier tenant for whose next position a place stays free.
  private func tenantAwaited(below position: Int, at turn: Turn) -> Int? {
    (0..<turn.tenant).first { isAwaited($0, below: position, at: turn) }
  }

  /// Returns whether the next possible position of an earlier tenant is too close below another tenant's position.
  ///
  /// Content below, and whether there is any but for what `few` asks for, is not considered, so that pages get the same
  /// places as their whole content at once.
  private func isAwaited(_ number: Int, below position: Int, at turn: Turn) -> Bool {
    let earlier = progress[number]
    let tenant = tenants[number]
    let gap = tenant.gap(to: tenants[turn.tenant].neighbour(content: position - placed))
    if !tenant.hasAds(inSection: section) || contentCount < tenant.rules.few { return false }
    if earlier.own >= tenant.rules.max ?? .max || earlier.ownInAll >= tenant.rules.maxInAll ?? .max { return false }
    let earliest = Swift.max(position + 1, tenant.earliestContent(below: last?.neighbour) + placed)
    let next =
      isMovable(number)
      ? nextPosition(of: number, after: turn).map { Swift.max(earliest, row(of: $0, number)) }
      : earlier.positions.first(from: Swift.max(earliest, turn.row + 1))
    return next.map { $0 - position - 1 < gap } ?? false
  }

  /// Returns the next position that a tenant may have; those down to this turn have been decided on, if only all at once.
  private func nextPosition(of number: Int, after turn: Turn) -> Int? {
    let decided = progress[number].state == .going ? 0 : turn.row + 1 - (isMovable(number) ? placed : 0)
    let lowest = tenants[number].rules.nearest.map { lowestContent(number) - $0 }
    return progress[number].positions.first(from: Swift.max(decided, lowest ?? 0))
  }
}

// MARK: - Moving

extension SectionWalk {
  /// Returns the first content row that a place of a tenant may be moved to.
  private func lowestContent(_ number: Int) -> Int {
    Swift.max(top, tenants[number].earliestContent(below: last?.neighbour))
  }

  /// Returns the last content row that a place may be moved to.
  private func lastContent(_ rules: PlacementRules) -> Int {
    contentCount - Swift.max(rules.after, rules.trailing ? 0 : 1)
  }

  /// Returns the row nearest to an ideal one whose content allows an ad, the upper one of two; nil if there is none.
  ///
  /// The rows that refuse ads are remembered as one range, so that no walk asks many times for the same row.
  private mutating func nearestContent(to ideal: Int, within reach: Int, _ number: Int) -> Int? {
    let (low, high) = (
      Swift.max(lowestContent(number), ideal - reach), Swift.min(lastContent(tenants[number].rules), ideal + reach)
    )
    var (upper, lower) = (Swift.min(ideal, high), Swift.max(ideal, low))
    while true {
      let refused = progress[number].refused
      if refused.contains(upper) { upper = refused.lowerBound - 1 }
      if refused.contains(lower) { lower = refused.upperBound }
      if upper < low, lower > high { return nil }
      let isUpper = upper >= low && (lower > high || ideal - upper <= lower - ideal)
      let row = isUpper ? upper : lower
      if tenants[number].refusal(beside: possibleAd(row, number), traits) == nil { return row }
      let isAdjacent = row + 1 == refused.lowerBound || row == refused.upperBound
      progress[number].refused =
        isAdjacent ? Swift.min(row, refused.lowerBound)..<Swift.max(row + 1, refused.upperBound) : row..<row + 1
    }
  }
}
