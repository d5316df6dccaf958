/// A doubtful point in a valid rule set, which is probably not what its author meant.
public enum RuleFinding: Hashable, Sendable {
  /// A word prevents every ad.
  case placesNothing(word: String)
  /// There is neither `at` nor `every`, only limits.
  case namesNoPlace
  /// A word has no effect in combination with another one, or at all.
  case noEffect(word: String, beside: String?)
  /// A tag is listed twice by `avoid`.
  case repeatedTag(String)
  /// The position of one word can have an ad only if that of another word has none.
  case withinGap(word: String, of: String, gap: Int)
  /// The interval leaves fewer content rows between two ads than `gap` requires.
  case intervalWithinGap(every: Int, rows: Int, gap: Int)
  /// The first position of a word can have an ad only if an earlier place has none.
  case beyondMax(word: String, max: String)
  /// The first repeated position has no ad, since too few content rows are before it.
  case firstRefused(from: Int, before: Int)
}

extension RuleFinding: CustomStringConvertible {
  /// A description of the doubtful point in English.
  public var description: String {
    switch self {
    case .placesNothing(let word): "'\(word)' keeps every ad away"
    case .namesNoPlace: "neither 'at' nor 'every' names a place for an ad"
    case .noEffect(let word, let other?): "'\(word)' changes nothing beside '\(other)'"
    case .noEffect(let word, nil): "'\(word)' changes nothing"
    case .repeatedTag(let tag): "'avoid' names '\(tag)' twice"
    case .withinGap(let word, let other, let gap):
      "'\(word)' has an ad only where '\(other)' has none, because of 'gap \(gap)'"
    case .intervalWithinGap(let every, let rows, let gap):
      "'every \(every)' leaves \(rows) content rows between two ads, so that 'gap \(gap)' refuses some of them"
    case .beyondMax(let word, let max): "'\(word)' has an ad only where an earlier place has none, because of '\(max)'"
    case .firstRefused(let from, let before): "'from \(from)' has no ad, because of 'before \(before)'"
    }
  }
}

// MARK: - Findings

extension PlacementRules {
  /// The doubtful points of a rule set; empty for one that ``validate()`` refuses.
  ///
  /// ```swift
  /// let rules = try PlacementRules("at 1,9 every 6 from 4 gap 6")
  /// rules.findings.map(\.description)
  /// // ["'from 4' changes nothing beside 'at 9'",
  /// //  "'every 6' leaves 5 content rows between two ads, so that 'gap 6' refuses some of them"]
  /// ```
  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and tags.
  public var findings: [RuleFinding] {
    if self == PlacementRules() || (try? validate()) == nil { return [] }
    if at.isEmpty, every == nil { return [.namesNoPlace] }
    if let word = closingWord { return [.placesNothing(word: word)] }
    return findingsOfFixed + findingsOfInterval + findingsOfLimits + findingsOfContent
  }

  /// A word that prevents every ad; nil if there is none.
  private var closingWord: String? {
    if max == 0 { return "max 0" }
    if maxInAll == 0 { return "max 0 in all" }
    // Even one ad in the longest possible section has a larger share than this.
    if let share, share * Double(RowMap.limit + 1) < 1 { return "share \(PlacementRules.plain(share))" }
    return sections == [] ? "sections none" : nil
  }

  /// The smaller of the two limits on ads, and the words that set it.
  private var least: (count: Int, word: String)? {
    switch (max, maxInAll) {
    case (let max?, let all) where max < all ?? .max: (max, "max \(max)")
    case (_, let all?): (all, "max \(all) in all")
    case (let max, nil): max.map { ($0, "max \($0)") }
    }
  }
}

// MARK: - Places

extension PlacementRules {
  private var findingsOfFixed: [RuleFinding] {
    let fixed = at.sorted()
    // A place within a gap moves out of it, if it may.
    let closest = nearest == nil ? gap : 0
    var found: [RuleFinding] = zip(fixed, fixed.dropFirst()).filter { $1 - $0 - 1 < closest }.map {
      .withinGap(word: "at \($1)", of: "at \($0)", gap: gap)
    }
    if let least, fixed.count > least.count {
      found.append(.beyondMax(word: "at \(fixed[least.count])", max: least.word))
    }
    return found
  }

