public import Interception
public import ListModel
public import Placement

/// Weaves inserted rows into a list without its content side knowing.
///
/// It puts itself in the place of the list's data source and delegate, and moves the list to a dynamic subclass whose overrides
/// translate. From then on the content side speaks and hears of its own rows only, and inserted rows are the business of the
/// weaver's own data source and delegate:
///
/// ```swift
/// let weaver = list.weaver
/// weaver.dataSource = ads
/// try weaver.insertRows(at: [FeedPath(section: 0, row: 3)])
/// list.reloadData()
/// ```
///
/// All that the list asks of the two sides, and tells them, is a message of the weaver, and can be hooked there.
///
/// A weaver lives where its list does, and is no more Sendable than that.
public final class ListWeaver: InterceptableObject {
  /// The list; nil when it is gone.
  public private(set) weak var list: ListView?
  /// The list that the weaver was removed from, of which the ends are still told that are under way.
  private weak var formerList: ListView?
  /// Who gives the cells of inserted rows; not kept alive.
  public weak var dataSource: (any WeaverDataSource)?
  /// Who hears of inserted rows, and of the display of every row; not kept alive.
  public weak var delegate: (any WeaverDelegate)?
  /// What insertions do when content comes or goes between reloads.
  public var policy = UpdatePolicy.pinned

  /// Where every row of the list as it was last loaded comes from.
  public var map: InsertionMap { feed.map }

  /// The map in force, the requests, and the update under way.
  var feed = FeedState()

  /// Who owned the list before it was woven, and answers for its content.
  var content = ContentProviders()
  /// What the content side changes in a batch that is open.
  var contentBatch = ContentBatch()
  /// The batches that are open in feed space, and what is known of them.
  var feedBatch = FeedBatch()
  /// What the insertions' side is to be told of changes that are in force.
  var notices = WeaverNotices()
  /// Whether the insertions' side has given the height of a header of the content.
  var givesHeaderHeights = false
  /// Whether selecting several rows in one movement began at an insertion, whose side then hears of its end.
  var selectionBeganAtInsertion = false
  package private(set) var isBeingRemoved = false
  /// What is known of menus and drags.
  var interactions = Interactions()
  /// In whose coordinates the list is spoken to at this moment.
  var space = CoordinateSpace.user
  /// What the content side has asked the list for that is being done at this moment.
  var request: ContentRequest?
  /// What is on display, by its owner.
  var display = DisplayLog()
  private(set) lazy var router = ProviderRouter(of: self)
  /// The class above the woven one: where the list's own methods are, with whatever is hooked there.
  let formerClass: ClassObject
  private let wovenClass: ClassObject

  /// What the list asks and tells, so that it is found by name.
  public override class var messages: MessageList { allMessages }

  /// Weaves a list.
  ///
  /// - Precondition: no batch is open.
  /// - Throws: `AspectError.classPairUnavailable` where the name of the dynamic subclass is taken by another class.
  init(_ list: ListView) throws(AspectError) {
    if list.isBatchOpen { fatalError("the list cannot be woven while a batch is open") }
    formerClass = list.actualClass
    wovenClass = try WovenClass.of(list)
    super.init()
    self.list = list
    content.dataSource = list.dataSource
    content.delegate = list.delegate
    content.prefetchSource = list.prefetchDataSource
    interactions = Interactions(of: list)
    try list.setClass(wovenClass)
    list.setAssociatedValue(WeaverReference(weaver: self), for: WeaverReference.key)
    list.callerCoordinates = self
    list.noteUpdate = { [weak self] updates in self?.notices.append(.change(FeedChange(updates))) }
    // To whoever observes these properties nothing has changed.
    takeOver(list)
  }

  /// The list, or the former one while the ends of its displays are still told that the removal came between.
  var listOfEnds: ListView? { list ?? formerList }

  /// Gives the list back as it was: its data source, its delegate, its class.
  ///
  /// The insertions are deleted by an update like any other: rows, cells, selection and offset of the content stay, and its side
  /// hears of nothing. Inside a batch, in a callback of a load or of an update, and where an aspect keeps that update from the
  /// list, the list is reloaded instead. A weaver that has been removed does nothing more.
  public func remove() {
    guard let list, list.woven === self, !isBeingRemoved else { return }
    isBeingRemoved = true
    // While the router still is the delegate: what ends by it ends for its owner.
    if !takeOutInsertions(of: list) { inFeedSpace { list.forgetData() } }
    giveBack(list)
    // Where another dynamic subclass has been put below since, the woven one stays, and lets everything through.
    if list.actualClass === wovenClass { try? list.setClass(formerClass) }
    list.setAssociatedValue(nil, for: WeaverReference.key)
    list.noteUpdate = nil
    list.callerCoordinates = nil
    notices = WeaverNotices()
    self.list = nil
    endDisplays(of: list)
    feed.setMap(.empty)
    guard list.endings.isEmpty else { return formerList = list }
    display.forgetDisplays()
  }
}

