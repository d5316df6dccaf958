public import Interception

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
