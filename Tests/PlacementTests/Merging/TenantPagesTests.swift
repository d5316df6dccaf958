import TestSupport
import Testing

@testable import Placement

/// Small worlds of demand sources, complete: every list of rules over every shape of content, with every supply of ads,
/// cut into pages in every way, each of which continues from the text of the cursor before.
@Suite struct TenantPagesTests {
  /// Rules that decide on a place by what is above it.
  private static let exact = [
    "every 2", "at 2 gap 2", "at 0,3 every 3", "every 3 from 1 gap 1", "every 2 max 1", "every 2 max 2 in all before 1",
    "every 3 seed 5", "every 2 avoid sad", "at 1 every 2 except 1", "at 1,2,4 sections 0,2",
  ]
  /// Rules that look at the content below a place as well, of which a page has only a part.
  private static let lookingAhead = [
    "every 2 share 0.34", "at 1 every 2 after 2", "every 2 trailing", "every 2 few 4", "at 1,2 every 3 nearest 2",
  ]

  @Test func `pages of one source`() throws {
    try check(tenantCount: 1, Self.exact + Self.lookingAhead, size: 7, supplies: [0, 1, 2, 9], oneIn: 20)
  }

  @Test func `pages of two sources`() throws {
    try check(tenantCount: 2, Self.exact + Self.lookingAhead, size: 5, supplies: [0, 1, 9], oneIn: 400)
  }

  @Test func `pages of three sources`() throws {
    let rules = Array(Self.exact.prefix(5)) + [Self.lookingAhead[0]]
    try check(tenantCount: 3, rules, size: 5, supplies: [1, 9], oneIn: 600)
  }

  private func check(tenantCount: Int, _ lines: [String], size: Int, supplies: [Int], oneIn interval: UInt64) throws {
    var sample = Sample(oneIn: interval)
    let rules = try lines.map { try PlacementRules($0) }
    let shapes = Self.shapes(size: size)
    let allSupplies = Self.lists(of: tenantCount, from: supplies)
    var (worlds, paged) = (0, 0)
    for chosen in Self.lists(of: tenantCount, from: rules) {
      let tenants = chosen.enumerated().map { ReferenceTenant(name: "\($0)", $1) }
      let merger = try FeedMerger(tenants.map(\.tenant))
      let looksAhead = chosen.contains {
        $0.share != nil || $0.after > 0 || $0.trailing || $0.few > 0 || $0.nearest != nil
      }
      for counts in shapes {
        for supply in allSupplies where sample.takesNext() {
          let world = TenantWorld(tenants, merger, counts: counts, supply: supply)
          let name = "\(chosen) over \(counts) with \(supply) ads"
          worlds += 1
          let whole = try world.merged(world.rows[...], after: nil)
          if world.names(of: whole.entries) != world.expected { Issue.record("\(name): not the model's feed") }
          if looksAhead { continue }
          paged += 1
          if let cuts = try world.cuts(from: 0, after: nil, joined: [], differingFrom: whole) {
            Issue.record("\(name): pages up to \(cuts)")
          }
        }
      }
    }
    #expect(worlds > 20 && paged > worlds / 4)
  }

  /// Returns every list of elements with a given length.
  private static func lists<Element>(of count: Int, from elements: [Element]) -> [[Element]] {
    count == 0 ? [[]] : lists(of: count - 1, from: elements).flatMap { list in elements.map { list + [$0] } }
  }

  /// Returns the row counts of one to three sections, in which rows and section ends together are at most `size`.
  private static func shapes(size: Int) -> [[Int]] {
    (1...3).flatMap { sections in
      lists(of: sections, from: Array(0...size)).filter { $0.reduce(0, +) + sections - 1 <= size }
    }
  }
}

/// A merger with its content and ads.
private struct TenantWorld {
  typealias Entries = [FeedEntry<ReferenceRow, String>]
  typealias Merged = (entries: Entries, cursor: FeedCursor?)

