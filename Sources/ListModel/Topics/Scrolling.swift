public import Interception

/// The position in the viewport to which a row is scrolled.
public enum ListScrollPosition: Sendable, Hashable {
  /// The position with the least scrolling at which the row is fully visible.
  case none
  /// The top of the viewport.
  case top
  /// The middle of the viewport.
  case middle
  /// The bottom of the viewport.
  case bottom
}

extension ListView {
  /// The two messages of ``contentOffset``; the list also sends the setter's message after a layout at another offset.
  ///
  /// Advice that changes the argument of that message makes the list scroll to the changed offset.
  public static let contentOffset = Property<ListView, Double>("contentOffset") { list in
    list.layoutRaw()
    return list.told.offset.former ?? list.keptInContent(list.offset)
  } set: { list, offset in
    let isTold = list.told.offset.former != nil && offset == list.keptInContent(list.offset)
    list.told.offset.former = nil
    if !isTold {
      list.noteDirection(to: offset)
      list.scrollRaw(toOffset: offset)
      list.reportScrolling()
    }
    list.told.offset.accept(list.keptInContent(list.offset))
  }

  /// The offset in the scroll direction, limited to the content and its insets.
  public final var contentOffset: Double {
    get { send(ListView.contentOffset) }
    set { send(ListView.contentOffset, newValue) }
  }

  /// The message of ``scrollToRow(at:at:animated:)``.
  public static let scrollToRow = Message<
    ListView, (path: ListPath, position: ListScrollPosition, animated: Bool), Void
  >("scrollToRow(at:at:animated:)") { list, request in
    let path = list.callerPath(request.path)
    list.scroll(animated: request.animated) { list.scrollRaw(to: path, request.position) }
  }

  /// Scrolls a row to a position in the viewport; does nothing if the row does not exist.
  public final func scrollToRow(at path: ListPath, at position: ListScrollPosition, animated: Bool = false) {
    send(ListView.scrollToRow, (path: path, position: position, animated: animated))
  }

  /// Scrolls to an offset, which is limited to the content in the next layout; does nothing if it is not a number.
  final func scrollRaw(toOffset wanted: Double) {
    guard !wanted.isNaN else { return }
    if wanted != offset { endSwipe() }
    if keptInContent(wanted) != keptInContent(offset) { cycle.noteScroll() }
    offset = wanted
    setNeedsLayout()
  }

  /// Scrolls to the row that a caller's path means, which may be another row after each callback.
  final func scrollRaw(to path: CallerPath, _ position: ListScrollPosition) {
    scrollRaw { offset(placing: { current(path) }, position) }
  }

  /// Scrolls to a row, and returns its path then; nil if a callback deleted it or reloaded the list.
  final func scrollRaw(following path: ListPath, _ position: ListScrollPosition) -> ListPath? {
    tracking([path]) { rows in
      scrollRaw { offset(placing: { rows[0].path }, position) }
      return rows[0].path.flatMap { extents.contains($0) ? $0 : nil }
    }
  }

  /// Returns the offset that shows a row at a position, after placing it; nil if the row does not exist.
  private func offset(placing row: () -> ListPath?, _ position: ListScrollPosition) -> Double? {
    for attempt in 1...Self.mostAttempts {
      guard let asked = row() else { return nil }
      let revision = revision
      estimateRaw(asked)
      // Tries again if a callback has changed the list meanwhile.
      guard isCurrent(revision) || attempt == Self.mostAttempts, let path = row() else { continue }
      if extents.contains(path) { scrollCarousel(path.section) { $0.scroll(toShow: path.row) } }
      if placeRows(through: path) { return extents.contains(path) ? offset(showing: path, position) : nil }
    }
    return nil
  }

  /// Scrolls to a target offset; does nothing if it is nil.
  final func scrollRaw(to target: () -> Double?) {
    layoutRaw()
    if let first = target() { noteDirection(to: keptInContent(first)) }
    // Rows that become visible are measured, which moves the target, so repeat until it no longer moves.
    for _ in 0..<Self.mostAttempts {
      guard let wanted = target().map({ keptInContent($0) }), wanted != offset else { return }
      scrollRaw(toOffset: wanted)
      layoutRaw()
    }
  }

