public import Interception

/// A list of rows in sections that behaves as UITableView does, without a screen.
///
/// It asks its data source for counts and cells, its delegate for heights, tells it what is shown and selected, and knows where
/// everything stands. Whoever draws it takes what is in view from ``display``.
///
/// Every method is declared as a message, so that anybody can hook it. A list is not bound to a thread: it lives where its owner
/// does, and is not Sendable.
open class ListView: InterceptableObject {
  // What the data source and the delegate are to the list itself; what `dataSource` and `delegate` answer may be woven.
  final weak var rawDataSource: (any ListDataSource)?
  final weak var rawDelegate: (any ListDelegate)?

  /// The height of rows for which the delegate gives none; nil to ask the cell.
  public final var rowHeight: Double? { didSet { discardHeights() } }
  /// The height that a row is taken to have until it comes into view.
  public final var estimatedRowHeight = 44.0 { didSet { discardHeights() } }
  /// The height of headers for which the delegate gives none; nil to ask the view.
  public final var sectionHeaderHeight: Double? { didSet { discardHeights() } }
  /// The height of footers for which the delegate gives none; nil to ask the view.
  public final var sectionFooterHeight: Double? { didSet { discardHeights() } }
  /// Whether a touch can select a row.
  public final var allowsSelection = true
  /// Whether more than one row can be selected.
  public final var allowsMultipleSelection = false

  /// The size of what is in view.
  public final var viewportSize: ListSize {
    didSet {
      if viewportSize.width != oldValue.width { discardHeights() }
      setNeedsLayout()
    }
  }

  final var offset = 0.0
  final var extents = ListExtents()
  final var isLoaded = false
  final var needsLayout = true
  final var isLayingOut = false
  final var shownRows: [ListPath: ListCell] = [:]
  final var shownHeaders: [Int: ListCell] = [:]
  final var shownFooters: [Int: ListCell] = [:]
  final var selection: [ListPath] = []
  final var reusableCells: [String: [ListCell]] = [:]
  final var cellMakers: [String: () -> ListCell] = [:]
  final var batch: ListUpdates?
  final var batchDepth = 0

  /// Makes an empty list that shows `size` of its content.
  public init(size: ListSize) {
    viewportSize = size
    super.init()
  }

  /// Asks the data source for everything anew: nothing is selected, and every cell is asked for when the list is laid out.
  open func reloadData() { send(ListView.reloadData) }
}
