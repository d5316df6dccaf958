public import Interception

/// Where a row that is scrolled to comes to stand.
public enum ListScrollPosition: Sendable, Hashable {
  /// Wherever it is fully in view with the least movement.
  case none
  /// At the top of the viewport.
  case top
  /// In its middle.
  case middle
  /// At its bottom.
  case bottom
}

extension ListView {
  /// The two messages of ``contentOffset``; the list sends the second one too when it has been laid out at another offset.
  ///
  /// Advice that changes that one has the list scroll to where it says.
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

  /// How far the content is scrolled down, always between its top and its bottom.
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

  /// Scrolls until a row stands where it should; does nothing for a row that the list does not have.
  public final func scrollToRow(at path: ListPath, at position: ListScrollPosition, animated: Bool = false) {
    send(ListView.scrollToRow, (path: path, position: position, animated: animated))
  }

  /// Scrolls to an offset, which is kept in the content when the list is laid out; not at all where it is not a number.
  final func scrollRaw(toOffset wanted: Double) {
    guard !wanted.isNaN else { return }
    if wanted != offset { endSwipe() }
    if keptInContent(wanted) != keptInContent(offset) { cycle.noteScroll() }
    offset = wanted
    setNeedsLayout()
  }

  /// Scrolls to the row that a caller's path means, which may be another one after each callback.
  final func scrollRaw(to path: CallerPath, _ position: ListScrollPosition) {
    scrollRaw { offset(placing: { path.current }, position) }
  }

  /// Scrolls to a row, and returns where it is then; nil when it was deleted or the list was reloaded by a callback.
  final func scrollRaw(following path: ListPath, _ position: ListScrollPosition) -> ListPath? {
    tracking([path]) { rows in
      scrollRaw { offset(placing: { rows[0].path }, position) }
      return rows[0].path.flatMap { extents.contains($0) ? $0 : nil }
    }
  }

  /// The offset at which a row stands where it should, when it has its place; nil for a row that the list does not have.
  private func offset(placing row: () -> ListPath?, _ position: ListScrollPosition) -> Double? {
    for attempt in 1...Self.mostAttempts {
      guard let asked = row() else { return nil }
      let revision = revision
      estimateRaw(asked)
      // Once more where a callback has changed the list meanwhile.
      guard isCurrent(revision) || attempt == Self.mostAttempts, let path = row() else { continue }
      if placeRows(through: path) { return extents.contains(path) ? offset(showing: path, position) : nil }
    }
    return nil
  }

  /// Scrolls to where something stands; not at all where it is nowhere.
  final func scrollRaw(to target: () -> Double?) {
    layoutRaw()
    if let first = target() { noteDirection(to: keptInContent(first)) }
    // Rows on the way are measured as they come into view, which moves the target: as often as it takes to stand still.
    for _ in 0..<Self.mostAttempts {
      guard let wanted = target().map({ keptInContent($0) }), wanted != offset else { return }
      scrollRaw(toOffset: wanted)
      layoutRaw()
    }
  }

  private func offset(showing path: ListPath, _ position: ListScrollPosition) -> Double {
    let row = extents.row(path)
    switch position {
    case .top: return row.top
    case .middle: return row.top - (window.height - row.height) / 2
    case .bottom: return row.bottom - window.height
    case .none: return row.top < offset ? row.top : max(offset, min(row.top, row.bottom - window.height))
    }
  }
}

/// What is known of scrolling besides the offset.
struct ScrollState {
  /// The offset of which the delegate knows.
  var reported = 0.0
  var isDragging = false
  var isDecelerating = false

  /// How far content that is let go moves on, for a velocity in units a millisecond.
  static func distance(velocity: Double) -> Double {
    // What is left of the velocity after each millisecond.
    let rate = 0.998
    return velocity * rate / (1 - rate)
  }
}

// MARK: - Scroll events

