extension PlacementRules {
  /// What is doubtful about a rule set that ``validate()`` takes; nothing about one that it refuses.
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

  /// The word that keeps every ad away.
  private var closingWord: String? {
    if max == 0 { return "max 0" }
    if maxInAll == 0 { return "max 0 in all" }
    // One ad among the most rows that there can be has a larger share than this.
    if let share, share * Double(RowMap.limit + 1) < 1 { return "share \(PlacementRules.plain(share))" }
    return sections == [] ? "sections none" : nil
  }

  /// The limit that is reached first, and its words.
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
    var found: [RuleFinding] = zip(fixed, fixed.dropFirst()).filter { $1 - $0 - 1 < gap }.map {
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
    if rows < gap { found.append(.intervalWithinGap(every: every, rows: rows, gap: gap)) }
    if let least, at.count == least.count { found.append(.beyondMax(word: "every \(every)", max: least.word)) }
    if let seed, every == 2 { found.append(.noEffect(word: "seed \(seed)", beside: "every 2")) }
    return found
  }

  /// What is doubtful about the first repeated position, which jitter moves on by up to so many rows.
  private func findings(from first: Int, jitter: Int) -> [RuleFinding] {
    let last = at.max()
    if let last, first <= last { return [.noEffect(word: "from \(first)", beside: "at \(last)")] }
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
    if share == 1 { found.append(.noEffect(word: "share 1", beside: nil)) }
    return found
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
