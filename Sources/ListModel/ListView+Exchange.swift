/// Putting others in the place of the providers of a list that is in use, without its noticing.
extension ListView {
  /// Has others asked and told who answer the same, so that nothing is asked again and nobody hears of it.
  ///
  /// The ends of displays that are being told go to the former delegate, for which `owner` is kept alive until they have been told.
  package final func exchangeProviders(
    dataSource: (any ListDataSource)?, delegate: (any ListDelegate)?, prefetching source: (any ListPrefetchDataSource)?,
    dragging dragDelegate: (any ListDragDelegate)?, dropping dropDelegate: (any ListDropDelegate)?,
    keeping owner: AnyObject?
  ) {
    if let rawDelegate {
      displayEndings.keep(rawDelegate, owner: owner)
    }
    rawDataSource = dataSource
    rawDelegate = delegate
    prefetching.source = source
    if source == nil { prefetching.rows = [] }
    installDragAndDrop(dragDelegate, dropDelegate)
  }

  /// Forgets all data, as a reload does, but asks for nothing.
  package final func forgetData() { discardData() }

  /// Has headers and footers of a loaded list measured again.
  package final func remeasureHeadersAndFooters() {
    guard isLoaded else { return }
    keepingRowInView { measureHeadersAndFooters() }
    setNeedsLayout()
  }

  /// The row counts that the list was loaded with, or has been updated to.
  package final var loadedRowCounts: [Int] { isLoaded ? extents.rowCounts : [] }

  /// Whether what is in view is up to date.
  package final var isLaidOut: Bool { isLoaded && !needsLayout }

  /// Whether the data source is being asked for the counts.
  package final var isBeingLoaded: Bool { isLoading }

  /// Whether a batch is open.
  package final var isBatchOpen: Bool { batch.isOpen }

  /// The row whose actions are revealed, if the delegate has heard of it.
  package final var swipedRow: ListPath? { editing.swiped.flatMap { $0.isTold ? $0.path : nil } }
}

/// What a list shows, each view with its place.
package struct DisplayedViews {
  package fileprivate(set) var rows: [(path: ListPath, cell: ListCell)] = []
  /// Headers and footers.
  package fileprivate(set) var edges: [(section: Int, view: ListCell)] = []
  /// What the delegate has been told of by its kind, headers and footers among it.
  package fileprivate(set) var elements: [(kind: String, path: ListPath, view: ListCell)] = []
}

extension ListView {
  /// What the list shows, without a layout, in no order.
  package final var displayedViews: DisplayedViews {
    var views = DisplayedViews()
    views.rows = shown.rows.map { (path: $0.key, cell: $0.value) }
    views.edges = (Array(shown.headers) + Array(shown.footers)).map { (section: $0.key, view: $0.value) }
    let headers = shown.headers.map { (ListElementKind.sectionHeader, ListPath(row: 0, section: $0.key), $0.value) }
    let footers = shown.footers.map { (ListElementKind.sectionFooter, ListPath(row: 0, section: $0.key), $0.value) }
    let others = shown.supplements.map { ($0.key.kind, $0.key.path, $0.value) }
    views.elements = (headers + footers + others).filter { toldByKind.contains(ObjectIdentifier($0.2)) }
      .map { (kind: $0.0, path: $0.1, view: $0.2) }
    return views
  }
}

/// The closures that a provider has given to be called later, whose callers others may want to be.
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
  /// Replaces the handlers of an open menu, of revealed actions and of a transition of the layout under way.
  package final func exchangeHandlers(_ exchange: HandlerExchange) {
    if let menu = menus.context?.menu { menus.context?.menu = exchange.menu(menu) }
    if let swiped = editing.swiped { swiped.actions = swiped.actions.map { $0.exchanged(exchange) } }
    if let completion = transition?.completion { transition?.completion = exchange.completion(completion) }
  }
}