  private var findingsOfInterval: [RuleFinding] {
    guard let every else { return [] }
    var found = from.map { findings(from: $0, jitter: seed == nil ? 0 : (every - 1) / 2) } ?? []
    let rows = every - 1 - (seed == nil ? 0 : (every - 1) / 2)
    if rows < gap, nearest == nil { found.append(.intervalWithinGap(every: every, rows: rows, gap: gap)) }
    if let least, at.count == least.count { found.append(.beyondMax(word: "every \(every)", max: least.word)) }
    if let seed, every == 2 { found.append(.noEffect(word: "seed \(seed)", beside: "every 2")) }
    return found
  }

  /// Returns the doubtful points of the first repeated position, which jitter moves down by up to `jitter` rows.
  private func findings(from first: Int, jitter: Int) -> [RuleFinding] {
    let last = at.max()
    if let last, first <= last { return [.noEffect(word: "from \(first)", beside: "at \(last)")] }
    if nearest != nil { return [] }
    var found: [RuleFinding] = []
    if let last, first + jitter - last - 1 < gap {
      found.append(.withinGap(word: "from \(first)", of: "at \(last)", gap: gap))
    }
    if first + jitter < before { found.append(.firstRefused(from: first, before: before)) }
    return found
  }
}

// MARK: - Limits

extension PlacementRules {
  private var findingsOfLimits: [RuleFinding] {
    var found: [RuleFinding] = []
    if let max, let maxInAll, maxInAll <= max {
      found.append(.noEffect(word: "max \(max)", beside: "max \(maxInAll) in all"))
    }
    found += findingOfFew.map { [$0] } ?? []
    if share == 1 { found.append(.noEffect(word: "share 1", beside: nil)) }
    return found
  }

  /// The doubtful point of a `few` that every section with an ad has anyway.
  private var findingOfFew: RuleFinding? {
    // An ad has as many content rows before it and after it, and one after it unless it may be trailing.
    guard few > 0, few <= before + Swift.max(after, trailing ? 0 : 1) else { return nil }
    let others = [(before, "before \(before)"), (after, "after \(after)")].filter { $0.0 > 0 }.map(\.1)
    return .noEffect(word: "few \(few)", beside: others.isEmpty ? nil : others.joined(separator: " "))
  }

  private var findingsOfContent: [RuleFinding] {
    var found: [RuleFinding] = []
    if let sections, !except.isEmpty {
      found.append(
        .noEffect(
          word: "except \(PlacementRules.list(except))", beside: "sections \(PlacementRules.list(sections))"))
    }
    var seen: Set<String> = []
    var told: Set<String> = []
    for tag in avoid where !seen.insert(tag).inserted && told.insert(tag).inserted { found.append(.repeatedTag(tag)) }
    return found
  }
}

// MARK: - Validity

extension PlacementRules {
  /// Throws if values are out of range or repeated, or cannot be met with any content.
  ///
  /// Rules that can be met with some content are valid, however rare it is; ``findings`` lists what is doubtful about
  /// them.
  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and sections.
  /// - Throws: ``PlacementError/invalidValue(word:value:expected:column:)``, ``PlacementError/duplicate(word:value:)``,
  ///   ``PlacementError/incomplete(word:needs:)``, ``PlacementError/contradiction(_:_:)``.
  public func validate() throws(PlacementError) {
    for word in Word.allCases { try word.check(self) }
    try checkTogether()
    try checkFixed()
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

  /// Throws if a fixed position cannot have an ad with any content.
  ///
  /// Content rows can prevent all earlier ads, so a position can have as many content rows before it as its number, and
  /// any distance from another ad. Only positions 0 and 1 are next to the same content row, so the second has no ad if
  /// that row prevents the first.
  private func checkFixed() throws(PlacementError) {
    if let first = at.min(), first < before - (nearest ?? 0) { throw .contradiction("at \(first)", "before \(before)") }
    for (earlier, position) in at.sorted().enumerated() where position - earlier + after > RowMap.limit && after > 0 {
      throw .contradiction("at \(position)", "after \(after)")
    }
    guard nearest == nil, at.contains(0), at.contains(1) else { return }
    if gap > 0 { throw .contradiction("at 0,1", "gap \(gap)") }
    if max == 1 { throw .contradiction("at 0,1", "max 1") }
    if maxInAll == 1 { throw .contradiction("at 0,1", "max 1 in all") }
  }
}