  private let tenants: [ReferenceTenant]
  private let merger: FeedMerger
  private let sections: [[ReferenceRow]]
  private let ads: [[String]]
  /// The rows of all sections, with nil where a next section begins.
  let rows: [ReferenceRow?]

  init(_ tenants: [ReferenceTenant], _ merger: FeedMerger, counts: [Int], supply: [Int]) {
    (self.tenants, self.merger) = (tenants, merger)
    var id = 0
    sections = counts.map { count in
      (0..<count).map { _ in
        id += 1
        return ReferenceRow(id: id, isTagged: id % 3 == 2, isShy: id % 5 == 4)
      }
    }
    ads = supply.enumerated().map { tenant, count in (0..<count).map { "\(tenant)-\($0)" } }
    rows = Array(sections.map { section in section.map(Optional.some) }.joined(separator: [nil]))
  }

  /// Merges a page, which begins new sections where rows are nil.
  func merged(_ rows: ArraySlice<ReferenceRow?>, after cursor: FeedCursor?) throws -> Merged {
    let traits = RowTraits<ReferenceRow>(
      tags: { $0.isTagged ? [ReferenceTenant.tag] : [] }, isAdAllowedBeside: { !$0.isShy })
    let left = zip(ads, cursor?.adCounts ?? ads.map { _ in 0 }).map { $0.dropFirst($1) }
    let page = try merger.merge(
      sections: rows.split(separator: nil, omittingEmptySubsequences: false).map { $0.compactMap(\.self) },
      adsByTenant: left, after: cursor, traits: traits)
    return (Array(page), try FeedCursor(text: page.cursor.text))
  }

  /// Cuts the rest of the feed into pages in every way; returns the cuts of the first one that differs from the whole.
  func cuts(from start: Int, after cursor: FeedCursor?, joined: Entries, differingFrom whole: Merged) throws -> [Int]? {
    if start == rows.count { return rows.isEmpty || (joined, cursor) == whole ? nil : [] }
    for end in start + 1...rows.count {
      let page = try merged(rows[start..<end], after: cursor)
      let joined = joined + page.entries
      if let rest = try cuts(from: end, after: page.cursor, joined: joined, differingFrom: whole) {
        return [end] + rest
      }
    }
    return nil
  }

  /// The feed by the model, which looks at every feed row.
  var expected: [String] {
    let model = ReferenceJointPlacement(tenants, sections, supply: ads.map(\.count))
    return sections.indices.flatMap { section in
      let placed = model.ads.filter { $0.section == section }
      var rest = sections[section].enumerated().makeIterator()
      return (0..<sections[section].count + placed.count).map { row in
        let ad = placed.first { $0.row == row }
        if let ad { return "ad \(ad.tenant)-\(ad.number) at \(section):\(row)" }
        return rest.next().map { "row \($1.id), \(section):\($0)" } ?? "nothing"
      }
    }
  }

  /// The words for entries in which the model's feed is expected.
  func names(of entries: Entries) -> [String] {
    entries.map { entry in
      switch entry {
      case .content(let row, let path): "row \(row.id), \(path.section):\(path.row)"
      case .ad(let ad, let slot): "ad \(ad) at \(slot.path.section):\(slot.path.row)"
      }
    }
  }
}

extension ReferenceTenant {
  /// The model of a tenant with the same rules.
  fileprivate init(name: String, _ rules: PlacementRules) {
    self.init(name: name)
    (at, every, from, seed) = (rules.at, rules.every, rules.from, rules.seed)
    (few, nearest) = (rules.few, rules.nearest)
    (max, maxInAll) = (rules.max ?? .max, rules.maxInAll ?? .max)
    (gap, before, after, share) = (rules.gap, rules.before, rules.after, rules.share)
    (trailing, sections, except) = (rules.trailing, rules.sections, rules.except)
    avoidsTag = rules.avoid.contains(ReferenceTenant.tag)
  }
}
