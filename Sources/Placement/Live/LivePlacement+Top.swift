extension LivePlacement {
  /// Plans rows that have come on top of sections.
  mutating func planOnTop(_ newOnTop: [Int: Int], _ traits: ContentTraits) {
    if newOnTop.isEmpty { return }
    var ownInAll = rules.indices.map { tenant in sections.reduce(0) { $0 + $1.lanes[tenant].own } }
    for (section, rows) in newOnTop.sorted(by: { $0.key < $1.key }) where rows > 0 {
      var top = SectionTop(sections[section], number: section, newRows: rows)
      for tenant in rules.indices { top.plan(tenant, rules, traits, &ownInAll[tenant]) }
      sections[section] = top.section
    }
  }
}

/// Rows that have come on top of a section, and the places among them.
///
/// The interval goes on upwards from the tenant's first place, or from the top if it has none but has been planned for. Fixed
/// positions name nothing here, since they belong to rows that have been decided on, and there is no jitter.
private struct SectionTop {
  private(set) var section: LiveSection
  private let number: Int
  private let newRows: Int

  init(_ section: LiveSection, number: Int, newRows: Int) {
    self.section = section
    self.number = number
    self.newRows = newRows
  }

  mutating func plan(_ tenant: Int, _ rules: [RuleTables], _ traits: ContentTraits, _ ownInAll: inout Int) {
    for content in contents(tenant, rules[tenant]) {
      let index = section.firstIndex(notBeforeContent: content)
      let place = Standing(
        section: number, content: content, contentCount: section.contentCount, own: section.lanes[tenant].own,
        ownInAll: ownInAll, all: section.entries.count,
        above: index > 0 ? section.neighbour(index - 1, rules) : nil,
        below: index < section.entries.count ? section.neighbour(index, rules) : nil)
      if rules[tenant].refusal(place, traits) != nil { continue }
      let origin = PlaceOrigin.repeated(every: rules[tenant].rules.every ?? 0, from: rules[tenant].rules.from)
      section.entries.insert(LiveSection.Entry(tenant: tenant, origin: origin, content: content), at: index)
      section.lanes[tenant].own += 1
      ownInAll += 1
      for lane in section.lanes.indices { section.lanes[lane].follow { $0.places += 1 } }
    }
  }

  /// The content rows before which the interval names places; from one to the next there is one row less of content than of the feed.
  private func contents(_ tenant: Int, _ rules: RuleTables) -> [Int] {
    guard let every = rules.rules.every, let first = rules.rules.firstRepeated(after: rules.fixed.last) else {
      return []
    }
    guard let lowest = section.entries.first(where: { $0.tenant == tenant })?.content else {
      let isPlanned = section.lanes[tenant].passed != nil
      return isPlanned && first <= newRows ? Array(stride(from: first, through: newRows, by: every - 1)) : []
    }
    // Those further down are passed over without being counted.
    let steps = Swift.max(1, (lowest - newRows + every - 2) / (every - 1))
    let start = lowest - steps * (every - 1)
    return start < first ? [] : Array(stride(from: start, through: first, by: 1 - every))
  }
}
