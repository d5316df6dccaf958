/// The places of a feed that changes while it is displayed, as a value that needs no list.
///
/// A place is a position that the rules name for an ad; it can be filled with an ad and cleared again. A place stays
/// before the same content row, whatever is inserted, deleted or filled around it; when content is appended, the rules
/// continue below the last place. Whether a place may be filled depends on the filled places, the current content, and
/// the displayed rows.
///
/// ```swift
/// var placement = try LivePlacement([Tenant(name: "ads", rules: PlacementRules("every 4 gap 2"))])
/// try placement.load(userCounts: [10])               // places before the rows 3, 6 and 9
/// placement.fill(placement.fillable(within: 8))
/// placement.shown.feedCounts                         // [12]
/// placement.didDisplay(FeedPath(section: 0, row: 3)) // the first ad: no place above it is filled any more
/// try placement.apply(.appending(9, toSection: 0, of: [10]))   // the next page
/// ```
///
/// The traits of content rows are requested only during a call, by the rows' positions at that time. Sections are those
/// of the content: there are no inserted ones. See <doc:LivePlaces> for the effect of each update on places.
public struct LivePlacement: Hashable, Sendable {
  /// The tenants in order of precedence.
  public let tenants: [Tenant]
  /// The map of the content with its filled places; the insertions' numbers are those of the places.
  public internal(set) var shown: InsertionMap

  let rules: [RuleTables]
  var sections: [LiveSection] = []
  /// The number of the next place.
  private var nextNumber = 0

  /// Makes the placement of a feed whose content has not been loaded.
  /// - Throws: ``PlacementError/unnamedTenant(_:)``, ``PlacementError/duplicateTenant(_:)``, and what
  ///   ``PlacementRules/validate()`` throws.
  public init(_ tenants: [Tenant]) throws(PlacementError) {
    try Tenant.validate(tenants)
    self.tenants = tenants
    rules = RuleTables.all(tenants)
    shown = try InsertionMap()
  }
}

extension LivePlacement {
  /// The identifier of a place, which is never used for another place of the feed.
  public struct PlaceID: Hashable, Comparable, Sendable, Codable {
    /// The number of the place, which is also the insertion's number in ``LivePlacement/shown``.
    public let number: Int

    /// Makes the identifier of a place from its number.
    public init(number: Int) { self.number = number }

    /// Orders by number: places that were planned later follow.
    public static func < (left: PlaceID, right: PlaceID) -> Bool { left.number < right.number }
  }

  /// The number of content rows of each section.
  /// - Complexity: O(sections).
  public var userCounts: [Int] { sections.map(\.contentCount) }

  /// All places, in feed order.
  /// - Complexity: O(sections + places).
  public var places: [LivePlace] {
    sections.indices.flatMap { section in sections[section].places.map { place($0, in: section) } }
  }

  /// Returns the place with an identifier; nil if there is no such place, or it has been removed.
  /// - Complexity: O(sections + places), with a small factor.
  public subscript(id: PlaceID) -> LivePlace? {
    find(id).map { place(sections[$0.section].places[$0.index], in: $0.section) }
  }

  /// Returns the feed path of a filled place; nil if it is not filled, or the content does not reach it.
  /// - Complexity: O(sections + places), with a small factor.
  public func feedPath(of id: PlaceID) -> FeedPath? { find(id).flatMap { feedPath(ofPlace: $0.index, in: $0.section) } }

  func feedPath(ofPlace index: Int, in section: Int) -> FeedPath? {
    let places = sections[section].places
    guard places[index].isFilled else { return nil }
    let rank = places.filledCount(above: index)
    guard rank < shown.rows.with(section, { $0.map.visibleCount }) else { return nil }
    return FeedPath(section: section, row: places[index].content + rank)
  }

  /// Returns places in feed order, without those that do not exist.
  /// - Complexity: O(*n* log *n*) for *n* places, each of which is found as by the subscript.
  package func inFeedOrder(_ ids: some Sequence<PlaceID>) -> [PlaceID] {
    ids.compactMap { id in find(id).map { (at: $0, id: id) } }.sorted { $0.at < $1.at }.map { $0.id }
  }

  /// Returns the identifier of the place at a feed row; nil for content, and outside the feed.
  public func id(at path: FeedPath) -> PlaceID? {
    shown.insertionIndex(at: path).map(PlaceID.init)
  }

