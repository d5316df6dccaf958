import BatchUpdates
import Placement

/// What the list shows and what is asked to be inserted in it: the map in force, the requests, and the update under way.
///
/// Invariant: the list counts by the map of the update under way as soon as that has one, or else by the map in force.
struct FeedState {
  private let inForce: MapInForce
  /// The requests that the map in force shows.
  private(set) var mapRequestState = RequestState()
  /// What is asked to be inserted, shown or not; its rows and sections are in ``requestedMap`` if there is one.
  private(set) var requests = InsertionRequests()
  /// A map of exactly what is asked for, which is listed only when somebody asks for more or for less.
  private var requestedMap: InsertionMap?
  /// Whether insertions have moved with their content since the map was made, so that their requests name former positions.
  private(set) var insertionsMovedWithContent = false
  /// The change of the list that is under way.
  private(set) var pending: PendingUpdate?
  /// The content's counts that a load under way is about to show.
  private(set) var loadingCounts: [Int]?
  /// The map by which the list counts.
  private(set) var counting: SharedMap

  init(_ inForce: MapInForce) {
    self.inForce = inForce
    counting = inForce.shown
  }

  /// The map in force, as questions of single rows use it: where every row of the list as it was last loaded or updated
  /// comes from.
  var shown: SharedMap { inForce.shown }

  /// The map in force.
  var map: InsertionMap { shown.map }

  /// Whether the map in force shows all that is asked for.
  var isMapOfRequests: Bool { requests.mark == mapRequestState }

  // MARK: The map in force

  /// Puts a map in force; it shows the same requests as the one before unless another mark is given.
  mutating func setMap(_ new: InsertionMap, of mark: RequestState? = nil) { setMap(SharedMap(new), of: mark) }

  mutating func setMap(_ new: SharedMap, of mark: RequestState?) {
    inForce.shown = new
    if let mark { mapRequestState = mark }
    noteCounting()
  }

  mutating func beginLoading(_ counts: [Int]) { loadingCounts = counts }

  mutating func endLoading() { loadingCounts = nil }

  // MARK: Updates

  mutating func begin(_ update: PendingUpdate) {
    pending = update
    noteCounting()
  }

  /// Has the list count by a map after the update under way; `mark` is what the map shows, where it shows other requests.
  mutating func count(by after: SharedMap, of mark: RequestState? = nil) {
    pending?.stage = .counted(after)
    if let mark { pending?.mark = mark }
    noteCounting()
  }

  /// Whether the list can have carried out the update under way, whose map is not in force yet.
  var isPendingMapReady: Bool {
    if case .counted? = pending?.stage { true } else { false }
  }

  /// Puts the map of the update under way in force, which the list has carried out.
  mutating func makePendingMapCurrent() {
    guard let pending, case .counted(let after) = pending.stage else { return }
    if pending.plan?.movesInsertions == true { insertionsMovedWithContent = true }
    pending.stage = .inForce
    setMap(after, of: pending.mark)
  }

  mutating func endUpdate() {
    pending = nil
    noteCounting()
  }

  private mutating func noteCounting() { counting = pending?.map ?? shown }

  // MARK: Requests

  /// The requests, at the positions to which insertions have moved with their content.
  mutating func followedRequests() -> InsertionRequests {
    if let map = requestedMap {
      requests.list(map)
      requestedMap = nil
    }
    if insertionsMovedWithContent {
      requests.follow(map, shown: mapRequestState)
      insertionsMovedWithContent = false
    }
    return requests
  }

  /// Asks for rows, and returns where they stand among all others; asks for nothing and returns nil if one is refused.
  mutating func place(rows paths: [FeedPath]) -> [Insertion<FeedPath>]? {
    _ = followedRequests()
    return requests.place(rows: paths)
  }

  /// Replaces all requests by others, which name the positions that insertions have now.
  mutating func setRequests(_ new: InsertionRequests) {
    (requests, requestedMap, insertionsMovedWithContent) = (new, nil, false)
  }

  /// Replaces all requests by the insertions of a map, at their positions in the map.
  mutating func request(_ map: InsertionMap, mark: RequestState) {
    var new = InsertionRequests(mark: mark)
    if mark.generation == requests.mark.generation, !requests.dropped.isEmpty {
      let shown = map.rowPositions
      new.dropped = requests.dropped.filter { shown[$0] == nil }
    }
    (requests, requestedMap, insertionsMovedWithContent) = (new, map, false)
  }

  /// Goes back to the requests of an earlier state.
  mutating func restoreRequests(of former: FeedState) {
    (requests, requestedMap) = (former.requests, former.requestedMap)
    insertionsMovedWithContent = former.insertionsMovedWithContent
  }

  /// A map of exactly what is asked for; nil if none is known, or insertions have moved with their content since.
  var mapOfRequests: InsertionMap? { insertionsMovedWithContent ? nil : requestedMap }

