public import Interception

/// Changing the layout: data is kept, heights and positions are computed again, and the highest visible row stays
/// visible.
extension ListView {
  /// A closure called after a change of the layout; its argument is whether the change was carried out.
  public typealias LayoutCompletion = (Bool) -> Void

  /// The message of getting ``layout``.
  public static let getLayout = Message<ListView, Void, ListLayout>("layout") { list, _ in
    list.layouts.base
  }

  /// The message of ``setLayout(_:animated:)``.
  public static let setLayout = Message<ListView, (layout: ListLayout, animated: Bool), Void>(
    "setLayout(_:animated:)"
  ) { list, request in
    list.changeLayout(to: request.layout)
  }

  /// The message of ``setLayout(_:animated:completion:)``.
  public static let setLayoutWithCompletion = Message<
    ListView, (layout: ListLayout, animated: Bool, completion: LayoutCompletion?), Void
  >("setLayout(_:animated:completion:)") { list, request in
    list.changeLayout(to: request.layout)
    request.completion?(true)
  }

  /// The arrangement of a section's rows; a table by default.
  ///
  /// During a transition it is still the former layout.
  public final var layout: ListLayout {
    get { send(ListView.getLayout) }
    set { setLayout(newValue, animated: false) }
  }

  /// Changes the layout; the renderer decides whether to animate the change.
  public final func setLayout(_ layout: ListLayout, animated: Bool) {
    send(ListView.setLayout, (layout: layout, animated: animated))
  }

  /// Changes the layout and calls the completion, which happens at once.
  public final func setLayout(_ layout: ListLayout, animated: Bool, completion: LayoutCompletion?) {
    send(ListView.setLayoutWithCompletion, (layout: layout, animated: animated, completion: completion))
  }

  /// The message of ``startInteractiveTransition(to:completion:)``.
  public static let startInteractiveTransition = Message<
    ListView, (layout: ListLayout, completion: LayoutCompletion?), Void
  >("startInteractiveTransition(to:completion:)") { list, request in
    list.startTransition(to: request.layout, request.completion)
  }

  /// Shows another layout, and keeps the former one until the transition is finished or cancelled.
  ///
  /// The delegate may choose a third layout for the time in between. A transition already under way is cancelled.
  public final func startInteractiveTransition(to layout: ListLayout, completion: LayoutCompletion? = nil) {
    send(ListView.startInteractiveTransition, (layout: layout, completion: completion))
  }

  /// The message of ``finishInteractiveTransition()``.
  public static let finishInteractiveTransition = Message<ListView, Void, Void>("finishInteractiveTransition()") {
    list, _ in
    list.endTransition(isFinished: true)
  }

  /// Finishes a transition by making its target the list's layout; does nothing if none is under way.
  public final func finishInteractiveTransition() { send(ListView.finishInteractiveTransition) }

  /// The message of ``cancelInteractiveTransition()``.
  public static let cancelInteractiveTransition = Message<ListView, Void, Void>("cancelInteractiveTransition()") {
    list, _ in
    list.endTransition(isFinished: false)
  }

  /// Cancels a transition and restores the former layout; does nothing if none is under way.
  public final func cancelInteractiveTransition() { send(ListView.cancelInteractiveTransition) }

  private func changeLayout(to layout: ListLayout) {
    endTransition(isFinished: false)
    show { layouts.base = layout }
  }

  private func startTransition(to target: ListLayout, _ completion: LayoutCompletion?) {
    endTransition(isFinished: false)
    let former = layouts.base
    let between = rawDelegate?.list(self, transitionLayoutForOldLayout: former, newLayout: target)
    show { layouts.transition = LayoutTransition(target: target, shown: between ?? target, completion: completion) }
  }

  private func endTransition(isFinished: Bool) {
    guard let ended = layouts.transition else { return }
    show {
      layouts.transition = nil
      if isFinished { layouts.base = ended.target }
    }
    ended.completion?(isFinished)
  }

  /// Applies a change of the layout, and asks the delegate for the new offset.
  private func show(_ change: () -> Void) {
    let former = layouts.current
    change()
    guard isLoaded, layouts.current != former else { return }
    discardHeights()
    let revision = revision
    let proposed = keptInContent(offset)
    let wanted = rawDelegate?.list(self, targetContentOffsetForProposedContentOffset: proposed) ?? proposed
    if isCurrent(revision), wanted != proposed { scrollRaw(toOffset: wanted) }
  }
}

/// The layout of a list, and the transition to another one.
struct LayoutState {
  fileprivate var base = ListLayout.table
  fileprivate var transition: LayoutTransition?

  /// The layout that is displayed.
  fileprivate var current: ListLayout { transition?.shown ?? base }

  /// Replaces the completion of a transition under way.
  mutating func exchangeCompletion(_ exchange: HandlerExchange) {
    guard let completion = transition?.completion else { return }
    transition?.completion = exchange.completion(completion)
  }
}

/// A layout transition that can still be cancelled.
private struct LayoutTransition {
  let target: ListLayout
  let shown: ListLayout
  var completion: ListView.LayoutCompletion?
}

