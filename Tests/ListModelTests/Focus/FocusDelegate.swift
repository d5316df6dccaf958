@testable import ListModel
import Testing

/// A delegate of the focus and of what is done to rows that answers as it is told, and notes what it is asked and told.
final class FocusDelegate: ListDelegate {
  private(set) var events: [String] = []
  var focuses: (ListPath) -> Bool = { _ in true }
  var prefers: ListPath?
  var updates: (ListFocusUpdateContext) -> Bool = { _ in true }
  var follows: (ListPath) -> Bool = { _ in true }
  var selects: (ListPath) -> ListPath? = { $0 }
  var deselects: (ListPath) -> ListPath? = { $0 }
  var acts: (ListPath) -> Bool = { _ in true }
  var begins: (ListPath) -> Bool = { _ in true }
  /// Called with the coordinator of each movement of the focus.
  var coordinate: ((ListFocusAnimationCoordinator) -> Void)?
  /// Called within each callback, with what it notes.
  var onEvent: ((ListView, String) -> Void)?

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  private func note(_ list: ListView, _ event: String) {
    events.append(event)
    onEvent?(list, event)
  }

  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool {
    note(list, "canFocus \(path)")
    return focuses(path)
  }

  func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? {
    note(list, "preferred")
    return prefers
  }

  func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool {
    note(list, "should \(words(context))")
    return updates(context)
  }

  func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {
    coordinate?(coordinator)
    let focused = list.visibleCells.filter(\.isFocused).compactMap { list.indexPath(for: $0) }
    note(list, "did \(words(context)) \(focused)")
  }

  func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    note(list, "follows \(path)")
    return follows(path)
  }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    note(list, "willSelect \(path)")
    return selects(path)
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    note(list, "willDeselect \(path)")
    return deselects(path)
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) { note(list, "didSelect \(path)") }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) { note(list, "didDeselect \(path)") }

  func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool {
    note(list, "canPerform \(path)")
    return acts(path)
  }

  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) { note(list, "perform \(path)") }

  func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool {
    note(list, "shouldBegin \(path)")
    return begins(path)
  }

  func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {
    note(list, "didBegin \(path)")
  }

  func listDidEndMultipleSelectionInteraction(_ list: ListView) { note(list, "didEnd") }

  private func words(_ context: ListFocusUpdateContext) -> String {
    let rows = [context.previouslyFocusedIndexPath, context.nextFocusedIndexPath].map { $0?.description ?? "-" }
    return "\(rows[0])>\(rows[1]) \(context.focusHeading)"
  }
}

/// A delegate that answers nothing.
final class SilentDelegate: ListDelegate {}
