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

  /// The last place, above which no more decisions are made.
  struct PlacedLast: Hashable, Sendable {
    var position: Int
    var neighbour: Neighbour
  }

  /// Starts before the first row, or below the last of the existing places.
  init(
    tenants: [RuleTables], section: Int, contentCount: Int, traits: ContentTraits, progress: [TenantProgress],
    placed: Int = 0, last: PlacedLast? = nil
  ) {
    self.tenants = tenants
    self.section = section
    self.contentCount = contentCount
    self.traits = traits
    self.progress = progress
    self.placed = placed
    self.last = last
    guard let last else { return }
    for number in progress.indices { self.progress[number].passOver(last.position, places: placed - 1) }
  }

  /// Returns the decision on the next place that any rules name; nil at the end of the section.
  mutating func next() -> JointDecision? {
    while let (number, named) = nextNamed() {
      // Repeated places continue infinitely beyond the end, so the tenant's walk ends at the first one after it.
      if progress[number].positions.isRepeating, named.position > contentCount + placed {
        progress[number].state = .ended
        continue
      }
      guard let reason = refusal(of: named.position, number) else {
        return JointDecision(tenant: number, decision: .placed(place(named, number)))
      }
      pass(named.position, number)
      let path = FeedPath(section: section, row: named.position)
      let refused = RefusedPlace(path: path, origin: named.origin, reason: reason)
      return JointDecision(tenant: number, decision: .refused(refused))
    }
    return nil
  }

  /// Returns the next place with an ad; skips places that cannot have one without checking each.
  ///
  /// The walk of each tenant's rules stops at the first position that only later content can decide on.
  mutating func nextPlace() -> JointPlace? {
    while let (number, named) = nextNamed() {
      guard let reason = refusal(of: named.position, number) else {
        return JointPlace(tenant: number, place: place(named, number))
      }
      refuse(named.position, number, reason)
    }
    for number in progress.indices where progress[number].state == .exhausted {
      skip(number, to: contentCount + placed)
    }
    return nil
  }

  /// Returns the tenant with the first next position, the earlier tenant if two name the same one.
  private func nextNamed() -> (tenant: Int, named: NamedPositions.Named)? {
    var found: (tenant: Int, named: NamedPositions.Named)?
    for number in progress.indices where progress[number].state == .going {
      guard let named = progress[number].positions.current else { continue }
      if let found, found.named.position <= named.position { continue }
      found = (number, named)
    }
    return found
  }
}

// MARK: - Going on

extension SectionWalk {
  private mutating func place(_ named: NamedPositions.Named, _ number: Int) -> Place {
    let content = named.position - placed
    progress[number].place(at: named.position, below: placed)
    placed += 1
    last = PlacedLast(position: named.position, neighbour: tenants[number].neighbour(content: content))
    adjustOtherTenants(named.position, number)
    return Place(
      path: FeedPath(section: section, row: named.position), content: UserPath(section: section, row: content),
      ad: progress[number].ownInAll - 1, ordinal: progress[number].own, origin: named.origin)
  }

  /// Adjusts the other tenants to a new place: skips waiting positions above it, and keeps the feed rows of passed
  /// positions below it.
  private mutating func adjustOtherTenants(_ position: Int, _ number: Int) {
    for other in progress.indices where other != number {
      progress[other].passed?.makeRoom(at: position)
      if progress[other].state == .going { continue }
      skip(other, to: position + 1)
      if progress[other].state == .waiting { progress[other].state = .going }
    }
  }

  private mutating func refuse(_ position: Int, _ number: Int, _ reason: RefusalReason) {
    if position - placed >= contentCount {
      progress[number].state = .ended
      return
    }
    switch reason {
    case .section, .few, .after: progress[number].state = .ended
    // Ads of other tenants make the feed longer, and so the share smaller.
    case .share: progress[number].state = .waiting
    case .max, .maxInAll, .noAd: progress[number].state = .exhausted
    case .before, .gap:
      pass(position, number)
      // Positions close to the end may have to wait for later content.
      let end = contentCount + Swift.min(0, 1 - tenants[number].rules.after)
      skip(number, to: Swift.min(tenants[number].earliestContent(below: last?.neighbour), end) + placed)
    default: pass(position, number)
    }
  }

  private mutating func pass(_ position: Int, _ number: Int) {
    progress[number].positions.advance()
    notePassed(position, number)
  }

  private mutating func skip(_ number: Int, to row: Int) {
    if let position = progress[number].positions.skip(to: row) { notePassed(position, number) }
  }

  private mutating func notePassed(_ position: Int, _ number: Int) {
    let places = last.map { position <= $0.position } == true ? placed - 1 : placed
    progress[number].passed = PassedPosition(content: position - places, places: places)
  }
}

// MARK: - Judging

extension SectionWalk {
  private func refusal(of position: Int, _ number: Int) -> RefusalReason? {
    if let last, last.position == position { return .yields(to: tenants[last.neighbour.tenant].name) }
    let ad = PossibleAd(
      section: section, content: position - placed, contentCount: contentCount, own: progress[number].own,
      ownInAll: progress[number].ownInAll, all: placed, adCount: progress[number].adCount, above: last?.neighbour)
    if let reason = tenants[number].refusal(ad, traits) { return reason }
    let first = (0..<number).first { isAwaited($0, below: position, by: number) }
    return first.map { .yields(to: tenants[$0].name) }
  }

  /// Returns whether the next possible position of an earlier tenant is too close below another tenant's position.
  ///
  /// Content below, and whether there is any but for what `few` asks for, is not considered, so that pages get the same places as their whole
  /// content at once.
  private func isAwaited(_ number: Int, below position: Int, by other: Int) -> Bool {
    let earlier = progress[number]
    let tenant = tenants[number]
    let gap = tenant.gap(to: tenants[other].neighbour(content: position - placed))
    if !tenant.hasAds(inSection: section) || contentCount < tenant.rules.few { return false }
    if earlier.own >= tenant.rules.max ?? .max || earlier.ownInAll >= tenant.rules.maxInAll ?? .max { return false }
    let earliest = Swift.max(position + 1, tenant.earliestContent(below: last?.neighbour) + placed)
    return earlier.positions.first(from: earliest).map { $0 - position - 1 < gap } ?? false
  }
}