  private func offset(showing path: ListPath, _ position: ListScrollPosition) -> Double {
    let (row, covered) = (extents.row(path), coveredHeights(inSection: path.section))
    let (top, bottom) = (row.top - covered.above, row.bottom + covered.below - window.height)
    switch position {
    case .top: return top
    case .middle: return (top + bottom) / 2
    case .bottom: return bottom
    case .none: return top < offset ? top : max(offset, min(top, bottom))
    }
  }
}

/// The offset, and what a person is doing to it.
struct ScrollState {
  /// The vertical offset, which callbacks may have left outside the content.
  fileprivate var offset = 0.0
  fileprivate var isScrollingToTopAllowed = true
  /// The offset of which the delegate was last notified.
  fileprivate var reported = 0.0
  fileprivate var isDragging = false
  fileprivate var isDecelerating = false

  /// Returns how far the content moves after its release, for a velocity in units per millisecond.
  static func distance(velocity: Double) -> Double {
    // The fraction of the velocity that remains after each millisecond.
    let rate = 0.998
    return velocity * rate / (1 - rate)
  }
}

// MARK: - Scroll events

/// Scrolling and the notifications of the delegate.
extension ListView {
  /// The message of ``setContentOffset(_:animated:)``.
  public static let setContentOffsetAnimated = Message<ListView, (offset: Double, animated: Bool), Void>(
    "setContentOffset(_:animated:)"
  ) { list, request in
    list.scroll(animated: request.animated) {
      list.scrollRaw(toOffset: request.offset)
      list.reportScrolling()
    }
  }

  /// Scrolls to an offset; with animation, the delegate is notified of the end of the scrolling.
  public final func setContentOffset(_ offset: Double, animated: Bool) {
    send(ListView.setContentOffsetAnimated, (offset: offset, animated: animated))
  }

  /// The offset as last set, which the next layout limits to the content.
  final var offset: Double {
    get { scrolling.offset }
    set { scrolling.offset = newValue }
  }

  /// Whether a scroll-to-top gesture scrolls the list to its top.
  public final var scrollsToTop: Bool {
    get { scrolling.isScrollingToTopAllowed }
    set { scrolling.isScrollingToTopAllowed = newValue }
  }

  /// Whether a person drags the content.
  public final var isDragging: Bool { scrolling.isDragging }

  /// Whether the content moves by itself after it was dragged.
  public final var isDecelerating: Bool { scrolling.isDecelerating }

  /// Scrolls, and notifies of the end of the animation at once, if the offset has changed.
  final func scroll(animated: Bool, _ scroll: () -> Void) {
    let former = keptInContent(offset)
    scroll()
    if animated, keptInContent(offset) != former { rawDelegate?.listDidEndScrollingAnimation(self) }
  }

  /// Notifies the delegate if the offset has changed since its last notification.
  final func reportScrolling() {
    guard isLoaded, !data.isLoading else { return }
    let offset = keptInContent(offset)
    guard offset != scrolling.reported else { return }
    scrolling.reported = offset
    rawDelegate?.listDidScroll(self)
  }

  /// Releases the content, which moves on by its velocity, or to the offset that the delegate chooses.
  final func endDragging(velocity: Double) {
    guard scrolling.isDragging else { return }
    let velocity = velocity.isNaN ? 0 : velocity
    let start = keptInContent(offset)
    var target = keptInContent(start + ScrollState.distance(velocity: velocity))
    rawDelegate?.list(self, willEndDraggingWithVelocity: velocity, targetContentOffset: &target)
    target = target.isNaN ? start : keptInContent(target)
    scrolling.isDragging = false
    rawDelegate?.listDidEndDragging(self, willDecelerate: target != start)
    guard target != start else { return }
    scrolling.isDecelerating = true
    rawDelegate?.listWillBeginDecelerating(self)
    write(offset: target)
    layoutIfNeeded()
    scrolling.isDecelerating = false
    rawDelegate?.listDidEndDecelerating(self)
  }