/// Scrolling as the delegate hears of it.
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

  /// Scrolls to an offset; the delegate hears of the end of scrolling that was asked for with animation.
  public final func setContentOffset(_ offset: Double, animated: Bool) {
    send(ListView.setContentOffsetAnimated, (offset: offset, animated: animated))
  }

  /// Whether a person drags the content.
  public final var isDragging: Bool { scrolling.isDragging }

  /// Whether the content moves on by itself after it has been dragged.
  public final var isDecelerating: Bool { scrolling.isDecelerating }

  /// Scrolls, and tells of the end of the animation, at once, if anything has moved.
  final func scroll(animated: Bool, _ scroll: () -> Void) {
    let former = keptInContent(offset)
    scroll()
    if animated, keptInContent(offset) != former { rawDelegate?.listDidEndScrollingAnimation(self) }
  }

  /// Tells the delegate if the content stands elsewhere than when it was last told.
  final func reportScrolling() {
    guard isLoaded, !isLoading else { return }
    let offset = keptInContent(offset)
    guard offset != scrolling.reported else { return }
    scrolling.reported = offset
    rawDelegate?.listDidScroll(self)
  }

  /// Lets the content go, which then moves on as far as its velocity carries it, or to where the delegate has it come to rest.
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

  /// Goes to the top at once; answers whether that is allowed.
  final func scrollToTop() -> Bool {
    guard scrollsToTop, rawDelegate?.listShouldScrollToTop(self) ?? true else { return false }
    write(offset: 0)
    layoutIfNeeded()
    rawDelegate?.listDidScrollToTop(self)
    return true
  }
}

// MARK: - Scrolling

/// Scrolling as a person does it: by dragging the content, and letting it go.
extension ListDisplay {
  /// Takes hold of the content; what moves on by itself stops.
  public func beginDragging() {
    list.asList {
      list.layoutRaw()
      guard !list.scrolling.isDragging else { return }
      list.scrolling.isDragging = true
      list.rawDelegate?.listWillBeginDragging(list)
    }
  }

  /// Drags the content by a distance, up where the distance is positive, so that what is below comes into view.
  public func drag(by distance: Double) {
    beginDragging()
    scroll(by: distance)
  }

  /// Lets the content go, which moves on for a velocity in units a millisecond, or to where the delegate has it come to rest.
  public func endDragging(velocity: Double = 0) {
    list.asList { list.endDragging(velocity: velocity) }
  }

  /// Goes to the top at once, as a touch of the screen's upper edge does.
  ///
  /// - Returns: whether the list and its delegate allow it.
  @discardableResult
  public func scrollToTop() -> Bool {
    list.asList { list.scrollToTop() }
  }
}

/// Hears of scrolling.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListScrollDelegate: AnyObject {
  /// The content has been scrolled, by whomever.
  func listDidScroll(_ list: ListView)
  /// A person has begun to drag the content.
  func listWillBeginDragging(_ list: ListView)
  /// A person lets go; the offset at which the content would come to rest can be changed.
  func list(_ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double)
  /// A person has let go, and the content stays or moves on by itself.
  func listDidEndDragging(_ list: ListView, willDecelerate: Bool)
  /// The content moves on by itself.
  func listWillBeginDecelerating(_ list: ListView)
  /// The content has come to rest.
  func listDidEndDecelerating(_ list: ListView)
  /// Scrolling that was asked for with animation is over.
  func listDidEndScrollingAnimation(_ list: ListView)
  /// Whether a person may go to the top at once; nil to leave it to the list, which allows it.
  func listShouldScrollToTop(_ list: ListView) -> Bool?
  /// A person has gone to the top at once.
  func listDidScrollToTop(_ list: ListView)
}

extension ListScrollDelegate {
  /// Does nothing.
  public func listDidScroll(_ list: ListView) {}
  /// Does nothing.
  public func listWillBeginDragging(_ list: ListView) {}
  /// Leaves the target as it is.
  public func list(
    _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {}
  /// Does nothing.
  public func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {}
  /// Does nothing.
  public func listWillBeginDecelerating(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndDecelerating(_ list: ListView) {}
  /// Does nothing.
  public func listDidEndScrollingAnimation(_ list: ListView) {}
  /// Leaves it to the list.
  public func listShouldScrollToTop(_ list: ListView) -> Bool? { nil }
  /// Does nothing.
  public func listDidScrollToTop(_ list: ListView) {}
}