// MARK: - Weaver

extension ListView {
  /// The list's weaver, made when it is first asked for, whereupon the list is woven.
  ///
  /// A list that is in use stays as it is: its rows, cells, selection and offset, and what it can be updated from. Nobody hears of
  /// it. A list that is just being loaded or updated is reloaded.
  ///
  /// - Precondition: where the list is not woven yet, no batch is open, and no other class is called `Woven_` and the name of the
  ///   list's class.
  public final var weaver: ListWeaver {
    if let woven { return woven }
    do throws(AspectError) {
      return try ListWeaver(self)
    } catch {
      fatalError("the list cannot be woven: \(error)")
    }
  }

  /// The list's weaver, if the list is woven.
  final var woven: ListWeaver? { associatedValue(for: WeaverReference.key)?.weaver }
}

/// A weaver as its list bears it.
///
/// It is used by the overrides of the list's own methods only, so where the list is used, and never by two threads at once.
struct WeaverReference: @unchecked Sendable {
  static let key = AssociationKey<WeaverReference>()

  let weaver: ListWeaver
}

// MARK: - Exchange

/// Weaving a list that is in use, and giving it back, without its content side hearing of it.
extension ListWeaver {
  /// Stands in for the providers of a list, which goes on with its rows, cells, selection and offset.
  ///
  /// A list that is being loaded or updated at this moment is reloaded.
  func takeOver(_ list: ListView) {
    if list.isBeingLoaded || list.isUpdating { list.forgetData() }
    if list.isLoaded { adopt(list) }
    list.exchangeHandlers(
      HandlerExchange(
        menu: { self.owned($0, ofInsertion: false) }, swipeActions: { self.handled($0, ofInsertion: false) },
        rowAction: { self.handled($0, ofInsertion: false) }, completion: { self.toContent($0) }))
    list.exchangeProviders(
      dataSource: router, delegate: router, prefetching: router, dragging: router,
      dropping: interactions.contentDropDelegate == nil ? nil : router, keeping: nil)
  }

  /// Takes what a list shows, and what its content side has begun, for the content's.
  private func adopt(_ list: ListView) {
    feed.setMap(InsertionMap.empty.replacingUserCounts(list.loadedRowCounts))
    let views = list.displayedViews
    for (path, cell) in views.rows {
      display.rows[cell] = DisplayedRow(owner: .content(UserPath(path)))
    }
    for (section, view) in views.edges {
      display.edges[view] = OwnedSection(section, ofContent: section)
    }
    for (kind, path, view) in views.elements {
      display.elements[view] = ownedElement(ofKind: kind, at: path, in: list)
    }
    display.swipedOwner = list.swipedRow.map { .content(UserPath($0)) }
  }

  /// Takes every insertion out of the list by an update like any other.
  ///
  /// - Returns: whether none is left in it; false where the list cannot be updated at this moment, or an aspect prevents it.
  func takeOutInsertions(of list: ListView) -> Bool {
    if interactions.insertedDrag != nil { list.display.cancelDrag() }
    if selectionBeganAtInsertion { list.display.endMultipleSelection() }
    guard list.isLoaded || list.isBeingLoaded else { return true }
    // The data has changed when the list has not.
    if list.isTellingMove { return false }
    do throws(ListUpdateError) {
      try checkCanUpdateInsertions()
      try bringIn(makeMap(userCounts: map.userCounts), areSame: false)
    } catch {
      return false
    }
    return map == InsertionMap.empty.replacingUserCounts(map.userCounts)
  }

  /// Gives a list without insertions back to its content side.
  func giveBack(_ list: ListView) {
    list.exchangeProviders(
      dataSource: content.dataSource, delegate: content.delegate, prefetching: content.prefetchSource,
      dragging: interactions.contentDragDelegate, dropping: interactions.contentDropDelegate, keeping: self)
    if givesHeaderHeights { inUserSpace { list.remeasureHeadersAndFooters() } }
  }

  /// Tells the insertions' side, which hears no more of the list, the end of the rows in view of which it has heard.
  func endDisplays(of list: ListView) {
    let rows = list.displayedViews.rows.sorted { $0.path < $1.path }
    for (path, cell) in rows {
      guard let displayed = display.rows[cell] else { continue }
      send(ListWeaver.didEndDisplayingRow, (row: OwnedRow(FeedPath(path), of: displayed.owner), cell: cell))
    }
  }
}
