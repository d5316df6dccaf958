public import Interception

/// The selected rows, in the order in which they were selected, and which of them a touch can select.
///
/// Invariant: `members` are the rows of `order`, each of which is in it once.
struct SelectionState {
  private(set) var order: [ListPath] = []
  private var members: Set<ListPath> = []
  /// Whether the rows may have changed since observers were last notified.
  private(set) var isChanged = false
  /// The gesture under way that selects several rows; nil if there is none.
  var gesture: MultipleSelection?
  /// The value of ``ListView/allowsSelection``, unless an aspect returns another one.
  fileprivate(set) var isAllowed = true
  fileprivate var allowsMultiple = false
  fileprivate var isAllowedDuringEditing = false
  fileprivate var allowsMultipleDuringEditing = false

  /// The row that was selected first.
  var first: ListPath? { order.first }
  /// The row that was selected last.
  var last: ListPath? { order.last }

  func contains(_ path: ListPath) -> Bool { members.contains(path) }

  mutating func insert(_ path: ListPath) {
    isChanged = true
    if members.insert(path).inserted { order.append(path) }
  }

  /// - Complexity: O(selected rows).
  mutating func remove(_ path: ListPath) {
    isChanged = true
    if members.remove(path) != nil { order.removeAll { $0 == path } }
  }

  /// Moves every row to its new position; rows without a position are deselected.
  mutating func move(_ place: (ListPath) -> ListPath?) {
    let former = order
    removeAll()
    for path in former { place(path).map { insert($0) } }
  }

  fileprivate mutating func removeAll() {
    isChanged = true
    (order, members) = ([], [])
  }

  /// Records that observers are notified of the rows.
  mutating func noteNotification() { isChanged = false }

  /// Whether a touch can select a row.
  func canSelect(whileEditing isEditing: Bool) -> Bool {
    isEditing ? isAllowedDuringEditing || allowsMultipleDuringEditing : isAllowed
  }

  /// Whether more than one row can be selected.
  func canSelectSeveral(whileEditing isEditing: Bool) -> Bool {
    isEditing ? allowsMultipleDuringEditing : allowsMultiple
  }
}

// MARK: - Selection

/// Selecting rows by program, without calls to the delegate; for touches, see ``ListDisplay``.
extension ListView {
  /// Deselects all rows, since the list is being reloaded; notifies nobody.
  final func forgetSelection() { selection.removeAll() }

  /// The message of ``indexPathForSelectedRow``.
  public static let indexPathForSelectedRow = Message<ListView, Void, ListPath?>("indexPathForSelectedRow") { list, _ in
    list.loadIfNeeded()
    return list.selection.first
  }

  /// The selected row; with several selected rows the one selected first; nil if there is none.
  public final var indexPathForSelectedRow: ListPath? { send(ListView.indexPathForSelectedRow) }

  /// The two messages of ``indexPathsForSelectedRows``; the list sends the setter's message when the selection has
  /// changed.
  ///
  /// Sent by others, the setter's message selects these rows and no others, as far as they exist and several can be
  /// selected.
  public static let indexPathsForSelectedRows = Property<ListView, [ListPath]>("indexPathsForSelectedRows") { list in
    if let former = list.told.selection.former { return former }
    list.loadIfNeeded()
    return list.selection.order
  } set: { list, paths in
    if list.told.selection.former != nil { return list.told.selection.former = nil }
    list.loadIfNeeded()
    let there = paths.filter { list.extents.contains($0) }
    list.clearSelection()
    for path in list.canSelectSeveral ? there : Array(there.prefix(1)) { list.setSelected(true, path) }
    list.acceptSelection(list.selection.order)
  }

  /// The selected rows, in the order in which they were selected.
  public final var indexPathsForSelectedRows: [ListPath] { send(ListView.indexPathsForSelectedRows) }

  /// The message of ``selectRow(at:animated:scrollPosition:)``.
  public static let selectRow = Message<
    ListView, (path: ListPath?, animated: Bool, position: ListScrollPosition), Void
  >("selectRow(at:animated:scrollPosition:)") { list, request in
    list.loadIfNeeded()
    guard let path = request.path else {
      list.clearSelection()
      return list.notifyObserversOfChanges()
    }
    guard list.extents.contains(path) else { return }
    if !list.canSelectSeveral { list.clearSelection(except: path) }
    list.setSelected(true, path)
    list.tracking([path]) { rows in
      list.notifyObserversOfChanges()
      guard request.position != .none, let path = rows[0].path else { return }
      list.scroll(animated: request.animated) { _ = list.scrollRaw(following: path, request.position) }
    }
  }

