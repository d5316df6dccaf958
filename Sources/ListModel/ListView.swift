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
  final var providers = ListProviders()
  final var heights = HeightSettings()

  /// The size of the visible area; when its width changes, everything is measured again.
  public final var viewportSize: ListSize {
    didSet {
      asList { if axis.turned(viewportSize).width != axis.turned(oldValue).width { discardHeights() } }
      setNeedsLayout()
    }
  }

  /// The direction in which the content scrolls.
  ///
  /// In a list that scrolls horizontally, ``contentOffset-property`` and all that is called the height of a row, header or footer
  /// extend from left to right. Rectangles, points, sizes and insets keep their meaning.
  public final var scrollDirection: ListAxis {
    get { axis }
    set {
      guard newValue != axis else { return }
      axis = newValue
      asList { discardHeights() }
      setNeedsLayout()
    }
  }

  // What the data source has said, and the updates that change it.
  final var data = DataState()
  final var batch = ListBatch()
  final var reconfiguring = ReconfiguringState()
  /// The coordinates of callers that do not use the list's own paths; read and replaced only as a whole, so that a read
  /// needs no check of exclusive access.
  final var coordinates: (any CallerCoordinates)?
  /// The rows that are tracked while a callback runs.
  final var trackedRows: [TrackedRow] = []
  final var displayEndings = DisplayEndings()
  /// Called after every update, before any callback that could change the list again.
  package final var onUpdate: ((ListUpdates) -> Void)?

  // Where everything is, and the cells on display.
  final var layouts = LayoutState()
  final var extents = ListExtents()
  final var ends = ContentEnds()
  final var axis = ListAxis.vertical
  final var cycle = LayoutCycle()
  final var shown = ShownElements()
  final var cellSupply = CellSupply()
  fileprivate final weak var screenObject: AnyObject?

  // What a person does with it.
  final var scrolling = ScrollState()
  final var selection = SelectionState()
  final var editing = EditingState()
  final var reordering = ReorderingState()
  final var focus = ListFocus()
  /// The index titles that the data source returned; nil until it is asked for them.
  final var sectionIndexTitles: [String]?
  final var menus = OpenMenus()
  final var dragging = DragState()
  final var prefetching = ListPrefetching()
  /// The property values of which observers were last notified.
  final var told = ObservedValues()

  /// Every message of the class, so that methods can be found by name.
  open override class var messages: MessageList { allMessages }

  /// Makes an empty list with a visible area of `size`.
  public init(size: ListSize) {
    viewportSize = size
    super.init()
  }

  deinit { callerCoordinates?.listWillEnd() }

  /// Reloads all data: clears the selection and requests every cell again in the next layout.
  open func reloadData() { send(ListView.reloadData) }

  // Limits retries where a callback makes the same request again every time.
  static let mostAttempts = 8
}

// MARK: - Providers

/// The data source and delegate that the list itself uses; the getters `dataSource` and `delegate` may return others in a
/// woven list.
struct ListProviders {
  weak var dataSource: (any ListDataSource)?
  weak var delegate: (any ListDelegate)?
}

extension ListView {
  /// The data source that the list itself asks.
  final var rawDataSource: (any ListDataSource)? { providers.dataSource }

  /// The delegate that the list itself asks and notifies.
  final var rawDelegate: (any ListDelegate)? { providers.delegate }

  /// The delegate to ask about layouts, headers, footers and heights; nil where it would leave all of that to the list.
  ///
  /// A list of many sections asks several questions about each.
  final var measuringDelegate: (any ListDelegate)? {
    callerCoordinates?.isDelegateSilent == true ? nil : rawDelegate
  }

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
    providers.dataSource = new
    discardData()
  }

  /// Replaces the delegate without a message that could be hooked.
  package final func installDelegate(_ new: (any ListDelegate)?) {
    providers.delegate = new
    discardHeights()
  }
}

// MARK: - Counts

/// Whether the data source's counts are loaded, and which work on them is under way.
struct DataState {
  /// Whether the counts are loaded and have not been discarded.
  var isLoaded = false
  /// Whether the data source is being asked for its counts.
  var isLoading = false
  /// Whether an update is being carried out.
  var isUpdating = false
  /// Whether headers and footers are being measured.
  var isMeasuring = false
  /// Whether the rows in view keep their heights in the update under way.
  var keepsHeights = false
  /// Counts how often the data has been discarded or loaded.
  private(set) var loads = 0
  /// Counts the updates that have been carried out.
  private(set) var updateCount = 0

  /// Counts everything that may give rows other paths: loads and updates.
  var changes: Int { loads &+ updateCount }

  mutating func noteLoad() { loads += 1 }

  mutating func noteUpdate() { updateCount += 1 }
}

extension ListView {
  /// Whether the counts of the data source are loaded and have not been discarded.
  package final var isLoaded: Bool { data.isLoaded }

  /// Whether an update is being carried out.
  package final var isUpdating: Bool { data.isUpdating }

  /// The number of times that the data has been discarded or loaded.
  package final var loads: Int { data.loads }

  /// The number of updates that have been carried out.
  package final var updateCount: Int { data.updateCount }

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
