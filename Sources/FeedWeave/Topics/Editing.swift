public import Interception
public import ListModel
import Placement

/// Says which inserted rows can be edited and moved, and carries it out.
///
/// Part of ``WeaverDataSource``; every method is optional, and its default leaves the matter to the list.
///
/// UIKit takes rows to be editable of which nothing is said, since who deletes them also gives them. An insertion is given by
/// another than who lets a person edit the list, so that one of which nothing is said can be neither edited nor moved.
public protocol WeaverEditingDataSource: AnyObject {
  /// Whether an inserted row can be edited; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, canEditRowAt path: FeedPath) -> Bool
  /// An inserted row is to be deleted, or a row inserted there.
  func weaver(_ weaver: ListWeaver, commit style: ListEditingStyle, forRowAt path: FeedPath)
  /// Whether an inserted row can be moved; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, canMoveRowAt path: FeedPath) -> Bool
  /// An inserted row has been moved by a person, which the list shows without being told.
  ///
  /// It is asked for there from now on, and what stands between goes one place up or down. An ad side that changes what it asks
  /// for when it is told has the list reloaded.
  func weaver(_ weaver: ListWeaver, moveRowAt path: FeedPath, to target: FeedPath)
}

extension WeaverEditingDataSource {
  /// No.
  public func weaver(_ weaver: ListWeaver, canEditRowAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, commit style: ListEditingStyle, forRowAt path: FeedPath) {}
  /// No.
  public func weaver(_ weaver: ListWeaver, canMoveRowAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, moveRowAt path: FeedPath, to target: FeedPath) {}
}

/// Says how inserted rows are edited, and hears of it.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverEditingDelegate: AnyObject {
  /// What the control of an inserted row does in editing mode, if it can be edited; deletes it, unless said otherwise.
  func weaver(_ weaver: ListWeaver, editingStyleForRowAt path: FeedPath) -> ListEditingStyle
  /// What the action that deletes an inserted row is called; nil for "Delete".
  func weaver(_ weaver: ListWeaver, titleForDeleteConfirmationButtonForRowAt path: FeedPath) -> String?
  /// The actions at the start of an inserted row; nil for none.
  func weaver(
    _ weaver: ListWeaver, leadingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions?
  /// The actions at the end of an inserted row; nil for those of ``weaver(_:editActionsForRowAt:)``.
  func weaver(
    _ weaver: ListWeaver, trailingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions?
  /// The actions at the end of an inserted row, in their older form, which get its feed path; nil for one that deletes it.
  func weaver(_ weaver: ListWeaver, editActionsForRowAt path: FeedPath) -> [ListRowAction]?
  /// Whether an inserted row is indented in editing mode; yes, unless said otherwise.
  func weaver(_ weaver: ListWeaver, shouldIndentWhileEditingRowAt path: FeedPath) -> Bool
  /// An inserted row has been swiped, and its actions are about to be revealed.
  func weaver(_ weaver: ListWeaver, willBeginEditingRowAt path: FeedPath)
  /// An inserted row that was swiped has been put back; nil for one that is gone or asked for anew.
  func weaver(_ weaver: ListWeaver, didEndEditingRowAt path: FeedPath?)
  /// How far an inserted row is indented, in levels; none, unless said otherwise.
  func weaver(_ weaver: ListWeaver, indentationLevelForRowAt path: FeedPath) -> Int
  /// The accessory of an inserted row has been tapped.
  func weaver(_ weaver: ListWeaver, accessoryButtonTappedForRowWith path: FeedPath)
}

extension WeaverEditingDelegate {
  /// Deletes.
  public func weaver(_ weaver: ListWeaver, editingStyleForRowAt path: FeedPath) -> ListEditingStyle { .delete }
  /// "Delete".
  public func weaver(_ weaver: ListWeaver, titleForDeleteConfirmationButtonForRowAt path: FeedPath) -> String? { nil }
  /// None.
  public func weaver(
    _ weaver: ListWeaver, leadingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions? { nil }
  /// Those of the older form.
  public func weaver(
    _ weaver: ListWeaver, trailingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions? { nil }
  /// To delete the row.
  public func weaver(_ weaver: ListWeaver, editActionsForRowAt path: FeedPath) -> [ListRowAction]? { nil }
  /// Yes.
  public func weaver(_ weaver: ListWeaver, shouldIndentWhileEditingRowAt path: FeedPath) -> Bool { true }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willBeginEditingRowAt path: FeedPath) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didEndEditingRowAt path: FeedPath?) {}
  /// None.
  public func weaver(_ weaver: ListWeaver, indentationLevelForRowAt path: FeedPath) -> Int { 0 }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, accessoryButtonTappedForRowWith path: FeedPath) {}
}

// MARK: - Editing messages

/// What the owner of a row is asked and told about editing it. Nothing is told to the other side.
extension ListWeaver {
  /// Asks a row's owner whether it can be edited; an insertion of which nothing is said cannot.
  public static let canEditRow = RowMessage<Bool>("list(_:canEditRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.dataSource?.list($0, canEditRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, canEditRowAt: $0) }) ?? !row.owner.isInsertion
  }

  /// Has a row's owner delete it, or insert one there.
  public static let commitEditing = Message<ListWeaver, (row: OwnedRow, style: ListEditingStyle), Void>(
    "list(_:commit:forRowAt:)"
  ) { weaver, edit in
    weaver.ask(
      edit.row, content: { weaver.content.dataSource?.list($0, commit: edit.style, forRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, commit: edit.style, forRowAt: $0) })
  }

  /// Asks a row's owner what its control does.
  public static let editingStyleForRow = RowMessage<ListEditingStyle>("list(_:editingStyleForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, editingStyleForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, editingStyleForRowAt: $0) }) ?? .delete
  }

  /// Asks a row's owner what the action that deletes it is called.
  public static let titleForDeleteConfirmation = RowMessage<String?>(
    "list(_:titleForDeleteConfirmationButtonForRowAt:)"
  ) { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, titleForDeleteConfirmationButtonForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, titleForDeleteConfirmationButtonForRowAt: $0) })
  }

  /// Asks a row's owner whether it is indented in editing mode.
  public static let shouldIndentWhileEditingRow = RowMessage<Bool>("list(_:shouldIndentWhileEditingRowAt:)") {
    weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, shouldIndentWhileEditingRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, shouldIndentWhileEditingRowAt: $0) }) ?? true
  }

  /// Asks a row's owner how far it is indented.
  public static let indentationLevelForRow = RowMessage<Int>("list(_:indentationLevelForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, indentationLevelForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, indentationLevelForRowAt: $0) }) ?? 0
  }

  /// Tells a row's owner that its accessory has been tapped.
  public static let accessoryButtonTapped = RowMessage<Void>("list(_:accessoryButtonTappedForRowWith:)") {
    weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, accessoryButtonTappedForRowWith: $1) },
      insertion: { weaver.delegate?.weaver(weaver, accessoryButtonTappedForRowWith: $0) })
  }
}

// MARK: - Editing

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
    weaver.display.swipedOwner = row.owner
    weaver.send(ListWeaver.willBeginEditingRow, row)
  }

  func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {
    let weaver = weaver
    guard let owner = weaver.display.swipedOwner else { return }
    weaver.display.swipedOwner = nil
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

// MARK: - Editing

extension WovenClass {
  /// Editing mode is the same for all rows; of what is swiped, the content side sees its own.
  static func overrideEditing(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.setEditing, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
    try translate(ListView.indexPathForSwipedRow, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userPath($0) }
    }
  }
}
