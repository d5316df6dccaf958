/// Walks the places that the rules name in one section, in order, and decides on each.
///
/// All state that one place hands to the next is in here, so that a walk can stop and go on.
struct SectionWalk: Sendable {
  private let rules: PlacementRules
  private let fixed: [Int]
  private let section: Int
  private let contentCount: Int
  private let adCount: Int?
  private let traits: ContentTraits
  private let avoided: Set<String>
  /// Whether the rules give the section no ads.
  private let isLeftOut: Bool

  /// The next fixed position, and the next repeated one.
  private var fixedIndex = 0
  private var repetition = 0
  private var firstRepeated: Int?
  private var isDone = false

  /// The ads of this section, those of all, and the content before the last one of this section.
  private var placed = 0
  private(set) var placedInAll: Int
  private var lastContent: Int?
  /// Where earlier pages of the section ended.
  private let earlier: SectionProgress

  /// Starts before the first row, or where an earlier page of the section ended.
  init(plan: PlacementPlan, section: Int, contentCount: Int, placedInAll: Int, after page: SectionProgress? = nil) {
    rules = plan.rules
    fixed = plan.fixed
    self.section = section
    self.contentCount = contentCount
    adCount = plan.adCount
    traits = plan.traits
    avoided = plan.avoided
    isLeftOut = !plan.hasAds(inSection: section)
    self.placedInAll = placedInAll
    earlier = page ?? SectionProgress()
    firstRepeated = rules.every.map { SectionWalk.firstRepeated(every: $0, from: rules.from, after: fixed.last) }
    if let page { resume(after: page) }
  }

  /// Passes over the places that lie in earlier pages, which are those before the feed row at which these ended.
  private mutating func resume(after page: SectionProgress) {
    placed = page.placed
    lastContent = page.lastContent
    let row = page.content + page.placed
    fixedIndex = fixed.firstIndex { $0 >= row } ?? fixed.count
    guard let every = rules.every, let firstRepeated else { return }
    // Jitter moves a place by less than half the interval.
    repetition = Swift.max(0, (row - firstRepeated) / every - 1)
    while let position = repeatedPosition(), position < row { repetition += 1 }
  }

  /// Where the section has come to, for the next page to go on from.
  var progress: SectionProgress {
    SectionProgress(
      content: contentCount, placed: placed, lastContent: lastContent,
      tag: contentCount > 0 ? avoidedTag(of: contentCount - 1) : nil,
      allowsAd: contentCount == 0 || allowsAd(beside: contentCount - 1))
  }

  /// The next place that the rules name, and what becomes of it.
  mutating func next() -> PlacementDecision? {
    if isDone { return nil }
    if fixedIndex < fixed.count {
      fixedIndex += 1
      return decide(on: fixed[fixedIndex - 1], origin: .fixed(fixed[fixedIndex - 1]))
    }
    guard let every = rules.every, let position = repeatedPosition() else { return nil }
    repetition += 1
    // Beyond the end there is no end of repeated places; the first that does not fit is the last to be told.
    if position > contentCount + placed {
      isDone = true
      return nil
    }
    return decide(on: position, origin: .repeated(every: every, from: rules.from))
  }

  /// The next place that an ad has; what cannot be met is skipped without looking at each place.
  mutating func nextPlace() -> Place? {
    while true {
      switch next() {
      case .placed(let place): return place
      case .refused(let refused) where refused.reason.isLasting:
        isDone = true
        return nil
      case .refused: skipUnreachable()
      case nil: return nil
      }
    }
  }
}

// MARK: - Where places are

extension SectionWalk {
  /// The first repeated position; `from` counts only after the last fixed one.
  private static func firstRepeated(every: Int, from: Int?, after last: Int?) -> Int {
    switch (from, last) {
    case (let from?, nil): from
    case (let from?, let last?): from > last ? from : last + every
    case (nil, let last): (last ?? -1) + every
    }
  }

