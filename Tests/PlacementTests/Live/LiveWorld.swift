import TestSupport

@testable import Placement

/// A live placement beside the reference, taken through the same steps.
struct LiveWorld {
  private(set) var live: LivePlacement
  private(set) var reference: ReferenceFeed
  /// The numbers of rows that have been.
  private var nextRow = 0
  private(set) var steps: [String] = []

  init(_ tenants: [ReferenceTenant]) throws {
    live = try LivePlacement(tenants.map(\.tenant))
    reference = ReferenceFeed(tenants)
  }

  /// A world of up to three tenants whose feed has been loaded.
  init(seed: UInt64, _ random: inout SeededGenerator) throws {
    try self.init((0..<random.number(in: 1...3)).map { ReferenceTenant.random(name: "\($0)", &random) })
    try load(&random)
  }

  private var content: [[ReferenceRow]] { reference.sections.map(\.rows) }
  private var traits: ContentTraits { ContentTraits(content) }
  private var numbers: [Int] { reference.sections.flatMap { $0.places.compactMap(\.place.number) } }

}

// MARK: - Steps

extension LiveWorld {
  /// Does something; answers what is wrong afterwards.
  mutating func step(_ random: inout SeededGenerator) throws -> String? {
    switch random.number(in: 0...13) {
    case 0: try load(&random)
    case 1, 2: setFilled(true, &random)
    case 3: setFilled(false, &random)
    case 4: fillEach(&random)
    case 5, 6: display(&random)
    case 7, 8: return try update(pages(&random)) ?? fault(&random)
    case 9, 10, 11: return try update(rowChanges(&random)) ?? fault(&random)
    default: return try update(sectionChanges(&random)) ?? fault(&random)
    }
    return fault(&random)
  }

  mutating func load(_ random: inout SeededGenerator) throws {
    let count = random.number(in: 1...3)
    let rows = (0..<count).map { _ in random.rows(random.number(in: 0...12), from: &nextRow) }
    try load(rows)
  }

  mutating func load(_ rows: [[ReferenceRow]]) throws {
    steps.append("load \(rows.map(\.count))")
    let expected = reference.load(rows)
    if try live.load(userCounts: rows.map(\.count), traits: traits).map(\.number) != expected {
      steps.append("numbers!")
    }
  }

  private mutating func setFilled(_ isFilled: Bool, _ random: inout SeededGenerator) {
    // One that is none and one that is named twice as well.
    let all = numbers + [-1, 1_000_000]
    set(isFilled, (0..<random.number(in: 1...5)).map { _ in all[random.number(in: 0...all.count - 1)] })
  }

  mutating func set(_ isFilled: Bool, _ numbers: [Int]) {
    steps.append("\(isFilled ? "fill" : "clear") \(numbers)")
    reference.setFilled(isFilled, numbers)
    let ids = numbers.map(LivePlacement.PlaceID.init)
    if isFilled { live.fill(ids) } else { live.clear(ids) }
  }

  private mutating func fillEach(_ random: inout SeededGenerator) {
    let index = random.number(in: 0...2)
    var numbers: [Int] = []
    let chance = random.number(in: 1...3)
    // Each is judged with those filled before it.
    var filled: [Int] = []
    for number in self.numbers where reference.refusal(of: number, ReferenceFeed.Policy.allCases[index]) == nil {
      numbers.append(number)
      if number % chance == 0 {
        reference.setFilled(true, [number])
        filled.append(number)
      }
    }
    var asked: [Int] = []
    let found = live.fillEach(policy: FillPolicy.allCases[index], traits: traits) { place in
      asked.append(place.id.number)
      return place.id.number % chance == 0
    }
    steps.append("fill each \(chance) \(index)")
    if asked != numbers || found.map(\.number) != filled { steps.append("asked \(asked), not \(numbers)!") }
  }

  private mutating func display(_ random: inout SeededGenerator) {
    let section = random.number(in: 0...max(0, reference.sections.count - 1))
    let count = reference.sections.indices.contains(section) ? reference.sections[section].shown.count : 0
    display(random.number(in: 0...count), in: section)
  }

  mutating func display(_ row: Int, in section: Int) {
    steps.append("display \(section):\(row)")
    reference.didDisplay(row, in: section)
    live.didDisplay(FeedPath(section: section, row: row))
  }
}

// MARK: - Updates

