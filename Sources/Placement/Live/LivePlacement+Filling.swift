extension LivePlacement {
  /// Fills places with ads; what stands after each moves on by one.
  ///
  /// Names of places that do not exist, or are filled, are passed over. The rules are not consulted: see
  /// ``fillable(policy:within:traits:)``. A place that the content does not reach is filled, and waits; one at the very end is
  /// shown, with what waits there.
  /// - Complexity: O(sections + places), however many are filled.
  public mutating func fill(_ ids: some Sequence<PlaceID>) { setFilled(true, ids) }

  /// Takes the ads out of places, which stay, and can be filled again; what stands after each moves back by one.
  ///
  /// Names of places that do not exist, or are not filled, are passed over.
  /// - Complexity: O(sections + places), however many are cleared.
  public mutating func clear(_ ids: some Sequence<PlaceID>) { setFilled(false, ids) }

  private mutating func setFilled(_ isFilled: Bool, _ ids: some Sequence<PlaceID>) {
    var numbers = Set(ids.lazy.map(\.number))
    for section in sections.indices where !numbers.isEmpty {
      var reachesEnd = false
      let rest = numbers.count
      for index in sections[section].entries.indices where !numbers.isEmpty {
        let entry = sections[section].entries[index]
        guard entry.isFilled != isFilled, numbers.remove(entry.number) != nil else { continue }
        sections[section].entries[index].isFilled = isFilled
        sections[section].entries[index].isDisplayed = false
        if isFilled, entry.content == sections[section].contentCount { reachesEnd = true }
      }
      if numbers.count == rest { continue }
      sections[section].noteFilling()
      show(section, showsEnd: reachesEnd)
    }
    assert(checkInvariants())
  }

  /// Makes the map of a section anew from its filled places.
  func rowMap(_ section: LiveSection, holdsEnd: Bool) throws(PlacementError) -> SectionRows {
    let filled = section.entries.filter(\.isFilled)
    var map = try RowMap(
      contentCount: section.contentCount, insertions: filled.enumerated().map { $1.content + $0 })
    if holdsEnd { map.reach(holdingEnd: true) }
    return SectionRows(map: map, indices: CallerIndices(filled.map(\.number)))
  }

  private mutating func show(_ section: Int, showsEnd: Bool) {
    let holdsEnd = !showsEnd && shown.rows[section].map.heldCount > 0
    // Planning has refused what would be too long with every place filled.
    guard let rows = try? rowMap(sections[section], holdsEnd: holdsEnd) else { return }
    shown.rows[section] = rows
  }
}