  func place(_ entry: PlaceTable.Entry, in section: Int) -> LivePlace {
    LivePlace(
      id: entry.id, tenant: entry.tenant, origin: rules[entry.tenant].origin(fixed: entry.fixed),
      content: UserPath(section: section, row: entry.content), isFilled: entry.isFilled)
  }

  func find(_ id: PlaceID) -> PlaceIndex? {
    for section in sections.indices {
      if let index = sections[section].places.index(ofNumber: id.number) { return (section, index) }
    }
    return nil
  }
}

/// A place of a feed that changes while it is displayed.
public struct LivePlace: Hashable, Sendable, Identifiable {
  /// The identifier of the place.
  public var id: LivePlacement.PlaceID
  /// The number of the tenant that the place belongs to.
  public var tenant: Int
  /// The rule that names the place.
  public var origin: PlaceOrigin
  /// The content row that the place precedes; at the end of a section the row after the last, or a later one that does
  /// not exist yet.
  public var content: UserPath
  /// Whether the place is filled with an ad.
  public var isFilled: Bool
}

/// The places that an update removes and adds.
public struct LiveChange: Hashable, Sendable {
  /// The places that were removed, in their former feed order.
  public var dropped: [LivePlacement.PlaceID] = []
  /// The places that were added, in feed order.
  public var added: [LivePlacement.PlaceID] = []

  /// Makes an empty change.
  public init() {}
}

// MARK: - Planning

extension LivePlacement {
  /// Removes all places, and plans those of new content.
  ///
  /// The numbers of removed places are not used again.
  /// - Complexity: O(sections + places), and the cost of iterating ``JointPlan/places``.
  /// - Returns: The places, in feed order.
  /// - Throws: ``PlacementError/invalidCount(_:)`` and ``PlacementError/tagsUnknown``; the placement is then unchanged.
  @discardableResult
  public mutating func load(
    userCounts: [Int], traits: ContentTraits = .none
  ) throws(PlacementError) -> [PlaceID] {
    try RowMap.check(counts: userCounts)
    var loaded = self
    loaded.shown = try InsertionMap(userCounts: userCounts)
    loaded.sections = userCounts.enumerated().map { number, count in
      LiveSection(contentCount: count, number: number, rules: rules)
    }
    let added = try loaded.plan(traits)
    self = loaded
    assert(checkInvariants())
    return added
  }

  /// Plans the places of content below the last place that has not been planned yet, in every section.
  mutating func plan(_ traits: ContentTraits) throws(PlacementError) -> [PlaceID] {
    for tenant in rules { try tenant.check(traits) }
    var ownInAll = rules.indices.map { tenant in sections.reduce(0) { $0 + $1.progress[tenant].own } }
    let first = nextNumber
    for section in sections.indices {
      // Those of rows that were inserted at the top are above all that is planned here.
      nextNumber = sections[section].numberPlaces(from: nextNumber).upperBound
      try plan(section, traits, &ownInAll)
    }
    return (first..<nextNumber).map(PlaceID.init)
  }

  private mutating func plan(
    _ number: Int, _ traits: ContentTraits, _ ownInAll: inout [Int]
  ) throws(PlacementError) {
    var section = sections[number]
    sections[number] = LiveSection(contentCount: 0, number: number, rules: [])
    var walk = section.walk(rules, number: number, traits, ownInAll)
    while let place = walk.nextPlace() {
      let count = section.places.count + 1
      guard section.contentCount <= RowMap.limit - count else { throw .invalidCount(section.contentCount + count) }
      section.append(
        PlaceTable.Entry(
          number: nextNumber, tenant: place.tenant, fixed: place.place.origin.fixed, content: place.place.content.row))
      nextNumber += 1
    }
    ownInAll = walk.progress.map(\.ownInAll)
    section.progress = walk.progress.map(\.withoutWalkState)
    sections[number] = section
  }
}

extension PlaceOrigin {
  /// The fixed position; nil for a repeated one.
  fileprivate var fixed: Int? { if case .fixed(let position) = self { position } else { nil } }
}

extension RuleTables {
  /// Returns the rule that names a place; `fixed` is its fixed position, or nil for a repeated one.
  fileprivate func origin(fixed: Int?) -> PlaceOrigin {
    fixed.map { .fixed($0) } ?? .repeated(every: rules.every ?? 0, from: rules.from)
  }
}

