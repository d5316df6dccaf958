public import Interception

/// A list of rows in sections that behaves as UITableView does, without a screen.
///
/// It requests counts and cells from its data source and heights from its delegate, notifies the delegate of what is
/// displayed and selected, and knows the position of every element. A renderer reads the visible elements from
/// ``display``.
///
/// Every method is declared as a message, so that it can be hooked. A list is not bound to a thread: it is used where
/// its owner is used, and is not Sendable.
///
/// Data sources and delegates may return anything and may call the list back at any time. Invalid numbers are clamped
/// to a valid range. A list that a callback reloads or changes continues with its new contents.
open class ListView: InterceptableObject {
  // The providers that the list itself uses; the getters `dataSource` and `delegate` may return others in a woven list.
  final weak var rawDataSource: (any ListDataSource)?
  final weak var rawDelegate: (any ListDelegate)?

  /// The height of rows for which the delegate gives none; nil to ask the cell.
  public final var rowHeight: Double? {
    didSet { if rowHeight != oldValue { discardRowHeights() } }
  }
  /// The height assumed for a row until it becomes visible, if there is no row height; values below one count as one.
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

  /// Whether a row opens when a dragged item is held over it.
  public final var isSpringLoaded = false
  /// Whether a scroll-to-top gesture scrolls the list to its top.
  public final var scrollsToTop = true
  /// Whether a person can drag rows out of the list.
  public final var dragInteractionEnabled = true

  /// The size of the visible area; when its width changes, everything is measured again.
  public final var viewportSize: ListSize {
    didSet {
      asList { if viewportSize.width != oldValue.width { discardHeights() } }
      setNeedsLayout()
    }
  }

  final var baseLayout = ListLayout.table
  final var transition: LayoutTransition?
  final var offset = 0.0
  final var extents = ListExtents()
  final var shown = ShownElements()
  /// The visible views whose display the delegate was notified of by element kind.
  final var viewsNotifiedByKind: Set<ObjectIdentifier> = []
  final var selection = RowSelection() {
    didSet { told.isSelectionChanged = true }
  }
  /// The property values of which observers were last notified.
  final var told = ObservedValues()
  final var editing = EditingState()
  final var movement: MovementState?
  /// Whether the data source is moving a row that the list itself has not moved yet.
  package final internal(set) var isDataSourceMovingRow = false
  /// The value of ``allowsSelection``, unless an aspect returns another one.
  final var isSelectable = true
  /// The gesture under way that selects several rows; nil if there is none.
  final var multipleSelection: MultipleSelection?
  final var focus = ListFocus()
  final var prefetching = ListPrefetching()
  /// The index titles that the data source returned; nil until it is asked for them.
  final var sectionIndexTitles: [String]?
  final var cellSupply = CellSupply()
  fileprivate final weak var screenObject: AnyObject?
  final var menus = OpenMenus()
  final var scrolling = ScrollState()
  final var dragging = DragState()

  final var batch = ListBatch()
  /// The rows whose cells are reconfigured in the next layout.
  final var rowsToReconfigure: Set<ListPath> = []
  /// The row whose cell is being reconfigured.
  final var reconfigured: (path: ListPath, cell: ListCell)?

  /// Whether the counts of the data source are loaded and have not been discarded.
  package final internal(set) var isLoaded = false
  final var isLoading = false
  /// Whether an update is being carried out.
  package final internal(set) var isUpdating = false
  final var isMeasuring = false
  final var cycle = LayoutCycle()
  final var displayEndings = DisplayEndings()
  /// Counts how often the data has been discarded or loaded.
  package final internal(set) var loads = 0
  /// Counts the updates that have been carried out.
  package final internal(set) var updateCount = 0
  /// Called after every update, before any callback that could change the list again.
  package final var onUpdate: ((ListUpdates) -> Void)?
  /// Translates the paths of callers that do not use the list's own paths.
  package final weak var callerCoordinates: (any CallerCoordinates)?
  /// The rows that are tracked while a callback runs.
  final var trackedRows: [TrackedRow] = []

  /// Every message of the class, so that methods can be found by name.
  open override class var messages: MessageList { allMessages }

  /// Makes an empty list with a visible area of `size`.
  public init(size: ListSize) {
    viewportSize = size
    super.init()
  }

  /// Reloads all data: clears the selection and requests every cell again in the next layout.
  open func reloadData() { send(ListView.reloadData) }

  // Limits retries where a callback makes the same request again every time.
  static let mostAttempts = 8
}

// MARK: - Providers

extension ListView {
  /// The two messages of ``dataSource``.
  public static let dataSource = Property<ListView, (any ListDataSource)?>(
    "dataSource", get: { $0.rawDataSource }, set: { $0.installDataSource($1) })

  /// The provider of the list's contents; not retained.
  ///
  /// A new data source is asked when the list is next used.
  public final var dataSource: (any ListDataSource)? {
    get { send(ListView.dataSource) }
    set { send(ListView.dataSource, newValue) }
  }

  /// The two messages of ``delegate``.
  public static let delegate = Property<ListView, (any ListDelegate)?>(
    "delegate", get: { $0.rawDelegate }, set: { $0.installDelegate($1) })

  /// The delegate that decides how rows look and is notified of events; not retained.
  public final var delegate: (any ListDelegate)? {
    get { send(ListView.delegate) }
    set { send(ListView.delegate, newValue) }
  }

  /// Replaces the data source without a message that could be hooked.
  package final func installDataSource(_ new: (any ListDataSource)?) {
    rawDataSource = new
    discardData()
  }

  /// Replaces the delegate without a message that could be hooked.
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

  /// The number of sections in the list.
  public final var numberOfSections: Int { send(ListView.numberOfSections) }

  /// The message of ``numberOfRows(inSection:)``.
  public static let numberOfRows = Message<ListView, Int, Int>("numberOfRows(inSection:)") { list, section in
    list.loadIfNeeded()
    return list.extents.sections.indices.contains(section) ? list.extents.sections[section].rows.count : 0
  }

  /// Returns the number of rows in a section; zero for a section that does not exist.
  public final func numberOfRows(inSection section: Int) -> Int { send(ListView.numberOfRows, section) }
}

// MARK: - Screen

/// Notifications that the list moves to a screen or away from it, for work that only matters while the list is visible.
extension ListView {
  /// The message that the list is about to move to a screen, or away from its screen if the argument is nil.
  public static let willMoveToScreen = Message<ListView, AnyObject?, Void>("willMove(toScreen:)") { _, _ in }

  /// The message that the list has moved to ``screen``, or away from its screen if that is nil.
  public static let didMoveToScreen = Message<ListView, Void, Void>("didMoveToScreen()") { _, _ in }

  /// The screen that shows the list; nil if none has been set.
  public final var screen: AnyObject? { screenObject }
}

extension ListDisplay {
  /// Moves the list to a screen, or away from its screen if the argument is nil, which ends menus and drags.
  public func move(to screen: AnyObject?) {
    list.asList {
      list.send(ListView.willMoveToScreen, screen)
      if screen == nil {
        list.dismissMenu()
        list.dragLeaves()
        list.dragging.drag?.end()
      }
      list.screenObject = screen
      list.send(ListView.didMoveToScreen)
    }
  }
}
