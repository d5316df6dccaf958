public import Interception

/// A list of rows in sections that behaves as UITableView does, without a screen.
///
/// It asks its data source for counts and cells, its delegate for heights, tells it what is shown and selected, and knows where
/// everything stands. Whoever draws it takes what is in view from ``display``.
///
/// Every method is declared as a message, so that anybody can hook it. A list is not bound to a thread: it lives where its owner
/// does, and is not Sendable.
///
/// Whom it asks may answer anything and call it back at any time. Numbers that make no sense are brought into range, and a list
/// that is reloaded or changed by a callback goes on with what is there then.
open class ListView: InterceptableObject {
  // What the data source and the delegate are to the list itself; what `dataSource` and `delegate` answer may be woven.
  final weak var rawDataSource: (any ListDataSource)?
  final weak var rawDelegate: (any ListDelegate)?

  /// The height of rows for which the delegate gives none; nil to ask the cell.
  public final var rowHeight: Double? {
    didSet { if rowHeight != oldValue { discardRowHeights() } }
  }
  /// The height that a row is taken to have until it comes into view, where there is no row height; less than one counts as one.
  public final var estimatedRowHeight = 44.0 {
    didSet { if estimatedRowHeight != oldValue { discardRowHeights() } }
  }
  /// The height of headers for which the delegate gives none; nil to ask the view.
  public final var sectionHeaderHeight: Double? {
    didSet { if sectionHeaderHeight != oldValue { discardHeights() } }
  }
  /// The height of footers for which the delegate gives none; nil to ask the view.
  public final var sectionFooterHeight: Double? {
    didSet { if sectionFooterHeight != oldValue { discardHeights() } }
  }
  /// Whether more than one row can be selected.
  public final var allowsMultipleSelection = false
  /// Whether a touch can select a row in editing mode.
  public final var allowsSelectionDuringEditing = false
  /// Whether touches can select rows, and more than one, in editing mode.
  public final var allowsMultipleSelectionDuringEditing = false

  /// Whether a row opens when something that is dragged is held over it.
  public final var isSpringLoaded = false
  /// Whether a person may go to the top at once.
  public final var scrollsToTop = true
  /// Whether a person can drag rows out of the list.
  public final var dragInteractionEnabled = true

  /// The size of what is in view; when the width changes, everything is measured anew.
  public final var viewportSize: ListSize {
    didSet {
      asList { if viewportSize.width != oldValue.width { discardHeights() } }
      setNeedsLayout()
    }
  }

  final var ownLayout = ListLayout.table
  final var transition: LayoutTransition?
  final var offset = 0.0
  final var extents = ListExtents()
  final var shown = ShownElements()
  /// The views in sight of which the delegate has been told by their kind.
  final var toldByKind: Set<ObjectIdentifier> = []
  final var selection = RowSelection() {
    didSet { told.isSelectionChanged = true }
  }
  /// What those who observe the list's properties have heard of last.
  final var told = ToldProperties()
  final var editing = EditingState()
  final var movement: MovementState?
  /// Whether the data source is moving a row that the list has not moved yet.
  package final internal(set) var isTellingMove = false
  /// What ``allowsSelection`` answers, unless an aspect answers otherwise.
  final var isSelectable = true
  /// The selecting of several rows in one movement that is under way.
  final var multipleSelection: MultipleSelection?
  final var focus = ListFocus()
  final var prefetching = ListPrefetching()
  /// What the data source gave for the index; nil as long as it has not been asked.
  final var sectionIndexTitles: [String]?
  final var cellSupply = CellSupply()
  final weak var shownBy: AnyObject?
  final var menus = OpenMenus()
  final var scrolling = ScrollState()
  final var dragging = DragState()

  final var batch = ListBatch()
  /// The rows whose cells are made ready anew when the list is next laid out.
  final var rowsToReconfigure: Set<ListPath> = []
  /// The row whose cell is being made ready anew.
  final var reconfigured: (path: ListPath, cell: ListCell)?