// MARK: - Section layouts

/// Determining the layout of a section, and placing its rows.
extension ListView {
  /// Returns the layout of a section with the delegate's metrics; nil for a table.
  final func sectionLayout(of section: Int, _ delegate: (any ListDelegate)?) -> SectionLayout? {
    let asked = delegate?.list(self, layoutForSection: section) ?? layouts.current
    guard asked != .table else { return nil }
    var layout = asked
    // Without a delegate, no row has a size of its own.
    if delegate == nil { layout.hasFixedItemSize = true }
    guard let delegate, asked.style != .table else { return SectionLayout(layout, width: breadth, along: axis) }
    layout.inset = delegate.list(self, layout: asked, insetForSection: section) ?? asked.inset
    setSpacings(&layout, section, delegate)
    if asked.style != .flow {
      layout.columnCount = delegate.list(self, layout: asked, columnCountForSection: section) ?? asked.columnCount
    }
    setEdges(&layout, section, delegate)
    return SectionLayout(layout, width: breadth, along: axis)
  }

  /// Sets the column spacing from the item spacing in a grid or flow, and from the column spacing in a waterfall.
  private func setSpacings(_ layout: inout ListLayout, _ section: Int, _ delegate: any ListDelegate) {
    let asked = layout
    let between = delegate.list(self, layout: asked, minimumInteritemSpacingForSection: section)
    if asked.style == .waterfall {
      layout.lineSpacing = between ?? asked.lineSpacing
      layout.columnSpacing =
        delegate.list(self, layout: asked, minimumColumnSpacingForSection: section) ?? asked.columnSpacing
    } else {
      layout.lineSpacing =
        delegate.list(self, layout: asked, minimumLineSpacingForSection: section) ?? asked.lineSpacing
      layout.columnSpacing = between ?? asked.columnSpacing
    }
  }

  private func setEdges(_ layout: inout ListLayout, _ section: Int, _ delegate: any ListDelegate) {
    let asked = layout
    layout.headerInset = delegate.list(self, layout: asked, insetForHeaderInSection: section) ?? asked.headerInset
    layout.footerInset = delegate.list(self, layout: asked, insetForFooterInSection: section) ?? asked.footerInset
  }

  /// Places the visible rows of flows and waterfalls; returns whether the list stayed unchanged.
  final func placeRowsInView(_ anchor: ListPath?) -> Bool {
    var next = extents.firstSection(in: window)
    while let section = next {
      if !extents.sections[section].rows.measuresRows {
        let (seen, scrolls) = (rowsSeen, scrolls)
        let rows = seen.filter { $0.section == section }.map(\.row)
        let range = rows.min().flatMap { first in rows.max().map { first..<$0 + 1 } }
        let isUnchanged = placeRows(of: section, keeping: anchor ?? seen.min()) {
          $0.rowToPlace(in: ListExtent(top: self.window.top - $1, height: self.window.height), keeping: range)
        }
        guard isUnchanged, scrolls == self.scrolls else { return false }
      }
      next = extents.section(after: section, in: window)
    }
    return true
  }

  /// The rows that were visible and still are; none at the very top of the content, where the top stays instead.
  private var rowsSeen: [ListPath] {
    isAtTop ? [] : shown.rows.keys.filter { extents.row($0).overlaps(window) }
  }

  /// Places all rows up to a row that is scrolled to, unless they have estimates; returns whether the list stayed
  /// unchanged.
  final func placeRows(through path: ListPath) -> Bool {
    guard knowsDataSource, extents.contains(path), !extents.sections[path.section].rows.measuresRows else {
      return true
    }
    setNeedsLayout()
    return placeRows(of: path.section, keeping: nil) { rows, _ in rows.rowToPlace(through: path.row) }
  }

  /// Places rows while `next` names one to be measured; returns whether the list stayed unchanged.
  ///
  /// The anchor row stays at its distance from the top of the viewport, unless a callback scrolls the list.
  ///
  /// - Parameter next: is given the top of the rows.
  private func placeRows(
    of section: Int, keeping anchor: ListPath?, _ next: (inout any SectionRows, Double) -> Int?
  ) -> Bool {
    let (revision, scrolls) = (revision, scrolls)
    while true {
      let former = (total: extents.total, top: anchor.map { extents.row($0).top })
      let rowsTop = extents.rowsTop(section)
      let row = extents.change(section) { next(&$0.rows, rowsTop) }
      let top = anchor.map { extents.row($0).top }
      if former != (extents.total, top) { cycle.noteMove() }
      if let top, let formerTop = former.top, scrolls == self.scrolls { offset += top - formerTop }
      guard let row else { return true }
      let size = size(of: ListPath(row: row, section: section))
      guard isCurrent(revision) else { return false }
      extents.change(section) { $0.rows.place(size, of: row) }
    }
  }

  private func size(of path: ListPath) -> ListSize {
    let layout = extents.sections[path.section].layout?.asked ?? layouts.current
    let size = rawDelegate?.list(self, layout: layout, sizeForRowAt: path) ?? layout.itemSize
    return axis.turned(ListLimits.size(size))
  }
}
