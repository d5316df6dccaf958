/// Moving the focus: each step asked of and told to the delegate, in UIKit's order.
///
/// A callback that changes the list, so that paths mean other rows, ends the movement; one that moves the focus does nothing.
extension ListView {
  /// What came of moving the focus to a row.
  enum FocusMovement {
    /// The row has the focus.
    case moved
    /// The row cannot have it.
    case passedOver
    /// It is not to move, or cannot any more.
    case refused
  }

  /// Moves the focus to a row that the list has, which comes into view.
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

  /// Takes the focus from the list; answers whether it has gone.
  final func endFocus() -> Bool {
    guard !focus.isMoving, focus.row != nil else { return false }
    focus.isMoving = true
    defer { focus.isMoving = false }
    return updateFocus(to: nil, .none)
  }

  /// Moves the focus to the preferred row, or the first in view that can have it; answers whether it has moved.
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
    tellDelegate(context)
    return true
  }

  private func tellDelegate(_ context: ListFocusUpdateContext) {
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

  /// The next row in reading order that stands where the heading points: beside a row, or above or below it.
  private func neighbour(of path: ListPath, _ heading: ListFocusHeading) -> ListPath? {
    guard let isBackwards = heading.isBackwards else { return nil }
    let frame = frame(of: path)
    var next = path
    for _ in 0..<Self.mostRowsPassedOver {
      guard let row = isBackwards ? list.extents.row(before: next) : list.extents.row(after: next) else { return nil }
      if heading.leads(from: frame, to: self.frame(of: row)) { return row }
      next = row
    }
    return nil
  }

  private func frame(of path: ListPath) -> ListRect { list.extents.frame(of: path, width: list.viewportWidth) }
}

extension ListFocusHeading {
  /// Whether rows that stand there come earlier in reading order; nil where it points nowhere.
  fileprivate var isBackwards: Bool? {
    switch self {
    case .up, .left: true
    case .down, .right: false
    case .none: nil
    }
  }

  /// Whether one rectangle stands there from another, and they face each other.
  fileprivate func leads(from one: ListRect, to other: ListRect) -> Bool {
    // Sums of heights that are not whole may overlap by the last bits.
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
