/// Where a reference feed gets places: each position that the rules name is looked at, one by one.
extension ReferenceFeed {
  /// Whether a tenant's next position may be decided on.
  private enum Standing { case going, waiting, ended }

  /// Plans what has not been planned for; answers the new places in feed order, which get numbers.
  mutating func plan() -> [Int] {
    for section in sections.indices { plan(section) }
    var added: [Int] = []
    for section in sections.indices {
      for index in sections[section].elements.indices {
        guard case .place(var place) = sections[section].elements[index], place.number == nil else { continue }
        place.number = nextNumber
        added.append(nextNumber)
        nextNumber += 1
        sections[section].elements[index] = .place(place)
      }
    }
    return added
  }

  private mutating func plan(_ section: Int) {
    for tenant in tenants.indices { followMark(tenant, section) }
    if let last = sections[section].lastPlace {
      for tenant in tenants.indices { passOver(tenant, section, last) }
    }
    var standings = tenants.map { $0.hasAds(in: section) ? Standing.going : .ended }
    while let (tenant, position) = nextNamed(section, standings) {
      let content = position - sections[section].places.count
      guard let reason = refusal(tenant, section, position) else {
        let old = tenants.indices.filter { standings[$0] != .going }
        let fixed = sections[section].lanes[tenant].fixed.first
        sections[section].add(Place(tenant: tenant, fixed: fixed), at: position)
        pass(tenant, section, position)
        for other in old {
          while let next = named(other, section), next <= position { pass(other, section, next) }
          if standings[other] == .waiting { standings[other] = .going }
        }
        continue
      }
      if content >= sections[section].rows.count || reason == .after || reason == .few {
        standings[tenant] = .ended
      } else if reason == .share {
        standings[tenant] = .waiting
      } else {
        pass(tenant, section, position)
      }
    }
  }

  private func nextNamed(_ section: Int, _ standings: [Standing]) -> (tenant: Int, position: Int)? {
    let all = tenants.indices.filter { standings[$0] == .going }.compactMap { tenant in
      named(tenant, section).map { (tenant: tenant, position: $0) }
    }
    return all.min { ($0.position, $0.tenant) < ($1.position, $1.tenant) }
  }
}

// MARK: - Positions

extension ReferenceFeed {
  /// The next position that a tenant's rules name.
  private func named(_ tenant: Int, _ section: Int) -> Int? {
    let lane = sections[section].lanes[tenant]
    if let fixed = lane.fixed.first { return fixed }
    return base(tenant, section).map { $0 + tenants[tenant].jitter(lane.repetition, section: section) }
  }

  /// The next repeated position before it is moved by a seed: below the last, or where the rules say that it begins.
  private func base(_ tenant: Int, _ section: Int) -> Int? {
    guard let every = tenants[tenant].every else { return nil }
    let mark = sections[section].markPosition(tenant)
    if let distance = sections[section].lanes[tenant].distance { return (mark ?? 0) + distance }
    if let from = tenants[tenant].from, from > mark ?? -1 { return from }
    return (mark ?? -1) + every
  }

  /// Puts the mark at a position, which is decided on.
  private mutating func pass(_ tenant: Int, _ section: Int, _ position: Int) {
    if sections[section].lanes[tenant].fixed.first == position {
      sections[section].lanes[tenant].fixed.removeFirst()
    } else {
      let base = base(tenant, section) ?? 0
      sections[section].lanes[tenant].distance = base + (tenants[tenant].every ?? 0) - position
      sections[section].lanes[tenant].repetition += 1
    }
    sections[section].mark(tenant, at: position)
  }

  /// Fixed positions that now lie behind the mark are none any more.
  private mutating func followMark(_ tenant: Int, _ section: Int) {
    guard let mark = sections[section].markPosition(tenant) else { return }
    sections[section].lanes[tenant].fixed.removeAll { $0 <= mark }
  }

  /// Positions that now lie behind the last place are none any more.
  private mutating func passOver(_ tenant: Int, _ section: Int, _ last: Int) {
    guard let next = named(tenant, section), next <= last else { return }
    sections[section].lanes[tenant].fixed.removeAll { $0 <= last }
    if sections[section].lanes[tenant].distance != nil, let every = tenants[tenant].every {
      var base = base(tenant, section) ?? 0
      while base + tenants[tenant].jitter(sections[section].lanes[tenant].repetition, section: section) <= last {
        base += every
        sections[section].lanes[tenant].repetition += 1
      }
      sections[section].lanes[tenant].distance = base - last
    }
    sections[section].mark(tenant, at: last)
  }

  private func refusal(_ tenant: Int, _ section: Int, _ position: Int) -> ReferenceRefusal? {
    let places = sections[section].places
    let last = places.last.map { (content: $0.content, gap: tenants[tenant].gap(to: tenants[$0.place.tenant])) }
    if let place = places.last?.place, sections[section].lastPlace == position {
      return .yields(tenants[place.tenant].name)
    }
    let own = tenants[tenant].refusal(
      section: section, content: position - places.count, rows: sections[section].rows,
      own: places.count { $0.place.tenant == tenant }, ownInAll: count(tenant), all: places.count,
      above: last, below: nil)
    return own ?? yielding(tenant, section, position)
  }