  /// Selects a row, and deselects the others unless several can be selected; nil deselects all rows.
  public final func selectRow(
    at path: ListPath?, animated: Bool = false, scrollPosition position: ListScrollPosition = .none
  ) {
    send(ListView.selectRow, (path: path, animated: animated, position: position))
  }

  /// The message of ``deselectRow(at:animated:)``.
  public static let deselectRow = Message<ListView, (path: ListPath, animated: Bool), Void>(
    "deselectRow(at:animated:)"
  ) { list, request in
    list.setSelected(false, request.path)
    list.notifyObserversOfChanges()
  }

  /// Deselects a row.
  public final func deselectRow(at path: ListPath, animated: Bool = false) {
    send(ListView.deselectRow, (path: path, animated: animated))
  }

  /// The selected rows, in the order in which they were selected, read without a message that could be hooked.
  package final var selectedRows: [ListPath] { selection.order }

  private final func setSelected(_ isSelected: Bool, _ path: ListPath) {
    if isSelected { selection.insert(path) } else { selection.remove(path) }
    shown.rows[path]?.isSelected = isSelected
  }

  final func clearSelection(except kept: ListPath? = nil) {
    for path in selection.order where path != kept { shown.rows[path]?.isSelected = false }
    selection.move { $0 == kept ? $0 : nil }
  }
}

/// Decides what a touch does to a row, and receives notifications about the selection.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the decision to the list.
public protocol ListSelectionDelegate: AnyObject {
  /// Whether a touch highlights a row; without a highlight the touch does not select it; true by default.
  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool
  /// Notifies that a row was highlighted.
  func list(_ list: ListView, didHighlightRowAt path: ListPath)
  /// Notifies that a row is no longer highlighted.
  func list(_ list: ListView, didUnhighlightRowAt path: ListPath)
  /// Returns the row to select instead of the given one; that row itself by default; nil for none.
  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath?
  /// Returns the row to deselect instead of the given one; that row itself by default; nil for none.
  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath?
  /// Notifies that a row was selected.
  func list(_ list: ListView, didSelectRowAt path: ListPath)
  /// Notifies that a row was deselected.
  func list(_ list: ListView, didDeselectRowAt path: ListPath)
  /// Whether a gesture that selects several rows may start at a row; false by default.
  func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool
  /// Notifies that such a gesture starts; a delegate can allow multiple selection here if the list does not.
  func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath)
  /// Notifies that such a gesture has ended; the rows stay selected.
  func listDidEndMultipleSelectionInteraction(_ list: ListView)
}

extension ListSelectionDelegate {
  /// Returns true.
  public func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, didHighlightRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didUnhighlightRowAt path: ListPath) {}
  /// Returns that row.
  public func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? { path }
  /// Returns that row.
  public func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? { path }
  /// Does nothing.
  public func list(_ list: ListView, didSelectRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didDeselectRowAt path: ListPath) {}
  /// Returns false.
  public func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool { false }
  /// Does nothing.
  public func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {}
  /// Does nothing.
  public func listDidEndMultipleSelectionInteraction(_ list: ListView) {}
}

// MARK: - Touch

/// The effects of a touch: highlight, then selection, with calls to the delegate in UIKit's order.
///
/// A callback that changes the list, so that paths mean other rows, ends the touch.
extension ListView {
  /// Touches a row; returns whether a row was selected that was not selected before.
  ///
  /// If only one row can be selected, and the selected one may not be deselected, it stays selected. A touch that adds a
  /// row to a selection of several performs no primary action.
  @discardableResult
  final func touch(_ path: ListPath, isPrimaryAction: Bool = true) -> Bool {
    let revision = revision
    guard canSelect, extents.contains(path), highlight(path, revision) else { return false }
    let addsToSelection = canSelectSeveral && !selection.order.isEmpty
    let isNew = changeSelection(path, revision)
    if isPrimaryAction, !addsToSelection { performPrimaryAction(path, revision) }
    return isNew
  }

  private func changeSelection(_ path: ListPath, _ revision: Int) -> Bool {
    if canSelectSeveral, selection.contains(path) {
      deselectByTouch(path, revision)
      return false
    }
    return selectByTouch(path, revision)
  }

  /// Performs the primary action of a row, whether or not its selection was allowed to change.
  private func performPrimaryAction(_ path: ListPath, _ revision: Int) {
    guard isCurrent(revision), rawDelegate?.list(self, canPerformPrimaryActionForRowAt: path) ?? !isEditing,
      isCurrent(revision)
    else { return }
    rawDelegate?.list(self, performPrimaryActionForRowAt: path)
  }

