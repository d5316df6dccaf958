import Interception
public import ListModel
import Placement

/// The owner of a row in the feed: the content or an insertion.
public enum RowOwner: Hashable, Sendable {
  /// A row of the content, at this position in the content.
  case content(UserPath)
  /// An insertion.
  ///
  /// The number counts the requests since the insertions were last cleared.
  case insertion(Int)

  /// Whether the row is inserted.
  public var isInsertion: Bool {
    if case .insertion = self { true } else { false }
  }
}

/// A row of the feed with its owner and the model that the owner gives for it.
public struct WovenRow {
  /// The position of the row in the feed.
  public let path: FeedPath
  /// The owner of the row.
  public let owner: RowOwner
  /// The model of the row; nil where the owner gives none.
  public let model: Any?
}

/// The coordinate space in which calls to a list are interpreted.
enum CoordinateSpace {
  /// Content coordinates: positions in the list without insertions.
  case user
  /// Feed coordinates: positions in the list with its insertions.
  case feed
}

/// On whose behalf the list is called at present.
///
/// It has no references, since every call of a woven list copies it.
struct ListCaller {
  /// The coordinate space in which calls to the list are interpreted.
  fileprivate(set) var space = CoordinateSpace.user
  /// The call of the content provider that the list is carrying out.
  fileprivate var request: ContentRequest?
}

extension ListWeaver {
  /// The coordinate space in which calls to the list are interpreted at present.
  var space: CoordinateSpace { caller.space }

  /// Runs `body` in feed space.
  ///
  /// Used for work of the list itself and for calls to the inserted provider.
  package func inFeedSpace<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inSpace(.feed, for: nil, body)
  }

  /// Runs `body` in feed space, for a method of the list that the content provider has called.
  func inFeedSpace<Result, Failure>(
    for request: ContentRequest, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try inSpace(.feed, for: request, body)
  }

  /// Runs code of the content that is reached from a callback of the insertions, such as the tap on an ad.
  ///
  /// Callbacks of the insertions run in feed space: a call of the list means rows of the feed in them, also by code that
  /// knows nothing of insertions. In `body` it means rows of the content.
  ///
  /// ```swift
  /// func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath) {
  ///   weaver.asContent { articles.remove(article) }   // deletes its row of the content in the list
  /// }
  /// ```
  public func asContent<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inUserSpace(body)
  }

  /// Runs `body` in user space.
  ///
  /// Used for calls to the content provider.
  func inUserSpace<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inSpace(.user, for: nil, body)
  }

  private func inSpace<Result, Failure>(
    _ inner: CoordinateSpace, for innerRequest: ContentRequest?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = caller
    caller = ListCaller(space: inner, request: innerRequest)
    defer { caller = outer }
    return try body()
  }
}

/// A call of the content provider to the list.
struct ContentRequest {
  /// The row, section or element of the content that the call is about; nil where it is about none.
  fileprivate let place: CallerPlace?
  /// The feed path of that place, as passed to the list.
  let translated: ListPath

  /// Makes a request that is about no place.
  init() {
    (place, translated) = (nil, .invalid)
  }

  init(about place: CallerPlace, translated: ListPath) {
    self.place = place
    self.translated = translated
  }

  /// Returns what the call is about if a path of the list is that place; nil for another path.
  fileprivate func place(translatedTo path: ListPath) -> CallerPlace? { translated == path ? place : nil }
}

extension ListWeaver {
  /// Returns the current feed path of a place; ``ListPath/nowhere`` for one that the content does not have.
  func feedPath(_ place: CallerPlace) -> ListPath {
    switch place {
    case .row(let path): feedPath(path) ?? .invalid
    case .section(let section): ListPath(row: 0, section: feedSection(section) ?? -1)
    case .element(let path, let kind): feedElementPath(path, ofKind: calledKinds[kind]) ?? .invalid
    }
  }
}

