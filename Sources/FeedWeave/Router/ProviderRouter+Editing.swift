import Interception
import ListModel
import Placement

/// The parts of ListDataSource and ListDelegate that are about editing.
extension ProviderRouter {
  func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool { send(ListWeaver.canEditRow, path) ?? false }

  func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.send(ListWeaver.commitEditing, (row: row, style: style))
  }

  func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle {
    send(ListWeaver.editingStyleForRow, path) ?? .delete
  }

  func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? {
    send(ListWeaver.titleForDeleteConfirmation, path) ?? nil
  }

  func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool {
    send(ListWeaver.shouldIndentWhileEditingRow, path) ?? true
  }

  func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int {
    send(ListWeaver.indentationLevelForRow, path) ?? 0
  }

  func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath) {
    send(ListWeaver.accessoryButtonTapped, path)
  }

  func list(_ list: ListView, willBeginEditingRowAt path: ListPath) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.swipedOwner = row.owner
    weaver.send(ListWeaver.willBeginEditingRow, row)
  }

  func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {
    let weaver = weaver
    guard let owner = weaver.swipedOwner else { return }
    weaver.swipedOwner = nil
    weaver.send(ListWeaver.didEndEditingRow, (owner: owner, path: path.map { FeedPath($0) }))
  }

  func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    send(ListWeaver.leadingSwipeActions, path) ?? nil
  }

  func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    send(ListWeaver.trailingSwipeActions, path) ?? nil
  }

  func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? {
    send(ListWeaver.editActions, path) ?? nil
  }
}
