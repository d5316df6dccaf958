extension LivePlacement {
  /// Whether places, their names and what is shown fit together.
  ///
  /// It holds after every change; asserts and tests ask for it.
  /// - Complexity: O(sections + places).
  public func checkInvariants() -> Bool {
    let numbers = sections.flatMap { $0.entries.map(\.number) }
    return Set(numbers).count == numbers.count && numbers.allSatisfy { 0..<nextNumber ~= $0 }
      && shown.checkInvariants() && shown.userCounts == sections.map(\.contentCount)
      && sections.indices.allSatisfy { isSound(sections[$0]) && isShown($0) }
  }

  private func isSound(_ section: LiveSection) -> Bool {
    let entries = section.entries
    return zip(entries, entries.dropFirst()).allSatisfy { $0.content <= $1.content }
      && entries.allSatisfy { rules.indices.contains($0.tenant) && $0.content >= 0 && (!$0.isDisplayed || $0.isFilled) }
      && section.filling == SectionFilling(entries, tenantCount: rules.count)
      && rules.indices.allSatisfy { tenant in section.lanes[tenant].own == entries.count { $0.tenant == tenant } }
      && (section.seen.isEmpty || 0...section.contentCount ~= section.seen.upperBound)
  }

  private func isShown(_ section: Int) -> Bool {
    let holdsEnd = shown.rows[section].map.heldCount > 0
    return (try? rowMap(sections[section], holdsEnd: holdsEnd)) == shown.rows[section]
  }
}