  private func yielding(
    _ tenant: Int, _ section: Int, _ position: Int
  ) -> ReferenceRefusal? {
    for other in 0..<tenant where tenants[other].hasAds(in: section) {
      let rules = tenants[other]
      let places = sections[section].places
      if sections[section].rows.count < rules.few { continue }
      if places.count(where: { $0.place.tenant == other }) >= rules.max || count(other) >= rules.maxInAll { continue }
      var trial = self
      while let next = trial.named(other, section), next <= position + rules.gap(to: tenants[tenant]) {
        let content = next - places.count
        let isTooClose = places.last.map { content - $0.content < rules.gap(to: tenants[$0.place.tenant]) } ?? false
        if next > position, content >= rules.before, !isTooClose { return .yields(rules.name) }
        trial.passBlindly(other, section, next)
      }
    }
    return nil
  }

  /// Goes on without a mark: the next position counts from a mark that stays where it is.
  private mutating func passBlindly(_ tenant: Int, _ section: Int, _ position: Int) {
    let every = tenants[tenant].every ?? 0
    if sections[section].lanes[tenant].fixed.first == position {
      sections[section].lanes[tenant].fixed.removeFirst()
      guard sections[section].lanes[tenant].fixed.isEmpty, every > 0 else { return }
      let from = tenants[tenant].from ?? 0
      let first = from > position ? from : position + every
      sections[section].lanes[tenant].distance = first - (sections[section].markPosition(tenant) ?? 0)
    } else {
      let base = base(tenant, section) ?? 0
      sections[section].lanes[tenant].distance = base + every - (sections[section].markPosition(tenant) ?? 0)
      sections[section].lanes[tenant].repetition += 1
    }
  }

  func count(_ tenant: Int) -> Int {
    sections.reduce(0) { $0 + $1.places.count { $0.place.tenant == tenant } }
  }
}

// MARK: - On top

extension ReferenceFeed {
  /// Rows that have come on top get places upwards from each tenant's first, or from the top down where it has none.
  mutating func planOnTop(_ section: Int, _ newRows: Int) {
    for (number, tenant) in tenants.enumerated() {
      guard let every = tenant.every, newRows > 0 else { continue }
      let lastFixed = tenant.at.max() ?? -1
      let first = tenant.from.map { $0 > lastFixed ? $0 : lastFixed + every } ?? lastFixed + every
      var contents: [Int] = []
      if let lowest = sections[section].places.first(where: { $0.place.tenant == number })?.content {
        var content = lowest - (every - 1)
        while content >= first {
          if content <= newRows { contents.append(content) }
          content -= every - 1
        }
      } else if sections[section].markPosition(number) != nil {
        contents = (0...newRows).filter { $0 >= first && ($0 - first) % (every - 1) == 0 }
      }
      for content in contents { addOnTop(number, section, content) }
    }
  }

  private mutating func addOnTop(_ tenant: Int, _ section: Int, _ content: Int) {
    let places = sections[section].places
    func neighbour(_ place: (place: Place, content: Int)) -> (content: Int, gap: Int) {
      (place.content, tenants[tenant].gap(to: tenants[place.place.tenant]))
    }
    let refusal = tenants[tenant].refusal(
      section: section, content: content, rows: sections[section].rows,
      own: places.count { $0.place.tenant == tenant }, ownInAll: count(tenant), all: places.count,
      above: places.last { $0.content < content }.map(neighbour),
      below: places.first { $0.content >= content }.map(neighbour))
    if refusal != nil { return }
    // Right behind the row before, above all that stands before the next one.
    var rows = 0
    let index = sections[section].elements.firstIndex { element in
      defer { if case .row = element { rows += 1 } }
      return rows == content
    }
    sections[section].elements.insert(.place(Place(tenant: tenant)), at: index ?? sections[section].elements.count)
  }
}

extension ReferenceFeed.Section {
  /// The feed row of a tenant's mark, with every place filled.
  func markPosition(_ tenant: Int) -> Int? {
    var position = 0
    for element in elements {
      switch element {
      case .mark(tenant): return position
      case .mark: break
      default: position += 1
      }
    }
    return nil
  }

  /// The feed row of the last place.
  var lastPlace: Int? {
    places.indices.last.map { places[$0].content + $0 }
  }

  /// Puts a tenant's mark right before what stands at a feed row.
  mutating func mark(_ tenant: Int, at position: Int) {
    elements.removeAll { if case .mark(tenant) = $0 { true } else { false } }
    elements.insert(.mark(tenant: tenant), at: index(ofPosition: position))
  }

  /// Puts a place at a feed row.
  mutating func add(_ place: ReferenceFeed.Place, at position: Int) {
    let below = lanes.indices.compactMap { tenant in markPosition(tenant).map { (tenant: tenant, position: $0) } }
    elements.insert(.place(place), at: index(ofPosition: position))
    // What was decided further down has been decided for that feed row.
    for mark in below where mark.position > position { self.mark(mark.tenant, at: mark.position) }
  }

  /// Where what stands at a feed row is among the elements, behind marks.
  private func index(ofPosition position: Int) -> Int {
    var passed = 0
    for (index, element) in elements.enumerated() {
      if case .mark = element { continue }
      if passed == position { return index }
      passed += 1
    }
    return elements.count
  }
}
