import TestSupport
import Testing

@testable import Placement

@Suite struct LivePlacementTests {
  private static func placement(_ lines: String..., counts: [Int]) throws -> LivePlacement {
    var placement = try LivePlacement(lines.map { Tenant(name: $0, rules: try PlacementRules($0)) })
    try placement.load(userCounts: counts)
    return placement
  }

  private static func ids(_ numbers: [Int]) -> [LivePlacement.PlaceID] { numbers.map(LivePlacement.PlaceID.init) }

  /// An update of one section.
  private static func update(_ count: Int, leaving: [Int] = [], coming: [Int] = []) -> ContentUpdate {
    var update = ContentUpdate(origins: [0], userCounts: [count])
    update.leavingRows = leaving.map { UserPath(section: 0, row: $0) }
    update.comingRows = coming.map { UserPath(section: 0, row: $0) }
    return update
  }

  private static func contents(_ placement: LivePlacement) -> [Int] { placement.places.map(\.content.row) }

  // MARK: - Against plain arrays

  private static let sequenceCount = Sample.of(250_000, few: 128)
  private static let step = Sample.of(1, few: 61)

  @Test(arguments: 0..<8)
  func `places of a feed that changes are those of plain arrays`(part: Int) throws {
    for number in 0..<Self.sequenceCount / 8 {
      let seed = UInt64(number * 8 + part + 1)
      var random = SeededGenerator(seed: seed)
      var world = try LiveWorld(seed: seed, &random)
      var fault = world.fault(&random)
      for _ in 0..<random.number(in: 2...6) where fault == nil { fault = try world.step(&random) }
      if let fault {
        let rules = world.live.tenants.map(\.rules.description)
        Issue.record("seed \(seed): \(fault)\n\(rules)\n\(world.steps.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test func `a place that waits beyond its section does not end the lookahead`() throws {
    var placement = try Self.placement("every 2", counts: [20, 4])
    var update = ContentUpdate(origins: [0, 1], userCounts: [0, 4])
    update.reloadedSections = [0]
    try placement.apply(update)
    #expect(placement.fillable(within: 6).compactMap { placement[$0]?.content.section } == [1, 1, 1])
  }

  /// Every order in which four places are filled and then cleared, apart and after each way in which content between them goes.
  @Test func `every order of filling and clearing shows each ad before its row`() throws {
    var tenant = ReferenceTenant(name: "a")
    tenant.at = [1, 3, 5, 7]
    var random = SeededGenerator(seed: 1)
    var sample = Sample(oneIn: 4)
    for leaving in stride(from: 0, to: 32, by: Self.step) {
      var world = try LiveWorld([tenant])
      try world.load([(1...7).map { ReferenceRow(id: $0, isTagged: false, isShy: false) }])
      var change = ReferenceFeed.SectionChange(origin: 0)
      change.leaving = (0..<5).filter { leaving >> $0 & 1 == 1 }.map { $0 + 1 }
      #expect(try world.update([change]) == nil)
      for filling in arrangements(of: [0, 1, 2, 3]) {
        var full = world
        for number in filling { full.set(true, [number]) }
        #expect(full.fault(&random) == nil, "\(change.leaving), \(filling)")
        let shown = full.live.shown
        for clearing in arrangements(of: filling) where sample.takesNext() {
          var cleared = full
          for number in clearing { cleared.set(false, [number]) }
          for number in clearing.reversed() { cleared.set(true, [number]) }
          if cleared.live.shown != shown { Issue.record("\(change.leaving), \(filling), \(clearing)") }
        }
      }
    }
  }

  // MARK: - Pages

  /// Every rule that judges a place by what stands before it, in combinations of small values.
  private static var rules: [PlacementRules] {
    var all: [PlacementRules] = []
    for at in [[], [0], [1, 2], [2, 0, 5]] {
      for (every, from, seed) in [(nil, nil, nil), (2, nil, nil), (3, 1, nil), (3, 4, 7), (5, nil, 1)]
        as [(Int?, Int?, Int?)]
      {
        for (max, maxInAll) in [(nil, nil), (2, nil), (nil, 3)] as [(Int?, Int?)] {
          for (gap, before) in [(0, 0), (2, 0), (1, 3)] {
            for trailing in [false, true] {
              all.append(
                PlacementRules(
                  at: at, every: every, from: from, max: max, maxInAll: maxInAll, gap: gap, before: before,
                  trailing: trailing, seed: seed))
            }
          }
        }
      }
    }
    return all.filter { (try? $0.validate()) != nil }
  }

  private static func pagesMakeTheWhole(_ tenants: [Tenant], _ counts: [Int], traits: ContentTraits) throws -> Bool {
    var placement = try LivePlacement(tenants)
    var total = counts[0]
    try placement.load(userCounts: [total], traits: traits)
    for count in counts.dropFirst() {
      let page = Array(total..<total + count)
      total += count
      try placement.apply(update(total, coming: page), traits: traits)
    }
    var whole = try LivePlacement(tenants)
    try whole.load(userCounts: [total], traits: traits)
    return placement == whole
  }

  @Test func `pages that are appended get the places of the whole`() throws {
    for (number, rules) in Self.rules.enumerated() where number % Self.step == 0 {
      let tenants = [Tenant(name: "a", rules: rules)]
      for first in 0...7 {
        for second in 0...5 {
          for third in [0, 4] where try !Self.pagesMakeTheWhole(tenants, [first, second, third], traits: .none) {
            Issue.record("'\(rules)', pages of \(first), \(second), \(third)")
          }
        }
      }
    }
  }

  @Test func `pages get the places of the whole for several tenants`() throws {
    for seed in UInt64(1)...UInt64(Self.sequenceCount / 20) {
      var random = SeededGenerator(seed: seed)
      var next = 0
      let rows = random.rows(30, from: &next)
      let tenants = (0..<random.number(in: 2...3)).map { number in
        var tenant = ReferenceTenant.random(name: "\(number)", &random)
        (tenant.few, tenant.after, tenant.share, tenant.trailing) = (0, 0, nil, false)
        return tenant.tenant
      }
      let counts = (0..<3).map { _ in random.number(in: 0...10) }
      if try !Self.pagesMakeTheWhole(tenants, counts, traits: ContentTraits([rows])) {
        Issue.record("seed \(seed), pages of \(counts)")
      }
    }
  }

  @Test func `what only later content can decide is decided when it is there`() throws {
    var placement = try Self.placement("every 3 after 2", counts: [5])
    #expect(Self.contents(placement) == [2])
    try placement.apply(Self.update(9, coming: [5, 6, 7, 8]))
    #expect(Self.contents(placement) == [2, 4, 6])
  }

  @Test func `a loaded feed has the places of its plan`() throws {
    for rules in Self.rules {
      let tenants = [
        Tenant(name: "a", rules: rules), Tenant(name: "b", rules: PlacementRules(at: [4], every: 4, gap: 1)),
      ]
      for counts in [[0], [9], [4, 0, 11]] {
        var placement = try LivePlacement(tenants)
        try placement.load(userCounts: counts)
        let plan = try JointPlan(tenants, userCounts: counts)
        #expect(placement.places.map(\.content) == plan.places.map(\.place.content), "'\(rules)' over \(counts)")
        #expect(placement.places.map(\.tenant) == plan.places.map(\.tenant))
      }
    }
  }

  // MARK: - One by one

  @Test func `the table of the article holds`() throws {
    let start = try Self.placement("every 3", counts: [5])
    #expect(Self.contents(start) == [2, 4])
    func after(_ update: ContentUpdate) throws -> [Int] {
      var placement = start
      try placement.apply(update)
      return Self.contents(placement)
    }
    #expect(try after(Self.update(6, coming: [2])) == [3, 5])
    #expect(try after(Self.update(4, leaving: [2])) == [2, 3])
    #expect(try after(Self.update(3, leaving: [2, 3])) == [2, 2])
    #expect(try after(Self.update(4, leaving: [4])) == [2, 4])
    #expect(try after(Self.update(5, leaving: [0, 1, 2, 3, 4], coming: [0, 1, 2, 3, 4])) == [2, 4])
    #expect(try after(Self.update(8, coming: [5, 6, 7])) == [2, 4, 6])
    #expect(try after(Self.update(8, coming: [0, 1, 2])) == [3, 5, 7])
    var reload = Self.update(3)
    reload.reloadedSections = [0]
    #expect(try after(reload) == [2, 4])
  }

  @Test func `a section of which no row stays begins anew`() throws {
    var placement = try Self.placement("every 3", counts: [5])
    placement.fill(Self.ids([0, 1]))
    let change = try placement.apply(Self.update(3, leaving: [0, 1, 2, 3, 4], coming: [0, 1, 2]))
    #expect(change.dropped == Self.ids([0, 1]) && change.added == Self.ids([2]))
    #expect(placement.shown.feedCounts == [3] && Self.contents(placement) == [2])
  }

  @Test func `late ads come only below what has been displayed`() throws {
    var placement = try Self.placement("every 3", counts: [12])
    #expect(placement.fillable(within: 6) == Self.ids([0, 1]))
    for row in 0...3 { placement.didDisplay(FeedPath(section: 0, row: row)) }
    #expect(placement.fillable() == Self.ids([1, 2, 3, 4]))
    #expect(placement.refusal(of: Self.ids([0])[0]) == .displayed)
    #expect(placement.fillable(within: 1) == Self.ids([1]))
    #expect(placement.fillable(policy: .anywhere) == Self.ids([0, 1, 2, 3, 4]))
    // The row that was displayed last goes, and its mark to the one before.
    try placement.apply(Self.update(11, leaving: [3]))
    #expect(placement.fillable().first == Self.ids([1])[0])
    placement.fill(Self.ids([1]))
    placement.didDisplay(FeedPath(section: 0, row: 3))
    #expect(placement.id(at: FeedPath(section: 0, row: 3)) == Self.ids([1])[0])
    placement.clear(Self.ids([1]))
    #expect(placement.fillable().first == Self.ids([1])[0])
  }

  @Test func `rows on top get places above what has been displayed`() throws {
    var placement = try Self.placement("every 3 from 1", counts: [6])
    #expect(Self.contents(placement) == [1, 3, 5])
    placement.didDisplay(FeedPath(section: 0, row: 0))
    placement.didDisplay(FeedPath(section: 0, row: 2))
    let change = try placement.apply(Self.update(12, coming: [0, 1, 2, 3, 4, 5]))
    #expect(Self.contents(placement) == [1, 3, 5, 7, 9, 11] && change.added.count == 3)
    #expect(placement.fillable() == Self.ids([1, 2]))
    #expect(placement.fillable(policy: .outsideDisplayed) == change.added + Self.ids([1, 2]))
    #expect(placement.fillable(policy: .outsideDisplayed, within: 2) == [change.added[2]] + Self.ids([1]))
  }

  @Test func `filling one after another asks the rules anew`() throws {
    var placement = try Self.placement("at 1,2,3 every 5 max 3 gap 0", counts: [9])
    #expect(placement.fillEach { $0.id.number != 1 } == Self.ids([0, 2]))
    var apart = try Self.placement("at 1,4,7 gap 2", counts: [9])
    try apart.apply(Self.update(7, leaving: [2, 3]))
    #expect(Self.contents(apart) == [1, 2, 3])
    #expect(apart.fillable() == Self.ids([0, 1, 2]))
    #expect(apart.fillEach { _ in true } == Self.ids([0, 2]))
    #expect(apart.refusal(of: Self.ids([1])[0]) == .rule(.gap(2)))
    apart.fill(Self.ids([1]))
    #expect(apart.forbidden().map(\.id) == Self.ids([1]))
  }

  @Test func `an update that does not fit leaves all as it was`() throws {
    var placement = try Self.placement("every 3", "at 2,4", counts: [5, 4])
    placement.fill(Self.ids([0, 2]))
    let before = placement
    var updates = [
      ContentUpdate(origins: [0], userCounts: [5]), ContentUpdate(origins: [0, 1], userCounts: [5]),
      ContentUpdate(origins: [1, 0], userCounts: [4, 5]), ContentUpdate(origins: [0, 1], userCounts: [6, 4]),
      ContentUpdate(origins: [0, 0], userCounts: [5, 5]), ContentUpdate(origins: [0, 9], userCounts: [5, 5]),
      ContentUpdate(origins: [0, nil], userCounts: [5, 4]),
    ]
    func add(_ counts: [Int], _ change: (inout ContentUpdate) -> Void) {
      var update = ContentUpdate(origins: Array(counts.indices), userCounts: counts)
      change(&update)
      updates.append(update)
    }
    add([4, 4]) { $0.leavingRows = [UserPath(section: 0, row: 5)] }
    add([3, 4]) { $0.leavingRows = [UserPath(section: 0, row: 1), UserPath(section: 0, row: 1)] }
    add([7, 4]) { $0.comingRows = [UserPath(section: 0, row: 1), UserPath(section: 0, row: 1)] }
    add([6, 4]) { $0.comingRows = [UserPath(section: 0, row: -1)] }
    add([6, 4]) { $0.comingRows = [UserPath(section: 2, row: 0)] }
    add([5, 4]) { $0.leavingRows = [UserPath(section: -1, row: 0)] }
    add([5, 4]) { $0.leavingSections = [7] }
    add([5, 4, 0]) { $0.comingSections = [3] }
    add([Int.max, 4]) { $0.reloadedSections = [0] }
    add([-1, 4]) { $0.reloadedSections = [0] }
    var repeated = ContentUpdate(origins: [0, 0], userCounts: [5, 5])
    repeated.leavingSections = [0, 1]
    repeated.comingSections = [0, 1]
    for update in updates + [repeated] {
      #expect(throws: PlacementError.self, "\(update)") { try placement.apply(update) }
      #expect(placement == before, "\(update)")
    }
    for count in [-1, .min, .max, RowMap.limit + 1] {
      var update = ContentUpdate(origins: [0, 1], userCounts: [count, 4])
      update.comingRows = [UserPath(section: 0, row: 0)]
      #expect(throws: PlacementError.invalidCount(count)) { try placement.apply(update) }
    }
    #expect(throws: PlacementError.invalidCount(-1)) { try placement.load(userCounts: [3, -1]) }
    #expect(throws: PlacementError.invalidCount(.max)) { try placement.load(userCounts: [.max]) }
    #expect(placement == before)
  }

  @Test func `content whose tags are not told is refused`() throws {
    var placement = try LivePlacement([Tenant(name: "a", rules: PlacementRules("every 3 avoid sad"))])
    #expect(throws: PlacementError.tagsUnknown) { try placement.load(userCounts: [5]) }
    let traits = ContentTraits(tags: { $0.row == 2 ? ["sad"] : [] })
    try placement.load(userCounts: [6], traits: traits)
    #expect(Self.contents(placement) == [5])
    let before = placement
    #expect(throws: PlacementError.tagsUnknown) { try placement.apply(Self.update(7, coming: [6])) }
    #expect(placement == before)
    // What has come beside a place is looked at when it is to be filled.
    #expect(
      placement.refusal(of: Self.ids([0])[0], traits: ContentTraits(tags: { _ in ["sad"] })) == .rule(.avoid("sad")))
  }

  @Test func `paths and names that are none are passed over`() throws {
    var placement = try Self.placement("every 3", counts: [5])
    let before = placement
    for path in [FeedPath(section: 0, row: 5), FeedPath(section: -1, row: 0), FeedPath(section: 0, row: .max)] {
      placement.didDisplay(path)
      #expect(placement.id(at: path) == nil)
    }
    placement.fill(Self.ids([-1, 9, .max]))
    placement.clear(Self.ids([0, -1]))
    #expect(placement == before)
    #expect(placement[Self.ids([7])[0]] == nil && placement.feedPath(of: Self.ids([0])[0]) == nil)
    #expect(placement.refusal(of: Self.ids([7])[0]) == .unknown)
    #expect(throws: PlacementError.duplicateTenant("a")) {
      try LivePlacement([Tenant(name: "a", rules: PlacementRules()), Tenant(name: "a", rules: PlacementRules())])
    }
  }

  @Test func `refusals are worded`() {
    let words: [(LiveRefusal, String)] = [
      (.unknown, "there is no such place"), (.filled, "it is filled"), (.displayed, "rows have been displayed there"),
      (.waiting, "the content does not reach it"), (.rule(.gap(2)), "gap 2"),
    ]
    for (refusal, text) in words { #expect(refusal.description == text) }
  }
}
