/// Moving the focus, with calls to the delegate in UIKit's order.
///
/// A callback that changes the list, so that paths mean other rows, ends the movement; a callback cannot move the focus
/// itself.
extension ListView {
  /// The result of an attempt to move the focus to a row.
  enum FocusMovement {
    /// The row has the focus.
    case moved
    /// The row cannot have the focus.
    case passedOver
    /// The focus may not move, or no longer can.
    case refused
  }

  /// Moves the focus to an existing row, which is scrolled into view.
  @discardableResult
  final func moveFocus(to path: ListPath, _ heading: ListFocusHeading) -> FocusMovement {
    guard !focus.isMoving else { return .refused }
    focus.isMoving = true
    defer { focus.isMoving = false }
    let revision = revision
    let canFocus = hasHeight(path) && canFocus(path)
    guard isCurrent(revision) else { return .refused }
    guard canFocus else { return .passedOver }
    guard path != focus.row, updateFocus(to: path, heading) else { return .refused }
    selectFocusedRow(path, revision)
    return .moved
  }

  /// Removes the focus from the list; returns whether it was removed.
  final func endFocus() -> Bool {
    guard !focus.isMoving, focus.row != nil else { return false }
    focus.isMoving = true
    defer { focus.isMoving = false }
    return updateFocus(to: nil, .none)
  }

  /// Moves the focus to the preferred row, or the first visible row that can have it; returns whether it has moved.
  @discardableResult
  final func focusPreferredRow() -> Bool {
    guard !focus.isMoving else { return false }
    layoutRaw()
    let revision = revision
    focus.isMoving = true
    let preferred = preferredRow
    focus.isMoving = false
    let rows = [preferred].compactMap { $0 } + shown.rows.keys.sorted()
    for path in rows where isCurrent(revision) {
      switch moveFocus(to: path, .none) {
      case .moved: return true
      case .passedOver: continue
      case .refused: return false
      }
    }
    return false
  }

  private var preferredRow: ListPath? {
    if remembersLastFocusedIndexPath, let last = focus.lastRow { return last }
    let preferred = rawDelegate?.indexPathForPreferredFocusedView(in: self)
    return preferred.flatMap { extents.contains($0) ? $0 : nil }
  }

  private func canFocus(_ path: ListPath) -> Bool {
    extents.contains(path) && rawDelegate?.list(self, canFocusRowAt: path) ?? allowsSelection
  }

  private func hasHeight(_ path: ListPath) -> Bool {
    measureOutOfView(path)
    return extents.contains(path) && extents.row(path).height > 0
  }

  private func updateFocus(to path: ListPath?, _ heading: ListFocusHeading) -> Bool {
    let revision = revision
    let context = ListFocusUpdateContext(
      previouslyFocusedIndexPath: focus.row, nextFocusedIndexPath: path, focusHeading: heading)
    guard rawDelegate?.list(self, shouldUpdateFocusIn: context) ?? true, isCurrent(revision) else {
      return false
    }
    if let path { _ = scrollRaw(following: path, .none) }
    guard isCurrent(revision) else { return false }
    focus.row.map { shown.rows[$0]?.isFocused = false }
    path.map { shown.rows[$0]?.isFocused = true }
    focus.move(to: path)
    notifyDelegate(context)
    return true
  }

  private func notifyDelegate(_ context: ListFocusUpdateContext) {
    let coordinator = ListFocusAnimationCoordinator()
    rawDelegate?.list(self, didUpdateFocusIn: context, with: coordinator)
    coordinator.runAnimations()
    coordinator.runCompletions()
  }

  private func selectFocusedRow(_ path: ListPath, _ revision: Int) {
    guard selectionFollowsFocus, isCurrent(revision),
      rawDelegate?.list(self, selectionFollowsFocusForRowAt: path) ?? true,
      isCurrent(revision), !selection.contains(path)
    else { return }
    touch(path, isPrimaryAction: false)
  }
}

// MARK: - Focus

/// Moving the focus by keys or a pointer.
extension ListDisplay {
  /// Moves the focus to the nearest row in a direction that can have it, and scrolls that row into view.
  ///
  /// Rows without height, and rows that the delegate excludes, are skipped. If no row has the focus, it enters the list
  /// as by ``focusPreferred()``.
  ///
  /// - Returns: whether the focus has moved.
  @discardableResult
  public func moveFocus(_ heading: ListFocusHeading) -> Bool {
    list.layoutRaw()
    guard let start = list.focus.row else { return focusPreferred() }
    var target = neighbour(of: start, heading)
    for _ in 0..<Self.maximumSkippedRows {
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
    guard let path = list.touchedRow(at: point) else { return false }
    return list.moveFocus(to: path, .none) == .moved
  }

  /// Moves the focus into the list.
  ///
  /// It goes to the row that had it last, if the list remembers it; or to the delegate's preferred row; or to the first
  /// visible row that can have it.
  ///
  /// - Returns: whether the focus has moved.
  @discardableResult
  public func focusPreferred() -> Bool { list.focusPreferredRow() }

  /// Removes the focus from the list.
  ///
  /// - Returns: whether it was removed.
  @discardableResult
  public func endFocus() -> Bool { list.endFocus() }

  /// Touches the row with the focus, as a key press does.
  ///
  /// - Returns: whether a row was selected that was not selected before.
  @discardableResult
  public func selectFocused() -> Bool { list.focus.row.map { list.touch($0) } ?? false }

  /// Returns the next row in reading order that lies in the direction: beside the row, or above or below it.
  private func neighbour(of path: ListPath, _ heading: ListFocusHeading) -> ListPath? {
    let heading = list.axis.turned(heading)
    guard let isBackwards = heading.isBackwards else { return nil }
    let frame = frame(of: path)
    var next = path
    for _ in 0..<Self.maximumSkippedRows {
      guard let row = isBackwards ? list.extents.row(before: next) : list.extents.row(after: next) else { return nil }
      if heading.leads(from: frame, to: self.frame(of: row)) { return row }
      next = row
    }
    return nil
  }

  private func frame(of path: ListPath) -> ListRect { list.extents.frame(of: path, width: list.breadth) }
}

extension ListFocusHeading {
  /// Whether rows in this direction come earlier in reading order; nil if there is no direction.
  fileprivate var isBackwards: Bool? {
    switch self {
    case .up, .left: true
    case .down, .right: false
    case .none: nil
    }
  }

  /// Whether the other rectangle lies in this direction, and both overlap across it.
  fileprivate func leads(from one: ListRect, to other: ListRect) -> Bool {
    // Rounding errors in sums of fractional heights may cause a tiny overlap.
    let slack = 1e-6 * max(1, one.maxY.magnitude)
    let facesAcross = other.minX < one.maxX && one.minX < other.maxX
    let facesAlong = other.minY < one.maxY && one.minY < other.maxY
    switch self {
    case .up: return facesAcross && other.maxY <= one.minY + slack
    case .down: return facesAcross && other.minY >= one.maxY - slack
    case .left: return facesAlong && other.maxX <= one.minX + slack
    case .right: return facesAlong && other.minX >= one.maxX - slack
    case .none: return false
    }
  }
}