extension LiveWorld {
  /// Rows come behind all others.
  private mutating func pages(_ random: inout SeededGenerator) -> [ReferenceFeed.SectionChange] {
    var changes = content.indices.map { ReferenceFeed.SectionChange(origin: $0) }
    for (section, rows) in content.enumerated() where section == content.count - 1 || random.number(in: 0...3) == 0 {
      let page = random.rows(random.number(in: 0...7), from: &nextRow)
      changes[section].coming = page.enumerated().map { (rows.count + $0, $1) }
    }
    return changes
  }

  /// Rows go, come and move.
  private mutating func rowChanges(_ random: inout SeededGenerator) -> [ReferenceFeed.SectionChange] {
    content.indices.map { change(ofSection: $0, &random) }
  }

  private mutating func change(
    ofSection section: Int, _ random: inout SeededGenerator
  ) -> ReferenceFeed.SectionChange {
    let rows = content[section]
    var change = ReferenceFeed.SectionChange(origin: section)
    let share = [0, 0, 1, 3, 8][random.number(in: 0...4)]
    change.leaving = rows.indices.filter { _ in random.number(in: 0...7) < share }
    var new = random.rows([0, 1, 1, 2, 4][random.number(in: 0...4)], from: &nextRow)
    // A row that moves is one that goes and comes.
    if let moved = change.leaving.first { new.append(rows[moved]) }
    let count = rows.count - change.leaving.count + new.count
    // On top, at the end, or anywhere.
    let places: [Int]
    switch random.number(in: 0...3) {
    case 0: places = Array(0..<new.count)
    case 1: places = Array(count - new.count..<count)
    default:
      var chosen: Set<Int> = []
      while chosen.count < new.count { chosen.insert(random.number(in: 0...count - 1)) }
      places = chosen.sorted()
    }
    change.coming = zip(places, new).map { ($0, $1) }
    return change
  }

  /// Sections go, come, move and are reloaded, and their rows change on the way.
  private mutating func sectionChanges(_ random: inout SeededGenerator) -> [ReferenceFeed.SectionChange] {
    var changes: [ReferenceFeed.SectionChange] = []
    for section in content.indices {
      switch random.number(in: 0...5) {
      case 0: break
      case 1:
        var reloaded = ReferenceFeed.SectionChange(origin: section)
        reloaded.reloaded = random.rows(random.number(in: 0...12), from: &nextRow)
        changes.append(reloaded)
      case 2: changes.insert(change(ofSection: section, &random), at: random.number(in: 0...changes.count))
      default: changes.append(change(ofSection: section, &random))
      }
    }
    if changes.count < 4, random.number(in: 0...2) == 0 {
      var new = ReferenceFeed.SectionChange(origin: nil)
      new.reloaded = random.rows(random.number(in: 0...8), from: &nextRow)
      changes.insert(new, at: random.number(in: 0...changes.count))
    }
    return changes
  }

  /// Has both follow an update.
  mutating func update(_ changes: [ReferenceFeed.SectionChange]) throws -> String? {
    let update = ContentUpdate(changes, former: content.map(\.count))
    steps.append("\(update)")
    let expected = reference.apply(changes)
    let change = try live.apply(update, traits: traits)
    if change.dropped.map(\.number) != expected.dropped { return "drops \(change.dropped), not \(expected.dropped)" }
    return change.added.map(\.number) == expected.added ? nil : "adds \(change.added), not \(expected.added)"
  }
}

extension ContentUpdate {
  /// The update that a list tells.
  init(_ changes: [ReferenceFeed.SectionChange], former: [Int]) {
    self.init(origins: changes.map(\.origin), userCounts: [])
    // Those that stay ascend; of the others each moves.
    var last = -1
    for (number, change) in changes.enumerated() {
      let count = change.origin.map { former[$0] } ?? 0
      userCounts.append(change.reloaded?.count ?? count - change.leaving.count + change.coming.count)
      if let origin = change.origin {
        leavingRows += change.leaving.map { UserPath(section: origin, row: $0) }
        comingRows += change.coming.map { UserPath(section: number, row: $0.row) }
        if change.reloaded != nil { reloadedSections.insert(origin) }
        if origin > last {
          last = origin
          continue
        }
        leavingSections.append(origin)
      }
      comingSections.append(number)
    }
    let kept = Set(origins)
    leavingSections += former.indices.filter { !kept.contains($0) }
  }
}

// MARK: - Comparing

extension LiveWorld {
  /// The first difference from the reference.
  func fault(_ random: inout SeededGenerator) -> String? {
    if steps.last?.hasSuffix("!") == true { return steps.last }
    return placesFault ?? shownFault ?? judgingFault(&random)
      ?? (live.checkInvariants() ? nil : "an invariant is broken")
  }