  /// The number of requested insertions.
  var requestCount: Int { requestedMap?.insertionCount ?? requests.rows.count + requests.sections.count }

  /// The rows that have been asked for since the map in force was made; nil if something else was asked for or withdrawn,
  /// or insertions have moved since.
  var rowsAskedSince: ArraySlice<NumberedRequest<FeedPath>>? {
    var mark = requests.mark
    mark.rows = mapRequestState.rows
    guard mark == mapRequestState, !insertionsMovedWithContent, requestedMap == nil else { return nil }
    return requests.rows[requests.rows.partitioningIndex { $0.number >= mark.rows }...]
  }

  mutating func withdrawAll() {
    requestedMap = nil
    requests.withdrawAll()
  }

  mutating func withdraw(rows numbers: Set<Int>) {
    _ = followedRequests()
    requests.withdraw(rows: numbers)
  }

  mutating func withdraw(sections numbers: Set<Int>) {
    _ = followedRequests()
    requests.withdraw(sections: numbers)
  }

  /// Returns the rows that were withdrawn with their sections, ascending, once the map in force shows the requests.
  ///
  /// Each is returned only once.
  mutating func takeDroppedRows() -> [Int] {
    guard isMapOfRequests, !requests.dropped.isEmpty else { return [] }
    defer { requests.dropped = [] }
    return requests.dropped.sorted()
  }

  /// Asks for rows at other positions, by their numbers.
  mutating func ask(rowsElsewhere positions: [Int: FeedPath]) {
    _ = followedRequests()
    requests.ask(rowsElsewhere: positions)
  }
}

/// The map in force, by reference, so that questions of single rows reach it without access to the rest of the state.
///
/// It is read and replaced only as a whole, so that reading it needs no check of exclusive access either.
final class MapInForce {
  fileprivate(set) var shown = SharedMap(.empty)
}

extension SharedMap {
  /// Returns the content rows that rows of the list show, in their order; leaves out insertions.
  ///
  /// Rows that follow each other, as those in view do, are translated together.
  func contentPaths(_ rows: [ListPath]) -> [ListPath] {
    var paths: [ListPath] = []
    paths.reserveCapacity(rows.count)
    var rest = rows[...]
    while let first = rest.first {
      var end = rest.startIndex + 1
      while end < rest.endIndex, rest[end] == ListPath(row: rest[end - 1].row + 1, section: first.section) { end += 1 }
      if let section = userSection(forFeed: first.section) {
        let run = first.row..<first.row + end - rest.startIndex
        forEachUserRun(inFeed: run, section: first.section) { rows in
          for row in rows { paths.append(ListPath(row: row, section: section)) }
        }
      }
      rest = rest[end...]
    }
    return paths
  }

  /// Returns the owner of a row of the feed; nil for a row that the feed does not have.
  func owner(of path: FeedPath) -> RowOwner? {
    if let user = userPath(for: path) { return .content(user) }
    return insertionIndex(at: path).map(RowOwner.insertion)
  }

  /// Returns a feed section with its owner; nil for a section that the feed does not have.
  func ownedSection(_ section: Int) -> OwnedSection? {
    let user = userSection(forFeed: section)
    return user != nil || map.isInserted(feedSection: section) ? OwnedSection(section, ofContent: user) : nil
  }
}

/// A change of the list that is under way: it counts by the map after, while its rows are still known by the map before.
final class PendingUpdate {
  /// How far the change has come.
  enum Stage {
    /// The list counts by the map before.
    case begun
    /// The list counts by the map after, for which it asks once, when it changes.
    case counted(SharedMap)
    /// The map after is in force.
    case inForce
  }

  var stage = Stage.begun
  /// What the map after shows of what has been asked for.
  var mark: RequestState
  /// How many updates the list had carried out.
  let updateCount: Int
  /// What was planned; nil where the change is said in feed space.
  let plan: PlannedUpdate?

  init(_ plan: PlannedUpdate?, mark: RequestState, updateCount: Int) {
    (self.plan, self.mark, self.updateCount) = (plan, mark, updateCount)
  }

  /// The map after, as long as it is not in force; nil until the list counts, where the change is said in feed space.
  var map: SharedMap? {
    switch stage {
    case .begun: plan?.map
    case .counted(let map): map
    case .inForce: nil
    }
  }
}

/// What has been asked to be inserted, in the order asked, each under its number.
struct InsertionRequests {
  /// The rows, ascending by number.
  var rows: [NumberedRequest<FeedPath>] = [] {
    didSet { placed = nil }
  }
  /// Where the rows stand; nil where they have changed since that was known.
  private var placed: PlacedRequests?
  var sections: [NumberedRequest<Int>] = []
  /// The numbers of the rows that were withdrawn with their sections, and of which their owner has not been told.
  fileprivate(set) var dropped: [Int] = []
  /// How much has been asked for and withdrawn.
  var mark: RequestState

