/// Judges the unfilled places of a feed from the top down, by what is filled and what is filled on the way.
struct LiveJudge {
  private let placement: LivePlacement
  private let policy: FillPolicy
  private let within: Int?
  private let traits: ContentTraits
  private let displayed: DisplayedList

  /// The filled places of each tenant in the feed and in the section, and of all tenants in the section.
  private var ownInAll: [Int]
  private var own: [Int] = []
  private var all = 0
  /// The nearest filled place above, and for each place of the section the nearest filled one from it on.
  private var above: Neighbour?
  private var nextFilled: [Int?] = []

  init(_ placement: LivePlacement, _ policy: FillPolicy, _ within: Int?, _ traits: ContentTraits) {
    self.placement = placement
    self.policy = policy
    self.within = within
    self.traits = traits
    displayed = DisplayedList(placement)
    ownInAll = Array(repeating: 0, count: placement.tenants.count)
    for section in placement.sections {
      for entry in section.entries where entry.isFilled { ownInAll[entry.tenant] += 1 }
    }
  }

  /// Goes through the places that may be filled; those for which the body says so count as filled from there on.
  ///
  /// The body is told the row of its section that a place would be if it alone was filled.
  @discardableResult
  mutating func walk(_ body: (LivePlace, _ row: Int) -> Bool) -> [LivePlacement.PlaceID] {
    var filled: [LivePlacement.PlaceID] = []
    for section in placement.sections.indices where !placement.sections[section].entries.isEmpty {
      begin(section)
      var filledAbove = 0
      for (index, entry) in placement.sections[section].entries.enumerated() {
        if entry.isFilled {
          above = placement.sections[section].neighbour(index, placement.rules)
          filledAbove += 1
          continue
        }
        let side = side(section, index, filledAbove)
        guard side.isWithin(within) else {
          // What comes next lies further down still, but for places that wait beyond the end of their section.
          if case .below = side, entry.content <= placement.sections[section].contentCount { return filled }
          continue
        }
        if refusal(section, index, filledAbove: filledAbove) == nil,
          body(placement.place(entry, in: section), entry.content + filledAbove)
        {
          count(entry.tenant)
          above = placement.sections[section].neighbour(index, placement.rules)
          filled.append(entry.id)
        }
      }
    }
    return filled
  }

  /// Looks at what is filled in a section.
  mutating func begin(_ section: Int) {
    let entries = placement.sections[section].entries
    (above, all) = (nil, 0)
    own = Array(repeating: 0, count: placement.tenants.count)
    nextFilled = Array(repeating: nil, count: entries.count)
    var next: Int?
    for index in entries.indices.reversed() {
      if entries[index].isFilled {
        next = index
        own[entries[index].tenant] += 1
        all += 1
      }
      nextFilled[index] = next
    }
  }

  /// Passes over the places above one; answers how many of them are filled.
  mutating func passOver(_ section: Int, before index: Int) -> Int {
    let entries = placement.sections[section].entries[..<index]
    above = entries.lastIndex(where: \.isFilled).map { placement.sections[section].neighbour($0, placement.rules) }
    return entries.count { $0.isFilled }
  }

  /// Why an unfilled place of the section may not be filled.
  func refusal(_ section: Int, _ index: Int, filledAbove: Int) -> LiveRefusal? {
    if !side(section, index, filledAbove).isOpen(policy) { return .displayed }
    let entry = placement.sections[section].entries[index]
    let place = Standing(
      section: section, content: entry.content, contentCount: placement.sections[section].contentCount,
      own: own[entry.tenant], ownInAll: ownInAll[entry.tenant], all: all, above: above,
      below: nextFilled[index].map { placement.sections[section].neighbour($0, placement.rules) })
    guard let reason = placement.rules[entry.tenant].refusal(place, traits) else { return nil }
    return reason == .noContent ? .waiting : .rule(reason)
  }

  private func side(_ section: Int, _ index: Int, _ filledAbove: Int) -> DisplayedList.Side {
    let content = placement.sections[section].entries[index].content
    return displayed.side(section: section, index: index, content: content, row: content + filledAbove)
  }

  private mutating func count(_ tenant: Int) {
    own[tenant] += 1
    ownInAll[tenant] += 1
    all += 1
  }
}