  private var placesFault: String? {
    let expected = reference.sections.enumerated().flatMap { section, model in
      model.places.map { place, content in
        let rules = live.tenants[place.tenant].rules
        let origin = place.fixed.map(PlaceOrigin.fixed) ?? .repeated(every: rules.every ?? 0, from: rules.from)
        return LivePlace(
          id: LivePlacement.PlaceID(number: place.number ?? -1), tenant: place.tenant, origin: origin,
          content: UserPath(section: section, row: content), isFilled: place.isFilled)
      }
    }
    return live.places == expected ? nil : "has places \(live.places), not \(expected)"
  }

  private var shownFault: String? {
    let map = live.shown
    if map.userCounts != content.map(\.count) { return "has content \(map.userCounts)" }
    for (section, model) in reference.sections.enumerated() {
      let expected = model.shown
      if map.feedCount(inFeedSection: section) != expected.count { return "shows \(map.feedCounts), not \(expected)" }
      for (row, shown) in expected.enumerated() {
        let path = FeedPath(section: section, row: row)
        switch shown {
        case .ad(let number):
          let id = LivePlacement.PlaceID(number: number)
          if live.id(at: path) != id || live.feedPath(of: id) != path { return "\(path) is not ad \(number)" }
        case .row(let id):
          guard let user = map.userPath(for: path), content[user.section][user.row].id == id else {
            return "\(path) is not row \(id)"
          }
        }
      }
      for (place, content) in model.places {
        let isShown = expected.contains(.ad(place.number ?? -1))
        let id = LivePlacement.PlaceID(number: place.number ?? -1)
        if !isShown, live.feedPath(of: id) != nil { return "\(id) before \(content) is shown" }
      }
    }
    return nil
  }

  private func judgingFault(_ random: inout SeededGenerator) -> String? {
    let index = random.number(in: 0...2)
    let (policy, expectedPolicy) = (FillPolicy.allCases[index], ReferenceFeed.Policy.allCases[index])
    let within = random.number(in: 0...1) == 0 ? nil : random.number(in: -1...9)
    let fillable = live.fillable(policy: policy, within: within, traits: traits).map(\.number)
    let judgements = reference.judgements(expectedPolicy)
    let expected = judgements.filter { $0.refusal == nil && $0.distance <= within ?? .max }.map(\.number)
    if fillable != expected { return "\(policy) within \(within ?? -1): may fill \(fillable), not \(expected)" }
    if let fault = countingFault(policy, within, expected, &random) { return fault }
    for (number, expected, _) in judgements + [(number: 1_000_000, refusal: .unknown, distance: 0)] {
      let found = live.refusal(of: LivePlacement.PlaceID(number: number), policy: policy, traits: traits)
      if !Self.isSame(found, expected) {
        return "\(policy): refuses \(number) for \(found as Any), not \(expected as Any)"
      }
    }
    let forbidden = live.forbidden(traits: traits)
    let model = reference.forbidden()
    let isSame = zip(forbidden, model).allSatisfy { $0.id.number == $1.number && $1.reason.isSame(as: $0.reason) }
    return forbidden.count == model.count && isSame ? nil : "forbids \(forbidden), not \(model)"
  }

  /// Counts the places that may be filled, but for every so many, up to a limit.
  private func countingFault(
    _ policy: FillPolicy, _ within: Int?, _ fillable: [Int], _ random: inout SeededGenerator
  ) -> String? {
    let (divisor, limit) = (random.number(in: 1...4), [0, 1, 3, 1_000][random.number(in: 0...3)])
    let passedOver = numbers.filter { $0 % divisor == 1 }
    let found = live.fillableCounts(
      policy: policy, within: within, traits: traits, but: Set(passedOver.map(LivePlacement.PlaceID.init)), limit: limit
    )
    let tenants = reference.sections.flatMap { $0.places.map(\.place) }
      .filter { fillable.contains($0.number ?? -1) && !passedOver.contains($0.number ?? -1) }.map(\.tenant)
    let expected = live.tenants.indices.map { tenant in min(limit, tenants.count { $0 == tenant }) }
    return found.map { min(limit, $0) } == expected ? nil : "counts \(found) up to \(limit), not \(expected)"
  }

  private static func isSame(_ found: LiveRefusal?, _ expected: ReferenceFeed.Refusal?) -> Bool {
    switch (found, expected) {
    case (nil, nil), (.unknown, .unknown), (.filled, .filled), (.displayed, .displayed), (.waiting, .waiting): true
    case (.rule(let reason), .rule(let other)): other.isSame(as: reason)
    default: false
    }
  }
}
