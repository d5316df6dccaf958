public import Interception
public import ListModel
public import Placement

/// Weaves inserted rows into a list without the content provider knowing.
///
/// The *content provider* is the list's own data source and delegate, with the code that calls the list for them. The
/// *inserted provider* is the weaver's data source and delegate. A weaver replaces the list's data source and delegate
/// by a router, and changes the list's class to a dynamic subclass whose overrides translate paths. From then on the
/// content provider uses paths of its own rows only, and the inserted provider makes the inserted rows:
///
/// ```swift
/// let weaver = list.weaver
/// weaver.dataSource = ads
/// try weaver.insertRows(at: [FeedPath(section: 0, row: 3)])
/// list.reloadData()
/// ```
///
/// Every question of the list to the two providers, and every notification, is a message of the weaver, and can be
/// hooked there.
///
/// Use a weaver on the thread that uses its list: it isn't `Sendable` any more than its list is.
public final class ListWeaver: InterceptableObject {
  /// What insertions do when content is inserted or deleted between reloads.
  public var policy = UpdatePolicy.pinned

  /// The map between content and feed positions of the list as it was last loaded.
  public var map: InsertionMap { feed.map }

  /// The map in force, of which single rows are asked.
  let mapInForce: MapInForce
  /// The map in force, the requests, and the update under way.
  var feed: FeedState

  /// Who owned the list before it was woven, and answers for its content.
  var content: ContentProviders
  /// Who answers for the insertions.
  var inserted = InsertedProviders()
  /// The open batch of content changes.
  var contentBatch = ContentBatch()
  /// The open batches in feed space.
  var feedBatch = FeedBatch()
  /// The notifications that wait to be sent to the inserted provider.
  var notices = WeaverNotices()
  /// What a person has begun at an inserted row.
  var interactions = Interactions()
  /// On whose behalf the list is called at present.
  var caller = ListCaller()
  /// The kinds of the elements that calls under way are about; a ``CallerPlace`` has the index of its kind.
  var calledKinds: [String] = []
  /// What is on display, by its owner.
  var display = DisplayLog()
  private(set) lazy var router = ProviderRouter(of: self)
  private let weaving: Weaving

  /// All messages of a weaver, so that they can be found by name.
  public override class var messages: MessageList { allMessages }

  /// Weaves a list.
  ///
  /// - Precondition: no batch is open.
  /// - Throws: `AspectError.classPairUnavailable` where the name of the dynamic subclass is taken by another class.
  init(_ list: ListView) throws(AspectError) {
    if list.isBatchOpen { fatalError("the list cannot be woven while a batch is open") }
    weaving = try Weaving(of: list)
    content = ContentProviders(of: list)
    mapInForce = MapInForce()
    feed = FeedState(mapInForce)
    super.init()
    try list.setClass(weaving.wovenClass)
    list.callerCoordinates = self
    list.onUpdate = { [unowned self] updates in notices.append(.change(FeedChange(updates))) }
    // The providers that observers see are the same as before.
    takeOver(list)
  }

  /// The list; nil once it is deallocated or the weaver is removed.
  public var list: ListView? { weaving.list }

  /// Forgets the list, which is about to be deallocated.
  func forgetList() { weaving.endRemoval() }

  /// The list, or the former list while displays that were ending at the removal are still reported.
  var listOfEndingDisplays: ListView? { weaving.list ?? weaving.formerList }

  /// Whether the weaver has been removed from its list, or is about to be.
  package var isBeingRemoved: Bool { weaving.isBeingRemoved }

  /// The superclass of the woven class.
  ///
  /// It has the list's own methods, with any hooks on them.
  var formerClass: ClassObject { weaving.formerClass }

  /// Restores the list's data source, delegate and class.
  ///
  /// The insertions are deleted by an update: rows, cells, selection and offset of the content stay, and the content
  /// provider isn't notified. The list is reloaded instead inside a batch, in a callback of a load or of an update, and
  /// where an aspect keeps the update from the list. A removed weaver does nothing more.
  public func remove() {
    guard let list, list.woven === self, !isBeingRemoved else { return }
    weaving.beginRemoval()
    // While the router is still the delegate, so that displays that end here are reported to their owners.
    if !deleteInsertions(of: list) { inFeedSpace { list.forgetData() } }
    restoreProviders(list)
    // If another dynamic subclass has been made below the woven one since, the woven class stays and passes all calls
    // through.
    if list.actualClass === weaving.wovenClass { try? list.setClass(formerClass) }
    list.onUpdate = nil
    list.callerCoordinates = nil
    notices = WeaverNotices()
    weaving.endRemoval()
    endDisplays(of: list)
    feed.setMap(.empty)
    guard list.endings.isEmpty else { return weaving.keep(list) }
    display.forgetDisplays()
  }
}

