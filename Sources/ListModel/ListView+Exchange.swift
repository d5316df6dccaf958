/// Replacing the providers of a list in use, without any effect on the list.
extension ListView {
  /// Installs providers that return the same as the former ones: nothing is requested again and nobody is notified.
  ///
  /// Notifications under way about the end of displays still go to the former delegate; `owner` is retained until they
  /// are sent.
  package final func exchangeProviders(
    dataSource: (any ListDataSource)?, delegate: (any ListDelegate)?, prefetching source: (any ListPrefetchDataSource)?,
    dragging dragDelegate: (any ListDragDelegate)?, dropping dropDelegate: (any ListDropDelegate)?,
    keeping owner: AnyObject?
  ) {
    if let rawDelegate {
      displayEndings.keep(rawDelegate, owner: owner)
    }
    providers = ListProviders(dataSource: dataSource, delegate: delegate)
    prefetching.source = source
    if source == nil { prefetching.rows = [] }
    installDragAndDrop(dragDelegate, dropDelegate)
  }

  /// Discards all data, as a reload does, without requesting new data.
  package final func forgetData() { discardData() }

  /// Measures the headers and footers of a loaded list again.
  package final func remeasureHeadersAndFooters() {
    guard isLoaded else { return }
    keepingRowInView { measureHeadersAndFooters() }
    setNeedsLayout()
  }

  /// The row counts that the list has loaded, or has after the last update; empty if nothing is loaded.
  package final var loadedRowCounts: [Int] { isLoaded ? extents.rowCounts : [] }

  /// Whether the displayed elements are up to date.
  package final var isLaidOut: Bool { isLoaded && !needsLayout }

  /// Whether the data source is being asked for its counts.
  package final var isBeingLoaded: Bool { data.isLoading }

  /// Whether a batch is open.
  package final var isBatchOpen: Bool { batch.isOpen }

  /// The row whose swipe actions are revealed, if the delegate was notified of it.
  package final var swipedRow: ListPath? { editing.swiped.flatMap { $0.isTold ? $0.path : nil } }
}

/// The views that a list displays, each with its path or section.
package struct DisplayedViews {
  package fileprivate(set) var rows: [(path: ListPath, cell: ListCell)] = []
  /// Headers and footers.
  package fileprivate(set) var edges: [(section: Int, view: ListCell)] = []
  /// The elements whose display the delegate was notified of by kind, including headers and footers.
  package fileprivate(set) var elements: [(kind: String, path: ListPath, view: ListCell)] = []
}

extension ListView {
  /// The displayed views in no particular order, without a layout first.
  package final var displayedViews: DisplayedViews {
    var views = DisplayedViews()
    views.rows = shown.rows.map { (path: $0.key, cell: $0.value) }
    views.edges = shown.edges.map { (section: $0.key.section, view: $0.value) }
    let edges = shown.edges.map { ($0.key.edge.elementKind, $0.key.path, $0.value) }
    let others = shown.supplements.map { ($0.key.kind, $0.key.path, $0.value) }
    views.elements = (edges + others).filter { shown.isNotifiedByKind($0.2) }
      .map { (kind: $0.0, path: $0.1, view: $0.2) }
    return views
  }
}

/// Replacements for closures that a provider has handed out and that are called later.
package struct HandlerExchange {
  package var menu: (ListContextMenu) -> ListContextMenu
  package var swipeActions: (ListSwipeActions) -> ListSwipeActions
  package var rowAction: (ListRowAction) -> ListRowAction
  package var completion: (ListView.LayoutCompletion?) -> ListView.LayoutCompletion?

  package init(
    menu: @escaping (ListContextMenu) -> ListContextMenu,
    swipeActions: @escaping (ListSwipeActions) -> ListSwipeActions,
    rowAction: @escaping (ListRowAction) -> ListRowAction,
    completion: @escaping (ListView.LayoutCompletion?) -> ListView.LayoutCompletion?
  ) {
    self.menu = menu
    self.swipeActions = swipeActions
    self.rowAction = rowAction
    self.completion = completion
  }
}

extension ListView {
  /// Replaces the handlers of an open menu, of revealed swipe actions and of a layout transition under way.
  package final func exchangeHandlers(_ exchange: HandlerExchange) {
    if let menu = menus.context?.menu { menus.context?.menu = exchange.menu(menu) }
    if let swiped = editing.swiped { swiped.actions = swiped.actions.map { $0.exchanged(exchange) } }
    layouts.exchangeCompletion(exchange)
  }
}
