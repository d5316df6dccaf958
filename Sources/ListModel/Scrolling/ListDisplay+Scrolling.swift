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