/// The list of a weaver with its classes, until the weaver is removed.
private final class Weaving {
  /// The list, which tells when it is about to be deallocated; nil from then on, and once the weaver is removed.
  ///
  /// A weak reference would make every use of the list slower, by its owner too: its counts would stand elsewhere.
  private var reference: Unretained<ListView>?
  /// The former list of a removed weaver, kept while displays that were ending at the removal are still reported.
  private(set) weak var formerList: ListView?
  private(set) var isBeingRemoved = false
  let formerClass: ClassObject
  let wovenClass: ClassObject

  init(of list: ListView) throws(AspectError) {
    reference = Unretained(list)
    formerClass = list.actualClass
    wovenClass = try WovenClass.of(list)
  }

  func beginRemoval() { isBeingRemoved = true }

  /// The list; nil once it is deallocated or the weaver is removed.
  var list: ListView? { reference?.object }

  func endRemoval() { reference = nil }

  /// Keeps the list whose weaver has been removed.
  func keep(_ former: ListView) { formerList = former }
}

// MARK: - Weaver

extension ListView {
  /// The list's weaver.
  ///
  /// The first access makes it and weaves the list.
  ///
  /// Weaving a list that is in use keeps its rows, cells, selection and offset, and the counts from which it can be
  /// updated. No provider is notified. A list that is being loaded or updated is reloaded.
  ///
  /// - Precondition: If the list is not woven yet, no batch is open, and no other class is named `Woven_` followed by
  ///   the name of the list's class.
  public final var weaver: ListWeaver {
    if let woven { return woven }
    do throws(AspectError) {
      return try ListWeaver(self)
    } catch {
      fatalError("the list cannot be woven: \(error)")
    }
  }

  /// The list's weaver; nil if the list is not woven, which reading it does not change.
  public final var woven: ListWeaver? { callerCoordinates as? ListWeaver }
}

// MARK: - Exchange

/// Weaving a list that is in use, and restoring it, without notifying its content provider.
extension ListWeaver {
  /// Replaces the providers of a list by the router, keeping its rows, cells, selection and offset.
  ///
  /// A list that is being loaded or updated is reloaded.
  private func takeOver(_ list: ListView) {
    if list.isBeingLoaded || list.isUpdating { list.forgetData() }
    if list.isLoaded { adopt(list) }
    list.exchangeHandlers(
      HandlerExchange(
        menu: { self.owned($0, ofInsertion: false) }, swipeActions: { self.handled($0, ofInsertion: false) },
        rowAction: { self.handled($0, ofInsertion: false) }, completion: { self.toContent($0) }))
    list.exchangeProviders(
      dataSource: router, delegate: router, prefetching: router, dragging: router,
      dropping: content.dropDelegate == nil ? nil : router, keeping: nil)
  }

  /// Records the displayed rows and views, and the row with swipe actions, as content.
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

  /// Deletes every insertion from the list by an update.
  ///
  /// - Returns: Whether no insertion is left; false where the list cannot be updated now, or an aspect prevents it.
  private func deleteInsertions(of list: ListView) -> Bool {
    if interactions.insertedDrag != nil { list.display.cancelDrag() }
    if interactions.isSelectionInserted { list.display.endMultipleSelection() }
    guard list.isLoaded || list.isBeingLoaded else { return true }
    // The data source has already made the move, and the list has not.
    if list.isDataSourceMovingRow { return false }
    do throws(ListUpdateError) {
      try checkCanUpdateInsertions()
      try updateMap(to: makeMap(userCounts: map.userCounts), numbersAreSame: false)
    } catch {
      return false
    }
    return map == InsertionMap.empty.replacingUserCounts(map.userCounts)
  }

  /// Gives a list without insertions back to its content providers.
  private func restoreProviders(_ list: ListView) {
    list.exchangeProviders(
      dataSource: content.dataSource, delegate: content.delegate, prefetching: content.prefetchSource,
      dragging: content.dragDelegate, dropping: content.dropDelegate, keeping: self)
    if inserted.givesHeaderHeights { inUserSpace { list.remeasureHeadersAndFooters() } }
  }

  /// Reports to the inserted provider the end of every display in view that it was notified of, after the weaver's
  /// removal.
  private func endDisplays(of list: ListView) {
    let rows = list.displayedViews.rows.sorted { $0.path < $1.path }
    for (path, cell) in rows {
      guard let displayed = display.rows[cell] else { continue }
      send(ListWeaver.didEndDisplayingRow, (row: OwnedRow(FeedPath(path), of: displayed.owner), cell: cell))
    }
  }
}
