/// The places of a feed that changes while it is shown, as a value that needs no list.
///
/// A place is where the rules name an ad; what fills it comes and goes. A place stands before a content row and travels with it,
/// whatever comes, goes, or is filled around it; the rules go on below the last place when content is appended. Which places may
/// be filled is judged by what is filled, by what the content is now, and by what has been displayed.
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
/// Content rows that the rules judge are asked for their traits during a call only, by their numbers at that time. Sections are
/// those of the content: this knows no inserted ones. See <doc:LivePlaces> for what becomes of places in each case.
public struct LivePlacement: Hashable, Sendable {
  /// The tenants, the first before the others.
  public let tenants: [Tenant]
  /// The content with the filled places among it; the insertions bear the numbers of the places.
  public internal(set) var shown: InsertionMap

  let rules: [RuleTables]
  var sections: [LiveSection] = []
  /// The number of the next place.
  var nextNumber = 0

  /// Makes the placement of a feed that has not been loaded.
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
  /// The name of a place, which no other place of the feed is ever given.
  public struct PlaceID: Hashable, Comparable, Sendable, Codable {
    /// The number, which the insertion bears in ``LivePlacement/shown``.
    public let number: Int

    /// Names a place by its number.
    public init(number: Int) { self.number = number }

    /// Orders by number: what has been planned later comes later.
    public static func < (left: PlaceID, right: PlaceID) -> Bool { left.number < right.number }
  }

  /// The content rows of each section.
  /// - Complexity: O(sections).
  public var userCounts: [Int] { sections.map(\.contentCount) }

  /// Every place, in feed order.
  /// - Complexity: O(sections + places).
  public var places: [LivePlace] {
    sections.indices.flatMap { section in sections[section].entries.map { place($0, in: section) } }
  }

  /// A place by its name; nil if there is no such place, or no longer.
  /// - Complexity: O(sections + places).
  public subscript(id: PlaceID) -> LivePlace? {
    find(id).map { place(sections[$0.section].entries[$0.index], in: $0.section) }
  }

  /// Where a place is shown; nil where it is not filled, or the content does not reach it.
  /// - Complexity: O(sections + places).
  public func feedPath(of id: PlaceID) -> FeedPath? {
    guard let (section, index) = find(id), sections[section].entries[index].isFilled else { return nil }
    let rank = index - sections[section].filling.unfilledCount(above: index)
    guard rank < shown.rows[section].map.visibleCount else { return nil }
    return FeedPath(section: section, row: sections[section].entries[index].content + rank)
  }

  /// The place that fills a row of the feed; nil for content, and outside the feed.
  public func id(at path: FeedPath) -> PlaceID? {
    shown.insertionIndex(at: path).map(PlaceID.init)
  }

  func place(_ entry: LiveSection.Entry, in section: Int) -> LivePlace {
    LivePlace(
      id: entry.id, tenant: entry.tenant, origin: entry.origin,
      content: UserPath(section: section, row: entry.content), isFilled: entry.isFilled)
  }

  func find(_ id: PlaceID) -> (section: Int, index: Int)? {
    for section in sections.indices {
      if let index = sections[section].entries.firstIndex(where: { $0.number == id.number }) { return (section, index) }
    }
    return nil
  }
}

/// A place of a feed that changes.
public struct LivePlace: Hashable, Sendable, Identifiable {
  /// Its name.
  public var id: LivePlacement.PlaceID
  /// Whose it is, by the tenant's number.
  public var tenant: Int
  /// The rule that named it.
  public var origin: PlaceOrigin
  /// The content row that it stands before; at the end of a section the row after the last, or one further on that is awaited.
  public var content: UserPath
  /// Whether an ad is in it.
  public var isFilled: Bool
}

/// What became of places in an update.
public struct LiveChange: Hashable, Sendable {
  /// The places that are no more, in the feed order they had.
  public var dropped: [LivePlacement.PlaceID] = []
  /// The places that have come, in feed order.
  public var added: [LivePlacement.PlaceID] = []

  /// Nothing.
  public init() {}
}
