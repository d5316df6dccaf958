extension PlacementRules {
  /// Refuses values that are out of range, named twice, or met on no content at all.
  ///
  /// What can be met on some content is taken, however rarely; ``findings`` tells what is doubtful about it.
  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and sections.
  /// - Throws: ``PlacementError/invalidValue(word:value:expected:column:)``, ``PlacementError/duplicate(word:value:)``,
  ///   ``PlacementError/incomplete(word:needs:)``, ``PlacementError/contradiction(_:_:)``.
  public func validate() throws(PlacementError) {
    try checkValues()
    try checkTogether()
    try checkFixed()
  }

  /// Refuses values that no rule set has, whatever else it says.
  func checkValues() throws(PlacementError) {
    for (word, values) in [("at", at), ("sections", sections ?? []), ("except", except)] {
      for value in values { try PlacementRules.check(word, value) }
      try PlacementRules.checkUnique(word, values)
    }
    try PlacementRules.check("every", every, from: 2)
    for (word, value) in [("from", from), ("max", max), ("maxInAll", maxInAll)] {
      try PlacementRules.check(word, value)
    }
    for (word, value) in [("gap", gap), ("before", before), ("after", after)] {
      try PlacementRules.check(word, value)
    }
    try PlacementRules.check("seed", seed, to: .max)
    if let share, !(0...1 ~= share) {
      throw .invalidValue(word: "share", value: "\(share)", expected: PlacementRules.shareRange, column: nil)
    }
    if avoid.contains("") {
      throw .invalidValue(word: "avoid", value: "''", expected: PlacementRules.tagRange, column: nil)
    }
  }

  private func checkTogether() throws(PlacementError) {
    if from != nil, every == nil { throw .incomplete(word: "from", needs: "every") }
    if seed != nil, every == nil { throw .incomplete(word: "seed", needs: "every") }
    if trailing, after > 0 { throw .contradiction("trailing", "after \(after)") }
    if before + after > RowMap.limit { throw .contradiction("before \(before)", "after \(after)") }
    let excluded = Set(except)
    if let section = sections?.first(where: excluded.contains) {
      throw .contradiction("sections \(section)", "except \(section)")
    }
  }

  /// Refuses a fixed position that has an ad on no content.
  ///
  /// Content can keep ads from all earlier places by what they stand beside, so that a position has as many content rows before
  /// it as its number says, and any distance from another ad. Only the two at the very top stand beside the same row, so that
  /// the second has no ad where the first has none.
  private func checkFixed() throws(PlacementError) {
    if let first = at.min(), first < before { throw .contradiction("at \(first)", "before \(before)") }
    for (earlier, position) in at.sorted().enumerated() where position - earlier + after > RowMap.limit && after > 0 {
      throw .contradiction("at \(position)", "after \(after)")
    }
    guard at.contains(0), at.contains(1) else { return }
    if gap > 0 { throw .contradiction("at 0,1", "gap \(gap)") }
    if max == 1 { throw .contradiction("at 0,1", "max 1") }
    if maxInAll == 1 { throw .contradiction("at 0,1", "max 1 in all") }
  }
}

// MARK: - Ranges

extension PlacementRules {
  static let shareRange = "a share from 0 to 1"
  static let tagRange = "tags with commas between"

  /// What a number may be, in words.
  static func range(from least: Int, to most: Int) -> String { "a number from \(least) to \(most)" }

  private static func check(
    _ word: String, _ value: Int?, from least: Int = 0, to most: Int = RowMap.limit
  ) throws(PlacementError) {
    guard let value, !(least...most ~= value) else { return }
    throw .invalidValue(word: word, value: "\(value)", expected: range(from: least, to: most), column: nil)
  }

  private static func checkUnique(_ word: String, _ values: [Int]) throws(PlacementError) {
    let sorted = values.sorted()
    for (one, next) in zip(sorted, sorted.dropFirst()) where one == next { throw .duplicate(word: word, value: one) }
  }
}