extension ListWeaver: CallerCoordinates {
  package func callerPlace(at path: ListPath) -> CallerPlace? {
    guard caller.request != nil else { return nil }
    if let place = caller.request?.place(translatedTo: path) { return place }
    return userPath(path).map { .row($0) }
  }

  package func path(of place: CallerPlace) -> ListPath { feedPath(place) }

  package var isDelegateSilent: Bool {
    // Advice may answer where no delegate does.
    isPlain && content.delegate == nil && delegate == nil
  }

  package var isPrefetchingSilent: Bool {
    content.prefetchSource == nil && (inserted.ignoresPrefetching || dataSource == nil)
      && !isHooked(ListWeaver.prefetchRows) && !isHooked(ListWeaver.cancelPrefetchingForRows)
  }

  package func rowCountsAtOnce(from source: any ListDataSource) -> [Int]? {
    // Advice may change what the list is told of a section.
    guard isPlain, source === router else { return nil }
    return mapForCounting().feedCounts
  }

  package func runAsList(_ body: () -> Void) {
    if space == .user { inFeedSpace(body) } else { body() }
  }

  package func runForObservers(ofSelected rows: [ListPath], _ body: ([ListPath]) -> Void) {
    // Observers are notified once the map is that of the list again.
    if feed.pending != nil { return }
    inUserSpace { body(rows.compactMap { userPath($0) }) }
  }

  package func listDidLayOut() { inFeedSpace { send(ListWeaver.didLayOut) } }

  package func listWillEnd() { forgetList() }

  package func isVisibleToCaller(_ path: ListPath) -> Bool {
    caller.request == nil || userPath(path) != nil
  }
}

// MARK: - Translation

/// Translation between content and feed coordinates, for rows and sections that the list has.
extension ListWeaver {
  /// Returns the owner of a row of the feed; nil for a row that the feed does not have.
  public func owner(of path: FeedPath) -> RowOwner? {
    loadList()
    return listedOwner(of: path)
  }

  /// Returns the owner of a row in the list as it was last loaded.
  func listedOwner(of path: FeedPath) -> RowOwner? { ask { $0.owner(of: path) } }

  /// Returns the feed path of a row of the content; nil for a row that the content does not have.
  func feedPath(_ user: ListPath) -> ListPath? {
    ask { $0.feedPath(for: UserPath(user)) }.map { ListPath($0) }
  }

  /// Returns the content path of a row of the feed; nil for an insertion.
  func userPath(_ feed: ListPath) -> ListPath? {
    ask { $0.userPath(for: FeedPath(feed)) }.map { ListPath($0) }
  }

  /// Returns the feed section of a content section; nil for a section that the content does not have.
  func feedSection(_ user: Int) -> Int? { ask { $0.feedSection(forUser: user) } }

  /// Returns the content section of a feed section; nil for an inserted section.
  func userSection(_ feed: Int) -> Int? { ask { $0.userSection(forFeed: feed) } }

  /// Asks the map in force, without counting a reference to it: no question calls back, so that the map stays in force.
  private func ask<Answer>(_ question: (SharedMap) -> Answer) -> Answer {
    Unretained(mapInForce.shown).borrow(question)
  }
}

// MARK: - Coordinates

extension ListPath {
  /// Makes the list path of a row in the feed.
  public init(_ path: FeedPath) {
    self.init(row: path.row, section: path.section)
  }

  /// Makes the list path of a row in the content, in content coordinates.
  public init(_ path: UserPath) {
    self.init(row: path.row, section: path.section)
  }
}

extension FeedPath {
  /// Makes a feed path of a list path that is in feed coordinates.
  public init(_ path: ListPath) {
    self.init(section: path.section, row: path.row)
  }
}

extension UserPath {
  /// Makes a content path of a list path that is in content coordinates.
  public init(_ path: ListPath) {
    self.init(section: path.section, row: path.row)
  }
}