  /// Whether the data source has been asked for its counts, and the answer not been forgotten.
  package final internal(set) var isLoaded = false
  final var isLoading = false
  /// Whether an update is being carried out.
  package final internal(set) var isUpdating = false
  final var isMeasuring = false
  final var cycle = LayoutCycle()
  final var displayEndings = DisplayEndings()
  /// Counts how often the data has been forgotten or loaded.
  package final internal(set) var loads = 0
  /// Counts the updates that have been carried out.
  package final internal(set) var updateCount = 0
  /// Hears of every update as soon as it has been carried out, before anybody is called who may change more.
  package final var noteUpdate: ((ListUpdates) -> Void)?
  /// In whose coordinates the list is called, where they are not its own.
  package final weak var callerCoordinates: (any CallerCoordinates)?
  /// The rows that are followed while something calls back.
  final var trackedRows: [TrackedRow] = []

  /// Every method of the list, so that it is found by name.
  open override class var messages: MessageList { allMessages }

  /// Makes an empty list that shows `size` of its content.
  public init(size: ListSize) {
    viewportSize = size
    super.init()
  }

  /// Asks the data source for everything anew: nothing is selected, and every cell is asked for when the list is laid out.
  open func reloadData() { send(ListView.reloadData) }

  // A callback may ask again for what it is called by; one that always does is not followed for ever.
  static let mostAttempts = 8
}

// MARK: - Providers

extension ListView {
  /// The two messages of ``dataSource``.
  public static let dataSource = Property<ListView, (any ListDataSource)?>("dataSource") { list in
    list.rawDataSource
  } set: { list, new in
    list.installDataSource(new)
  }

  /// Who says what stands in the list; not kept alive by it.
  ///
  /// Another one is asked when the list is next looked at.
  public final var dataSource: (any ListDataSource)? {
    get { send(ListView.dataSource) }
    set { send(ListView.dataSource, newValue) }
  }

  /// The two messages of ``delegate``.
  public static let delegate = Property<ListView, (any ListDelegate)?>("delegate") { list in
    list.rawDelegate
  } set: { list, new in
    list.installDelegate(new)
  }

  /// Who says how rows look and hears what happens to them; not kept alive by the list.
  public final var delegate: (any ListDelegate)? {
    get { send(ListView.delegate) }
    set { send(ListView.delegate, newValue) }
  }

  /// Has another one asked, without a message that could be hooked.
  package final func installDataSource(_ new: (any ListDataSource)?) {
    rawDataSource = new
    discardData()
  }

  /// Has another one asked and told, without a message that could be hooked.
  package final func installDelegate(_ new: (any ListDelegate)?) {
    rawDelegate = new
    discardHeights()
  }
}

// MARK: - Counts

extension ListView {
  /// The message of ``numberOfSections``.
  public static let numberOfSections = Message<ListView, Void, Int>("numberOfSections") { list, _ in
    list.loadIfNeeded()
    return list.extents.sections.count
  }

  /// The number of sections that the list shows.
  public final var numberOfSections: Int { send(ListView.numberOfSections) }

  /// The message of ``numberOfRows(inSection:)``.
  public static let numberOfRows = Message<ListView, Int, Int>("numberOfRows(inSection:)") { list, section in
    list.loadIfNeeded()
    return list.extents.sections.indices.contains(section) ? list.extents.sections[section].rows.count : 0
  }

  /// The number of rows that the list shows in a section; none in a section that it does not have.
  public final func numberOfRows(inSection section: Int) -> Int { send(ListView.numberOfRows, section) }
}

// MARK: - Screen

/// Coming onto a screen and leaving it, for whoever starts and stops what only matters while the list can be seen.
extension ListView {
  /// The message that a screen is about to show the list, or that none is any more.
  public static let willMoveToScreen = Message<ListView, AnyObject?, Void>("willMove(toScreen:)") { _, _ in }

  /// The message that a screen shows the list, or that none does; see ``screen``.
  public static let didMoveToScreen = Message<ListView, Void, Void>("didMoveToScreen()") { _, _ in }

  /// Who shows the list; nil as long as nobody has said so.
  public final var screen: AnyObject? { shownBy }
}

extension ListDisplay {
  /// Says that a screen shows the list, or that none does, in which case menus and drags end.
  public func move(to screen: AnyObject?) {
    list.asList {
      list.send(ListView.willMoveToScreen, screen)
      if screen == nil {
        list.dismissMenu()
        list.dragLeaves()
        list.dragging.drag?.end()
      }
      list.shownBy = screen
      list.send(ListView.didMoveToScreen)
    }
  }
}