extension LiveSection {
  /// Returns a walk that continues below the last place.
  func walk(
    _ rules: [RuleTables], number: Int, _ traits: ContentTraits, _ ownInAll: [Int]
  ) -> SectionWalk {
    var progress = progress
    for tenant in progress.indices {
      progress[tenant].positions.section = number
      progress[tenant].ownInAll = ownInAll[tenant]
    }
    let last = places.indices.last.map { index in
      SectionWalk.PlacedLast(position: places[index].content + index, neighbour: neighbour(index, rules))
    }
    return SectionWalk(
      tenants: rules, section: number, contentCount: contentCount, traits: traits, progress: progress,
      placed: places.count, last: last)
  }
}

// MARK: - Top

extension LivePlacement {
  /// Plans the places of rows that were inserted at the top of sections.
  mutating func planOnTop(_ newOnTop: [Int: Int], _ traits: ContentTraits) {
    if newOnTop.isEmpty { return }
    var ownInAll = rules.indices.map { tenant in sections.reduce(0) { $0 + $1.progress[tenant].own } }
    for (section, rows) in newOnTop.sorted(by: { $0.key < $1.key }) where rows > 0 {
      var top = SectionTop(sections[section], number: section, newRows: rows)
      for tenant in rules.indices { top.plan(tenant, rules, traits, &ownInAll[tenant]) }
      sections[section] = top.section
    }
  }
}

/// Planning of the places among rows that were inserted at the top of a section.
///
/// The interval continues upwards from the tenant's first place. If the tenant has no place but has been planned, it
/// counts from the top. Fixed positions name no places here, since they belong to rows that were planned before, and
/// there is no jitter.
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
      let index = section.places.firstIndex(notBeforeContent: content)
      let place = PossibleAd(
        section: number, content: content, contentCount: section.contentCount, own: section.progress[tenant].own,
        ownInAll: ownInAll, all: section.places.count,
        above: index > 0 ? section.neighbour(index - 1, rules) : nil,
        below: index < section.places.count ? section.neighbour(index, rules) : nil)
      if rules[tenant].refusal(place, traits) != nil { continue }
      section.insert(PlaceTable.Entry(tenant: tenant, content: content), at: index)
      section.progress[tenant].own += 1
      ownInAll += 1
      for other in section.progress.indices where rules[other].rules.nearest == nil {
        section.progress[other].follow { $0.places += 1 }
      }
    }
  }

  /// Returns the content rows before which the interval names places; they are `every - 1` content rows apart, as a
  /// place takes one feed row.
  private func contents(_ tenant: Int, _ rules: RuleTables) -> [Int] {
    guard let every = rules.rules.every, let first = rules.rules.firstRepeated(after: rules.fixed.last) else {
      return []
    }
    guard let lowest = section.places.first(where: { $0.tenant == tenant })?.content else {
      let isPlanned = section.progress[tenant].passed != nil
      return isPlanned && first <= newRows ? Array(stride(from: first, through: newRows, by: every - 1)) : []
    }
    // Places below the new rows are skipped without being counted.
    let steps = Swift.max(1, (lowest - newRows + every - 2) / (every - 1))
    let start = lowest - steps * (every - 1)
    return start < first ? [] : Array(stride(from: start, through: first, by: 1 - every))
  }
}

// MARK: - Checking

extension LivePlacement {
  /// Returns whether places, their identifiers and ``shown`` are consistent.
  ///
  /// It is true after every change; assertions and tests check it.
  /// - Complexity: O(sections + places).
  public func checkInvariants() -> Bool {
    let numbers = sections.flatMap { $0.places.map(\.number) }
    return Set(numbers).count == numbers.count && numbers.allSatisfy { 0..<nextNumber ~= $0 }
      && shown.checkInvariants() && shown.userCounts == sections.map(\.contentCount)
      && sections.indices.allSatisfy { isSound(sections[$0]) && isShown($0) }
  }

  private func isSound(_ section: LiveSection) -> Bool {
    section.checkInvariants()
      && section.places.allSatisfy {
        rules.indices.contains($0.tenant) && $0.content >= 0 && (!$0.isDisplayed || $0.isFilled)
      }
      && rules.indices.allSatisfy { tenant in
        section.progress[tenant].own == section.places.count { $0.tenant == tenant }
      }
      && (section.seen.isEmpty || 0...section.contentCount ~= section.seen.upperBound)
  }

  private func isShown(_ section: Int) -> Bool {
    let holdsEnd = shown.rows[section].map.heldCount > 0
    return (try? rowMap(sections[section], holdsEnd: holdsEnd)) == shown.rows[section]
  }
}
