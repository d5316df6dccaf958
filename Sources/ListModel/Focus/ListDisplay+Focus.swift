/// The focus, as a person moves it by keys or a pointer.
extension ListDisplay {
  /// Moves the focus to the nearest row above or below that can have it, which comes into view.
  ///
  /// Rows without height, and rows that the delegate keeps from it, are passed over. Where no row has the focus, it comes to the
  /// list as by ``focusPreferred()``.
  ///
  /// - Returns: whether the focus has moved.
  @discardableResult
  public func moveFocus(_ heading: ListFocusHeading) -> Bool {
    list.layoutRaw()
    guard let start = list.focus.row else { return focusPreferred() }
    var target = neighbour(of: start, heading)
    for _ in 0..<Self.mostRowsPassedOver {
      guard let path = target else { return false }
      switch list.moveFocus(to: path, heading) {
      case .moved: return true
      case .passedOver: target = neighbour(of: path, heading)
      case .refused: return false
      }
    }
    return false
  }

  /// Moves the focus to the row at a point of the content.
  ///
  /// - Returns: whether the focus has moved.
  @discardableResult
  public func focus(at point: ListPoint) -> Bool {
    guard let path = list.rowRaw(at: point) else { return false }
    return list.moveFocus(to: path, .none) == .moved
  }

  /// Has the focus come to the list: to the row that had it last, where the list remembers it, or the one that the delegate
  /// prefers, or the first in view that can have it.
  ///
  /// - Returns: whether the focus has moved.
  @discardableResult
  public func focusPreferred() -> Bool { list.focusPreferredRow() }

  /// Has the focus leave the list.
  ///
  /// - Returns: whether it has left.
  @discardableResult
  public func endFocus() -> Bool { list.endFocus() }

  /// Touches the row with the focus, as a press of a key does.
  ///
  /// - Returns: whether a row is selected that was not.
  @discardableResult
  public func selectFocused() -> Bool { list.focus.row.map { list.touch($0) } ?? false }

  private func neighbour(of path: ListPath, _ heading: ListFocusHeading) -> ListPath? {
    switch heading {
    case .up: list.extents.row(before: path)
    case .down: list.extents.row(after: path)
    case .none, .left, .right: nil
    }
  }
}