  /// Selects a row as by a touch, and deselects the others unless several can be selected.
  ///
  /// Returns whether a row was selected that was not selected before.
  final func selectByTouch(_ path: ListPath, _ revision: Int) -> Bool {
    let target = rawDelegate.map { $0.list(self, willSelectRowAt: path) } ?? path
    guard isCurrent(revision), let target, extents.contains(target) else { return false }
    let isNew = !selection.contains(target)
    if isNew, !canSelectSeveral {
      for former in selection.order where selection.contains(former) { deselectByTouch(former, revision) }
      guard isCurrent(revision), selection.order.isEmpty else { return false }
    }
    setSelected(true, target)
    rawDelegate?.list(self, didSelectRowAt: target)
    return isNew
  }

  /// Highlights a row for a moment; returns whether the touch continues.
  private func highlight(_ path: ListPath, _ revision: Int) -> Bool {
    guard rawDelegate?.list(self, shouldHighlightRowAt: path) ?? true, isCurrent(revision) else { return false }
    let cell = shown.rows[path]
    cell?.isHighlighted = true
    rawDelegate?.list(self, didHighlightRowAt: path)
    cell?.isHighlighted = false
    guard isCurrent(revision) else { return false }
    rawDelegate?.list(self, didUnhighlightRowAt: path)
    return isCurrent(revision)
  }

  final func deselectByTouch(_ path: ListPath, _ revision: Int) {
    guard isCurrent(revision) else { return }
    let target = rawDelegate.map { $0.list(self, willDeselectRowAt: path) } ?? path
    guard isCurrent(revision), let target, selection.contains(target) else { return }
    setSelected(false, target)
    rawDelegate?.list(self, didDeselectRowAt: target)
  }
}

// MARK: - Interaction

extension ListView {
  /// The two messages of ``allowsSelection``.
  public static let allowsSelection = Property<ListView, Bool>(
    "allowsSelection", get: { $0.selection.isAllowed }, set: { $0.selection.isAllowed = $1 })

  /// Whether a touch can select a row.
  public final var allowsSelection: Bool {
    get { send(ListView.allowsSelection) }
    set { send(ListView.allowsSelection, newValue) }
  }

  /// Whether more than one row can be selected.
  public final var allowsMultipleSelection: Bool {
    get { selection.allowsMultiple }
    set { selection.allowsMultiple = newValue }
  }

  /// Whether a touch can select a row in editing mode.
  public final var allowsSelectionDuringEditing: Bool {
    get { selection.isAllowedDuringEditing }
    set { selection.isAllowedDuringEditing = newValue }
  }

  /// Whether touches can select rows, and more than one, in editing mode.
  public final var allowsMultipleSelectionDuringEditing: Bool {
    get { selection.allowsMultipleDuringEditing }
    set { selection.allowsMultipleDuringEditing = newValue }
  }

  /// The message of ``scrollToNearestSelectedRow(at:animated:)``; `among` limits it to some of the selected rows.
  public static let scrollToNearestSelectedRow = Message<
    ListView, (among: [ListPath]?, position: ListScrollPosition, animated: Bool), Void
  >("scrollToNearestSelectedRow(at:animated:)") { list, request in
    let among = request.among.map { $0.map { list.callerPath($0) } }
    list.layoutRaw()
    let rows = among?.map { list.current($0) } ?? list.visibleToCaller(list.selection.order)
    guard let nearest = list.nearest(of: rows, to: request.position) else { return }
    list.scrollRaw(to: list.callerPath(nearest), request.position)
  }

  /// Scrolls the selected row that is nearest to a position of the viewport to that position.
  public final func scrollToNearestSelectedRow(at position: ListScrollPosition, animated: Bool = false) {
    send(ListView.scrollToNearestSelectedRow, (among: nil, position: position, animated: animated))
  }

  /// Returns the row with the smallest distance to a position of the viewport; the upper of two equally near rows.
  private func nearest(of rows: [ListPath], to position: ListScrollPosition) -> ListPath? {
    let ways = rows.filter { extents.contains($0) }.sorted().map { (path: $0, way: way(of: $0, to: position)) }
    return ways.min { $0.way < $1.way }?.path
  }

  private func way(of path: ListPath, to position: ListScrollPosition) -> Double {
    let row = extents.row(path)
    switch position {
    case .top: return abs(row.top - window.top)
    case .bottom: return abs(row.bottom - window.bottom)
    case .none, .middle: return abs((row.top + row.bottom) - (window.top + window.bottom))
    }
  }
}
