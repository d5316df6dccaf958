import Placement

/// A map of a woven list, section by section and row by row, as text or as JSON.
struct MapChart {
  /// What a section is called; empty for a list of which nothing is known but its length.
  let titles: [String]
  let plan: PlacementPlan
  private let map: InsertionMap

  /// Makes the chart of a plan, and of the map of the list that shows it.
  init(_ plan: PlacementPlan, shownBy map: InsertionMap, titles: [String] = []) {
    self.titles = titles
    self.plan = plan
    self.map = map
  }

  /// A row of the list, and whose it is.
  enum Row {
    case content(feed: Int, user: Int)
    case ad(feed: Int, Place)
  }

  /// All rows.
  var rows: Rows { Rows(map, plan.places) }

  /// The places that stay content.
  var refusals: Refusals { Refusals(plan.decisions) }

  /// The inserted rows of a section, ascending.
  func insertedRows(inSection section: Int) -> [Int] { map.insertedRows(inFeedSection: section) }

  /// How dense the ads are.
  var measures: FeedMeasures {
    var rows = [[Int]](repeating: [], count: plan.userCounts.count)
    for place in plan.places { rows[place.path.section].append(place.content.row) }
    return zip(plan.userCounts, rows).reduce(into: FeedMeasures()) { measures, section in
      measures.append(FeedMeasures(contentCount: section.0, adsBefore: section.1))
    }
  }

  /// How many rows of a section are whose.
  func tally(ofSection section: Int) -> Tally {
    let items = map.userCount(inUserSection: section) ?? 0
    return Tally(items: items, ads: (map.feedCount(inFeedSection: section) ?? 0) - items)
  }
}

extension MapChart {
  /// Goes through the rows of one section after another, in feed order; nothing is kept of those that are past.
  struct Rows {
    private let map: InsertionMap
    private var places: EnumeratedSequence<PlacementPlan.Places>.Iterator
    private var next = FeedPath(section: 0, row: 0)

    fileprivate init(_ map: InsertionMap, _ places: PlacementPlan.Places) {
      self.map = map
      self.places = places.enumerated().makeIterator()
    }

    /// The next row of a section, which must be that of the call before or a later one; nil at its end.
    mutating func next(inSection section: Int) -> Row? {
      if next.section != section { next = FeedPath(section: section, row: 0) }
      let path = next
      next.row += 1
      if let user = map.userPath(for: path) { return .content(feed: path.row, user: user.row) }
      return map.insertionIndex(at: path).flatMap { place($0) }.map { .ad(feed: path.row, $0) }
    }

    /// The place of an insertion: they are numbered in the order of the places, of which some may stand in no row.
    private mutating func place(_ insertion: Int) -> Place? {
      while let (number, place) = places.next() { if number == insertion { return place } }
      return nil
    }
  }

  /// Goes through the places of one section after another that stay content, each with the rule that forbade it.
  struct Refusals {
    private var decisions: PlacementPlan.Decisions
    private var ahead: RefusedPlace?

    fileprivate init(_ decisions: PlacementPlan.Decisions) { self.decisions = decisions }

    /// The next of a section, which must be that of the call before or the one after; nil at its end.
    mutating func next(inSection section: Int) -> RefusedPlace? {
      while ahead == nil, let decision = decisions.next() {
        if case .refused(let place) = decision { ahead = place }
      }
      guard ahead?.path.section == section else { return nil }
      defer { ahead = nil }
      return ahead
    }
  }
}