  private func repeatedPosition() -> Int? {
    guard let every = rules.every, let firstRepeated else { return nil }
    let position = firstRepeated + repetition * every
    guard let seed = rules.seed else { return position }
    return position + jitter(seed: seed, width: (every - 1) / 2 + 1)
  }

  /// A number below the width that depends on the seed, the section and the repetition only (SplitMix64).
  private func jitter(seed: Int, width: Int) -> Int {
    var word = UInt64(bitPattern: Int64(seed)) &+ UInt64(section) &* 0xD1B5_4A32_D192_ED03
    word &+= UInt64(repetition + 1) &* 0x9E37_79B9_7F4A_7C15
    return Int(SplitMix64.mixed(word) % UInt64(width))
  }

  /// Passes over the repeated places that come too early for `before` and `gap`.
  private mutating func skipUnreachable() {
    guard fixedIndex == fixed.count, let every = rules.every, let firstRepeated else { return }
    let content = Swift.max(rules.before, lastContent.map { $0 + rules.gap } ?? 0)
    let earliest = content + placed - (rules.seed == nil ? 0 : (every - 1) / 2)
    repetition = Swift.max(repetition, (earliest - firstRepeated + every - 1) / every)
  }
}

// MARK: - What becomes of them

extension SectionWalk {
  private mutating func decide(on position: Int, origin: PlaceOrigin) -> PlacementDecision {
    let path = FeedPath(section: section, row: position)
    if let reason = refusal(position: position) {
      return .refused(RefusedPlace(path: path, origin: origin, reason: reason))
    }
    let content = position - placed
    let ad = placedInAll
    placed += 1
    placedInAll += 1
    lastContent = content
    return .placed(
      Place(path: path, content: UserPath(section: section, row: content), ad: ad, ordinal: placed, origin: origin))
  }

  /// The rule that forbids a place, the lasting ones first.
  private func refusal(position: Int) -> RefusalReason? {
    if isLeftOut { return .section }
    let content = position - placed
    if content > contentCount { return .noContent }
    if content == contentCount, !rules.trailing || lastContent == contentCount { return .trailing }
    if let max = rules.max, placed >= max { return .max(max) }
    if let max = rules.maxInAll, placedInAll >= max { return .maxInAll(max) }
    if contentCount - content < rules.after { return .after(rules.after) }
    if let share = rules.share, Double(placed + 1) / Double(contentCount + placed + 1) > share { return .share(share) }
    if let adCount, placedInAll >= adCount { return .noAd }
    if content < rules.before { return .before(rules.before) }
    if let lastContent, content - lastContent < rules.gap { return .gap(rules.gap) }
    return refusal(beside: content)
  }

  /// What the content before or after a place has against an ad.
  private func refusal(beside content: Int) -> RefusalReason? {
    if avoided.isEmpty, traits.isAdAllowedBeside == nil { return nil }
    for row in [content - 1, content] where 0..<contentCount ~= row {
      if let tag = avoidedTag(of: row) { return .avoid(tag) }
      if !allowsAd(beside: row) { return .beside(UserPath(section: section, row: row)) }
    }
    return nil
  }

  private func avoidedTag(of row: Int) -> String? {
    guard let tags = traits.tags, !avoided.isEmpty else { return nil }
    if row < earlier.content { return row == earlier.content - 1 ? earlier.tag : nil }
    return tags(UserPath(section: section, row: row)).first(where: avoided.contains)
  }

  private func allowsAd(beside row: Int) -> Bool {
    guard let isAdAllowedBeside = traits.isAdAllowedBeside else { return true }
    if row < earlier.content { return row < earlier.content - 1 || earlier.allowsAd }
    return isAdAllowedBeside(UserPath(section: section, row: row))
  }
}

extension RefusalReason {
  /// Whether every later place of the section is refused as well.
  var isLasting: Bool {
    switch self {
    case .before, .gap, .avoid, .beside, .yields: false
    default: true
    }
  }
}
