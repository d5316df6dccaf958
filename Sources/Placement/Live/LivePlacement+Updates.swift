extension LivePlacement {
  /// Applies an update of the content: places stay before the same rows, and new content gets places.
  ///
  /// - Complexity: O(sections + *p* log *c*) for *c* changes in sections that have *p* places, and the cost of
  ///   planning.
  /// - Returns: The places that were added, and those that were removed.
  /// - Throws: ``PlacementError`` for changes that contradict each other or do not produce the counts, and
  ///   ``PlacementError/tagsUnknown``; the placement is then unchanged.
  @discardableResult
  public mutating func apply(
    _ update: ContentUpdate, traits: ContentTraits = .none
  ) throws(PlacementError) -> LiveChange {
    let origins = try update.batchOrigins(from: userCounts)
    for tenant in rules { try tenant.check(traits) }
    // Nothing else can fail in a list that is not too long, so that no copy of the places is needed to go back to.
    if isWithinLimit(update.userCounts) { return try apply(update, origins, traits) }
    var updated = self
    let change = try updated.apply(update, origins, traits)
    self = updated
    return change
  }

  private mutating func apply(
    _ update: ContentUpdate, _ origins: BatchOrigins<UserSpace>, _ traits: ContentTraits
  ) throws(PlacementError) -> LiveChange {
    _ = try shown.apply(update, origins)
    var change = LiveChange()
    change.dropped = try rearrange(update, origins, traits)
    change.added = try plan(traits)
    assert(checkInvariants())
    return change
  }

  /// Whether sections with these numbers of rows stay within the limit of a map, whatever places they get: each tenant has
  /// its fixed ones, and at most one more before each row and at the end.
  ///
  /// Places that were planned before count as well, since those of deleted rows stay.
  private func isWithinLimit(_ counts: [Int]) -> Bool {
    let fixed = rules.reduce(0) { $0 + $1.fixed.count }
    let known = sections.reduce(0) { $0 + $1.places.count }
    return counts.allSatisfy { count in
      let (most, isTooMany) = (count + 1).multipliedReportingOverflow(by: rules.count + 1)
      return !isTooMany && most <= RowMap.limit - min(fixed + known, RowMap.limit)
    }
  }

  private mutating func rearrange(
    _ update: ContentUpdate, _ origins: BatchOrigins<UserSpace>, _ traits: ContentTraits
  ) throws(PlacementError) -> [PlaceID] {
    var former = sections
    var emptied: Set<Int> = []
    var newOnTop: [Int: Int] = [:]
    sections = []
    sections = update.origins.enumerated().map { number, origin in
      let new = { [rules] in LiveSection(contentCount: update.userCounts[number], number: number, rules: rules) }
      guard let origin else { return new() }
      if update.reloadedSections.contains(origin) {
        former[origin].reload(contentCount: update.userCounts[number])
        return former[origin]
      }
      guard let shift = origins.shift(ofSection: number) else { return former[origin] }
      let oldCount = former[origin].contentCount
      if oldCount > 0, shift.leaving.count == oldCount {
        emptied.insert(origin)
        return new()
      }
      // The section is moved out, so that its places change without being copied.
      var section = exchange(&former[origin], with: LiveSection(contentCount: 0, number: number, rules: []))
      section.follow(shift)
      if oldCount > 0 { newOnTop[number] = shift.newOnTop }
      return section
    }
    for (number, origin) in update.origins.enumerated() where origin.map(emptied.contains) ?? false {
      shown.rows[number] = try SectionRows(contentCount: update.userCounts[number])
    }
    planOnTop(newOnTop, traits)
    let kept = Set(update.origins).subtracting(emptied)
    return former.indices.filter { !kept.contains($0) }.flatMap { former[$0].places.map(\.id) }
  }
}
