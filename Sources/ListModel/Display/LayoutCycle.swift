/// What a layout pass, and whoever calls back, compares to find out whether the list has changed meanwhile.
struct LayoutCycle {
  /// Incremented when paths or heights become invalid; compare it around callbacks with ``ListView/isCurrent(_:)``.
  private(set) var revision = 0
  /// Incremented when somebody scrolls to another offset.
  private(set) var scrolls = 0
  /// Incremented when an element moves because something has been measured or estimated.
  private(set) var moves = 0
  /// Whether what is shown may be out of date.
  private(set) var needsLayout = true
  /// Incremented when a layout pass is requested.
  private(set) var requests = 0
  private var holds = 0

  /// Whether nothing may be laid out at this moment.
  var isHeld: Bool { holds > 0 }

  /// Prevents layout until ``release()``; pairs nest.
  mutating func hold() { holds += 1 }

  /// Ends a ``hold()``.
  mutating func release() {
    precondition(holds > 0, "a layout is released that nobody holds")
    holds -= 1
  }

  mutating func invalidatePaths() { revision += 1 }

  mutating func noteScroll() { scrolls += 1 }

  mutating func noteMove() { moves += 1 }

  /// Requests a layout pass.
  mutating func setNeedsLayout() {
    needsLayout = true
    requests += 1
  }

  /// Begins a layout pass: what is requested from now on needs another one.
  mutating func begin() { needsLayout = false }
}

extension ListView {
  /// Carries out an update that only inserts rows, and spares the next layout if that would find all as it is.
  ///
  /// It would, if all of the rows are further below than a layout looks: rows are shown in the viewport, and, where anybody
  /// is asked or told, estimated and prefetched within another height of it.
  package final func insert(
    _ paths: [ListPath], by update: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    let (wasLaidOut, requests) = (isLaidOut, cycle.requests)
    try update()
    // The update itself has requested one layout; any other request is for something else.
    guard wasLaidOut, cycle.requests == requests + 1, let first = paths.min(), isFarBelow(first) else { return }
    cycle.begin()
  }

  /// Whether a row is below the rows that a layout examines, in a section in which no row shares its height with others.
  private func isFarBelow(_ path: ListPath) -> Bool {
    guard extents.contains(path), extents.sections[path.section].rows is RowHeights else { return false }
    let top = extents.row(path).top
    if top >= window.bottom + window.height { return true }
    return top >= window.bottom && !looksBelowView
  }

  /// Whether a layout estimates or prefetches rows below those in view.
  private var looksBelowView: Bool {
    rowHeight == nil && measuringDelegate != nil
      || prefetching.source != nil && callerCoordinates?.isPrefetchingSilent != true
  }

  /// The number of changes that have made paths or heights invalid.
  final var revision: Int { cycle.revision }

  /// Whether paths and heights are still those of a ``revision`` taken before a callback.
  final func isCurrent(_ revision: Int) -> Bool { cycle.revision == revision }

  /// The number of times that somebody has scrolled to another offset.
  final var scrolls: Int { cycle.scrolls }

  /// The number of times that an element has moved because something was measured or estimated.
  final var moves: Int { cycle.moves }

  /// Whether what is shown may be out of date.
  final var needsLayout: Bool { cycle.needsLayout }
}
