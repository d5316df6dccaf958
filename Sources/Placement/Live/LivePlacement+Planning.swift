extension LivePlacement {
  /// Forgets all places, and plans those of other content.
  ///
  /// The numbers of former places are not used again.
  /// - Complexity: O(sections + places), and what ``JointPlan/places`` costs.
  /// - Returns: The places, in feed order.
  /// - Throws: ``PlacementError/invalidCount(_:)`` and ``PlacementError/tagsUnknown``; all is then as it was.
  @discardableResult
  public mutating func load(
    userCounts: [Int], traits: ContentTraits = .none
  ) throws(PlacementError) -> [PlaceID] {
    try RowMap.check(counts: userCounts)
    var loaded = self
    loaded.shown = try InsertionMap(userCounts: userCounts)
    loaded.sections = userCounts.enumerated().map { number, count in
      LiveSection(contentCount: count, number: number, rules: rules)
    }
    let added = try loaded.plan(traits)
    self = loaded
    assert(checkInvariants())
    return added
  }

  /// Plans what content below the last place has not been planned for, in every section.
  mutating func plan(_ traits: ContentTraits) throws(PlacementError) -> [PlaceID] {
    for tenant in rules { try tenant.check(traits) }
    var ownInAll = rules.indices.map { tenant in sections.reduce(0) { $0 + $1.lanes[tenant].own } }
    var added: [PlaceID] = []
    for section in sections.indices {
      try plan(section, traits, &ownInAll)
      added += number(section)
    }
    return added
  }

  private mutating func plan(
    _ section: Int, _ traits: ContentTraits, _ ownInAll: inout [Int]
  ) throws(PlacementError) {
    var walk = sections[section].walk(rules, number: section, traits, ownInAll)
    while let place = walk.nextPlace() {
      let count = sections[section].entries.count + 1
      guard sections[section].contentCount <= RowMap.limit - count else {
        throw .invalidCount(sections[section].contentCount + count)
      }
      sections[section].entries.append(
        LiveSection.Entry(tenant: place.tenant, origin: place.place.origin, content: place.place.content.row))
    }
    ownInAll = walk.lanes.map(\.ownInAll)
    sections[section].lanes = walk.lanes.map(\.atRest)
  }

  /// Numbers the new places of a section, in feed order.
  private mutating func number(_ section: Int) -> [PlaceID] {
    guard sections[section].hasUnnumbered else { return [] }
    var added: [PlaceID] = []
    for index in sections[section].entries.indices
    where sections[section].entries[index].number == LiveSection.Entry.unnumbered {
      sections[section].entries[index].number = nextNumber
      added.append(PlaceID(number: nextNumber))
      nextNumber += 1
    }
    sections[section].noteFilling()
    return added
  }
}

extension LiveSection {
  /// The walk that goes on below the last place.
  func walk(
    _ rules: [RuleTables], number: Int, _ traits: ContentTraits, _ ownInAll: [Int]
  ) -> JointWalk {
    var lanes = lanes
    for tenant in lanes.indices {
      lanes[tenant].positions.section = number
      lanes[tenant].ownInAll = ownInAll[tenant]
    }
    let last = entries.indices.last.map { index in
      JointWalk.PlacedLast(position: entries[index].content + index, neighbour: neighbour(index, rules))
    }
    return JointWalk(
      tenants: rules, section: number, contentCount: contentCount, traits: traits, lanes: lanes,
      placed: entries.count, last: last)
  }

  /// Whether there are places without numbers: those on top, or the last.
  fileprivate var hasUnnumbered: Bool {
    entries.first?.number == Entry.unnumbered || entries.last?.number == Entry.unnumbered
  }
}
