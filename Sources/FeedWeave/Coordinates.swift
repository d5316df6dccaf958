public import ListModel
import Placement

/// Whose a row of the feed is.
public enum RowOwner: Hashable, Sendable {
  /// The content side's, at this place of the content.
  case content(UserPath)
  /// An insertion; the number counts the requests since the insertions were last cleared.
  case insertion(Int)

  /// Whether the row is inserted.
  public var isInsertion: Bool {
    if case .insertion = self { true } else { false }
  }
}

/// A row of the feed with its owner and what that owner says it shows.
public struct WovenRow {
  /// Where the row stands.
  public let path: FeedPath
  /// Whose it is.
  public let owner: RowOwner
  /// What it shows; nil where the owner does not say.
  public let model: Any?
}

/// In whose coordinates a list is spoken to.
enum CoordinateSpace {
  /// The content's own, which know no insertions.
  case user
  /// The list's, in which insertions count.
  case feed
}

extension ListWeaver {
  /// Runs `body` in feed space: what the list does itself, and what the insertions' side does.
  package func inFeedSpace<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inSpace(.feed, for: nil, body)
  }

  /// Runs `body` in feed space: a method of the list that the content side has called.
  func inFeedSpace<Result, Failure>(
    for request: ContentRequest, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try inSpace(.feed, for: request, body)
  }

  /// Runs `body` in user space: what the content side does.
  func inUserSpace<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inSpace(.user, for: nil, body)
  }

  private func inSpace<Result, Failure>(
    _ inner: CoordinateSpace, for innerRequest: ContentRequest?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = (space, request)
    (space, request) = (inner, innerRequest)
    defer { (space, request) = outer }
    return try body()
  }
}

/// A place in a list as its content side names it.
enum ContentPlace {
  case row(ListPath)
  case section(Int)
  /// An element of a layout, named by its row, or by its section and row 0.
  case element(ListPath, kind: String)
}

/// What the content side has asked the list for.
final class ContentRequest {
  /// The place that it is about; nil where it names none.
  let place: ContentPlace?
  /// The path that the list was given for that place.
  let translated: ListPath

  /// A request that names no place.
  init() {
    (place, translated) = (nil, .nowhere)
  }

  init(about place: ContentPlace, translated: ListPath) {
    self.place = place
    self.translated = translated
  }
}

extension ListWeaver {
  /// The path under which the list knows a place now; that of no row for one that the content does not have.
  func feedPath(_ place: ContentPlace) -> ListPath {
    switch place {
    case .row(let path): feedPath(path) ?? .nowhere
    case .section(let section): ListPath(row: 0, section: feedSection(section) ?? -1)
    case .element(let path, let kind): feedElementPath(path, ofKind: kind) ?? .nowhere
    }
  }
}

extension ListWeaver: CallerCoordinates {
  package func translation(of path: ListPath) -> (() -> ListPath)? {
    guard let request else { return nil }
    if let place = request.place, request.translated == path { return { self.currentPath(of: place) } }
    guard let user = userPath(path) else { return nil }
    return { self.currentPath(of: .row(user)) }
  }

  package func callerSees(_ path: ListPath) -> Bool {
    request == nil || userPath(path) != nil
  }

  /// The path under which the list knows a place now; the content side's own when a callback has removed the weaver.
  private func currentPath(of place: ContentPlace) -> ListPath {
    guard list == nil else { return feedPath(place) }
    return switch place {
    case .row(let path), .element(let path, _): path
    case .section(let section): ListPath(row: 0, section: section)
    }
  }
}

// MARK: - Translation

/// Translating between the content's coordinates and the feed's, for rows and sections that the list has.
extension ListWeaver {
  /// Whose a row of the feed is; nil for one that the feed does not have.
  public func owner(of path: FeedPath) -> RowOwner? {
    loadList()
    return listedOwner(of: path)
  }

  /// Whose a row is in the list as it was last loaded.
  func listedOwner(of path: FeedPath) -> RowOwner? {
    if let user = map.userPath(for: path) { return .content(user) }
    return map.insertionIndex(at: path).map(RowOwner.insertion)
  }

  /// The path under which the list knows a row of the content; nil for a row that the content does not have.
  func feedPath(_ user: ListPath) -> ListPath? {
    guard let count = map.userCount(inUserSection: user.section), user.row < count else { return nil }
    return map.feedPath(for: UserPath(user)).map { ListPath($0) }
  }

  /// The path under which the content side knows a row of the list; nil for an insertion.
  func userPath(_ feed: ListPath) -> ListPath? {
    map.userPath(for: FeedPath(feed)).map { ListPath($0) }
  }

  /// The number under which the list knows a section of the content; nil for one that the content does not have.
  func feedSection(_ user: Int) -> Int? {
    user < map.userSectionCount ? map.feedSection(forUser: user) : nil
  }

  /// The number under which the content side knows a section of the list; nil for an inserted one.
  func userSection(_ feed: Int) -> Int? { map.userSection(forFeed: feed) }
}

// MARK: - Coordinates

extension ListPath {
  /// A place in the feed as the list, which shows the feed, names it.
  public init(_ path: FeedPath) {
    self.init(row: path.row, section: path.section)
  }

  /// A place in the content as the content side, which sees the list without insertions, names it.
  public init(_ path: UserPath) {
    self.init(row: path.row, section: path.section)
  }
}

extension FeedPath {
  /// The place that a path means where the list is spoken of as it is shown.
  public init(_ path: ListPath) {
    self.init(section: path.section, row: path.row)
  }
}

extension UserPath {
  /// The place that a path means where the list is spoken of without its insertions.
  public init(_ path: ListPath) {
    self.init(section: path.section, row: path.row)
  }
}
