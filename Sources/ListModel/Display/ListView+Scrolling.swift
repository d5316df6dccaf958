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
    if keptInContent(wanted) != keptInContent(offset) { scrolls += 1 }
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
      guard revision == self.revision || attempt == Self.mostAttempts, let path = row() else { continue }
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
