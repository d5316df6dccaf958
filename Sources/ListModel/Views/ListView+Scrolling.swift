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
  /// The message of setting ``contentOffset``.
  public static let setContentOffset = Message<ListView, Double, Void>("setContentOffset(_:)") { list, offset in
    list.offset = offset
    list.setNeedsLayout()
  }

  /// How far the content is scrolled down; kept between its top and its bottom when the list is laid out.
  public final var contentOffset: Double {
    get { offset }
    set { send(ListView.setContentOffset, newValue) }
  }

  /// The message of ``scrollToRow(at:at:animated:)``.
  public static let scrollToRow = Message<
    ListView, (path: ListPath, position: ListScrollPosition, animated: Bool), Void
  >("scrollToRow(at:at:animated:)") { list, request in
    list.scrollRaw(to: request.path, request.position)
  }

  /// Scrolls until a row stands where it should; does nothing for a row that the list does not have.
  public final func scrollToRow(at path: ListPath, at position: ListScrollPosition, animated: Bool = false) {
    send(ListView.scrollToRow, (path: path, position: position, animated: animated))
  }

  final func scrollRaw(to path: ListPath, _ position: ListScrollPosition) {
    layoutRaw()
    guard extents.contains(path) else { return }
    // Rows on the way are measured as they come into view, which moves the target: as often as it takes to stand still.
    for _ in 0..<8 {
      let wanted = offset(showing: path, position)
      let before = extents.row(path).top
      offset = wanted
      setNeedsLayout()
      layoutRaw()
      if extents.row(path).top == before { return }
    }
  }

  private func offset(showing path: ListPath, _ position: ListScrollPosition) -> Double {
    let (top, height) = extents.row(path)
    switch position {
    case .top: return top
    case .middle: return top - (viewportSize.height - height) / 2
    case .bottom: return top + height - viewportSize.height
    case .none:
      if top < offset { return top }
      return max(offset, min(top, top + height - viewportSize.height))
    }
  }
}