  init(mark: RequestState = RequestState()) { self.mark = mark }

  mutating func ask(rows paths: [FeedPath]) {
    for path in paths {
      rows.append((number: mark.rows, position: path))
      mark.rows += 1
    }
  }

  /// Asks for rows, and returns where they stand among all others; asks for nothing and returns nil if one is refused.
  mutating func place(rows paths: [FeedPath]) -> [Insertion<FeedPath>]? {
    var placed = self.placed ?? PlacedRequests(rows)
    // Taken out, so that it is changed and not copied; what is refused makes it unknown.
    self.placed = nil
    let first = mark.rows
    for (offset, path) in paths.enumerated() {
      guard placed.place(path, number: first + offset) else { return nil }
    }
    ask(rows: paths)
    let insertions = paths.enumerated().map { offset, path in
      Insertion(requested: path, resolved: placed.resolved(path, number: first + offset) ?? path)
    }
    self.placed = placed
    return insertions
  }

  mutating func ask(sections numbers: [Int]) {
    for section in numbers {
      sections.append((number: mark.sections, position: section))
      mark.sections += 1
    }
  }

  mutating func withdrawAll() {
    self = InsertionRequests(mark: RequestState(generation: mark.generation + 1))
  }

  mutating func withdraw(rows numbers: Set<Int>) {
    rows.removeAll { numbers.contains($0.number) }
    mark.changes += 1
  }

  /// Withdraws sections and the rows in them; other rows stay in their sections, and other sections at their positions.
  mutating func withdraw(sections numbers: Set<Int>) {
    let before = PlacedSections(sections)
    sections.removeAll { numbers.contains($0.number) }
    let after = PlacedSections(sections)
    keepRowsInTheirSections(before, after)
    mark.changes += 1
  }

  /// Asks for rows in the sections in which they are, which other inserted sections have moved, and drops those of
  /// sections that are no longer inserted.
  ///
  /// - Parameter end: The rows with lower numbers are asked for by the former sections; all rows by default.
  private mutating func keepRowsInTheirSections(
    _ before: PlacedSections, _ after: PlacedSections, below end: Int = .max
  ) {
    var kept: [NumberedRequest<FeedPath>] = []
    for row in rows {
      guard row.number < end else {
        kept.append(row)
        continue
      }
      guard let section = before.section(row.position.section, among: after) else {
        dropped.append(row.number)
        continue
      }
      kept.append((number: row.number, position: FeedPath(section: section, row: row.position.row)))
    }
    rows = kept
  }

  /// Asks for rows at other positions, by their numbers.
  mutating func ask(rowsElsewhere positions: [Int: FeedPath]) {
    rows = rows.map { (number: $0.number, position: positions[$0.number] ?? $0.position) }
    mark.changes += 1
  }

  /// Asks for insertions where they have come to stand in a map that showed what was asked for at a mark, and for what is no
  /// longer in it not at all.
  mutating func follow(_ map: InsertionMap, shown: RequestState) {
    // What has been withdrawn stands in the list until it is reloaded, but is not asked for any more.
    guard shown.generation == mark.generation else { return }
    let shownSections = map.sectionPositions.map { (number: $0.key, position: $0.value) }
    rows = InsertionRequests.follow(rows, map.rowPositions, below: shown.rows)
    sections = InsertionRequests.follow(sections, map.sectionPositions, below: shown.sections)
    let asked = sections.filter { $0.number < shown.sections }
    guard asked.count < shownSections.count else { return }
    // The map still has sections that have been withdrawn.
    keepRowsInTheirSections(PlacedSections(shownSections), PlacedSections(asked), below: shown.rows)
  }

  /// Asks for all insertions of a map, at their positions in the map.
  mutating func list(_ map: InsertionMap) {
    rows = map.rowPositions.sorted { $0.key < $1.key }.map { (number: $0.key, position: $0.value) }
    sections = map.sectionPositions.sorted { $0.key < $1.key }.map { (number: $0.key, position: $0.value) }
  }

  private static func follow<Position>(
    _ requests: [NumberedRequest<Position>], _ positions: [Int: Position], below count: Int
  ) -> [NumberedRequest<Position>] {
    requests.compactMap { request in
      guard request.number < count else { return request }
      return positions[request.number].map { (number: request.number, position: $0) }
    }
  }
}

/// How much has been asked for and withdrawn at a time, so that two times can be told apart.
struct RequestState: Equatable {
  /// How often all has been withdrawn, since numbers of requests mean others from then on.
  var generation = 0
  /// The numbers given to rows.
  var rows = 0
  /// The numbers given to sections.
  var sections = 0
  /// How often some have been withdrawn, or asked for elsewhere.
  var changes = 0
}
