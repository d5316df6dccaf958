public import Interception
public import ListModel
import Placement

/// What the owner of a row is asked and told about editing it. Nothing is told to the other side.
extension ListWeaver {
  /// Asks a row's owner whether it can be edited; an insertion of which nothing is said cannot.
  public static let canEditRow = RowMessage<Bool>("list(_:canEditRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentSource?.list($0, canEditRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, canEditRowAt: $0) }) ?? !row.owner.isInsertion
  }

  /// Has a row's owner delete it, or insert one there.
  public static let commitEditing = Message<ListWeaver, (row: OwnedRow, style: ListEditingStyle), Void>(
    "list(_:commit:forRowAt:)"
  ) { weaver, edit in
    weaver.ask(
      edit.row, content: { weaver.contentSource?.list($0, commit: edit.style, forRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, commit: edit.style, forRowAt: $0) })
  }

  /// Asks a row's owner what its control does.
  public static let editingStyleForRow = RowMessage<ListEditingStyle>("list(_:editingStyleForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, editingStyleForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, editingStyleForRowAt: $0) }) ?? .delete
  }

  /// Asks a row's owner what the action that deletes it is called.
  public static let titleForDeleteConfirmation = RowMessage<String?>(
    "list(_:titleForDeleteConfirmationButtonForRowAt:)"
  ) { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, titleForDeleteConfirmationButtonForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, titleForDeleteConfirmationButtonForRowAt: $0) })
  }

  /// Asks a row's owner whether it is indented in editing mode.
  public static let shouldIndentWhileEditingRow = RowMessage<Bool>("list(_:shouldIndentWhileEditingRowAt:)") {
    weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, shouldIndentWhileEditingRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, shouldIndentWhileEditingRowAt: $0) }) ?? true
  }

  /// Asks a row's owner how far it is indented.
  public static let indentationLevelForRow = RowMessage<Int>("list(_:indentationLevelForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, indentationLevelForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, indentationLevelForRowAt: $0) }) ?? 0
  }

  /// Tells a row's owner that its accessory has been tapped.
  public static let accessoryButtonTapped = RowMessage<Void>("list(_:accessoryButtonTappedForRowWith:)") {
    weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, accessoryButtonTappedForRowWith: $1) },
      insertion: { weaver.delegate?.weaver(weaver, accessoryButtonTappedForRowWith: $0) })
  }
}