  /// The least offset, at which the content's top is shown.
  final var topOffset: Double { 0 - alongInset.top }

  /// Whether the very top of the content is shown.
  final var isAtTop: Bool { keptInContent(offset) <= topOffset }

  /// Returns an offset limited to the content and its insets.
  final func keptInContent(_ offset: Double) -> Double {
    max(topOffset, min(offset, extents.total + alongInset.bottom - window.height))
  }

  /// Scrolls to the top at once; returns whether that is allowed.
  final func scrollToTop() -> Bool {
    guard scrollsToTop, rawDelegate?.listShouldScrollToTop(self) ?? true else { return false }
    write(offset: topOffset)
    layoutIfNeeded()
    rawDelegate?.listDidScrollToTop(self)
    return true
  }
}

// MARK: - Scrolling

/// Scrolling by dragging the content and releasing it.
extension ListDisplay {
  /// Begins to drag the content, which stops moving by itself.
  public func beginDragging() {
    list.asList {
      list.layoutRaw()
      guard !list.scrolling.isDragging else { return }
      list.scrolling.isDragging = true
      list.rawDelegate?.listWillBeginDragging(list)
    }
  }

  /// Drags the content by a distance; a positive distance moves it up, so that lower rows become visible.
  public func drag(by distance: Double) {
    beginDragging()
    scroll(by: distance)
  }

  /// Releases the content, which moves on for a velocity in units per millisecond, or to the delegate's target.
  public func endDragging(velocity: Double = 0) {
    list.asList { list.endDragging(velocity: velocity) }
  }

  /// Scrolls to the top at once, as a tap at the screen's upper edge does.
  ///
  /// - Returns: whether the list and its delegate allow it.
  @discardableResult
  public func scrollToTop() -> Bool {
    list.asList { list.scrollToTop() }
  }
}

/// Receives notifications about scrolling.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the decision to the list.
public protocol ListScrollDelegate: AnyObject {
  /// Notifies that the content was scrolled, by a person or by program.
  func listDidScroll(_ list: ListView)
  /// Notifies that a section in view that scrolls across the list, a carousel, has another offset; a reload, after which
  /// it is zero again, is not notified.
  func list(_ list: ListView, didScrollSection section: Int)
  /// Notifies that a person has begun to drag the content.
  func listWillBeginDragging(_ list: ListView)
  /// Notifies that a person releases the content; the offset at which it would stop can be changed.
  func list(_ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double)
  /// Notifies that a person has released the content, which stops or moves on by itself.
  func listDidEndDragging(_ list: ListView, willDecelerate: Bool)
  /// Notifies that the content moves on by itself.
  func listWillBeginDecelerating(_ list: ListView)
  /// Notifies that the content has stopped.
  func listDidEndDecelerating(_ list: ListView)
  /// Notifies that animated scrolling has ended.
  func listDidEndScrollingAnimation(_ list: ListView)
  /// Whether a person may scroll to the top at once; nil to leave it to the list, which allows it.
  func listShouldScrollToTop(_ list: ListView) -> Bool?
  /// Notifies that a person has scrolled to the top at once.
  func listDidScrollToTop(_ list: ListView)
}

extension ListScrollDelegate {
  /// Does nothing.
  public func listDidScroll(_ list: ListView) {}
  /// Does nothing.
  public func list(_ list: ListView, didScrollSection section: Int) {}
  /// Does nothing.
  public func listWillBeginDragging(_ list: ListView) {}
  /// Leaves the target unchanged.
  public func list(_: ListView, willEndDraggingWithVelocity _: Double, targetContentOffset _: inout Double) {}
  /// Does nothing.
  public func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {}
  /// Does nothing.
  public func listWillBeginDecelerating(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndDecelerating(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndScrollingAnimation(_ list: ListView) {}
  /// Returns nil: the list decides.
  public func listShouldScrollToTop(_ list: ListView) -> Bool? { nil }
  /// Does nothing.
  public func listDidScrollToTop(_ list: ListView) {}
}
