public import Interception
public import ListModel
import Placement

/// Decides which inserted rows can be edited and moved, and carries that out.
///
/// Part of ``WeaverDataSource``. Every method is optional; its default uses the list's own behavior.
///
/// In UIKit rows are editable by default, since the provider of a row is also the one that deletes it. The provider of
/// an insertion is another than the one that makes the list editable, so insertions can be neither edited nor moved by
/// default.
public protocol WeaverEditingDataSource: AnyObject {
  /// Whether an inserted row can be edited; false by default.
  func weaver(_ weaver: ListWeaver, canEditRowAt path: FeedPath) -> Bool
  /// Deletes an inserted row, or inserts a row there.
  func weaver(_ weaver: ListWeaver, commit style: ListEditingStyle, forRowAt path: FeedPath)
  /// Whether an inserted row can be moved; false by default.
  func weaver(_ weaver: ListWeaver, canMoveRowAt path: FeedPath) -> Bool
  /// A person has moved an inserted row, and the list already shows it at its new position.
  ///
  /// From now on it is requested there, and the insertions between move by one position. A provider that changes its
  /// requests in this method causes a reload.
  func weaver(_ weaver: ListWeaver, moveRowAt path: FeedPath, to target: FeedPath)
}

extension WeaverEditingDataSource {
  /// Returns false.
  public func weaver(_ weaver: ListWeaver, canEditRowAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, commit style: ListEditingStyle, forRowAt path: FeedPath) {}
  /// Returns false.
  public func weaver(_ weaver: ListWeaver, canMoveRowAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, moveRowAt path: FeedPath, to target: FeedPath) {}
}

/// Controls how inserted rows are edited, and receives their events.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverEditingDelegate: AnyObject {
  /// Returns what the editing control of an editable inserted row does; deletes it by default.
  func weaver(_ weaver: ListWeaver, editingStyleForRowAt path: FeedPath) -> ListEditingStyle
  /// Returns the title of the action that deletes an inserted row; nil for "Delete".
  func weaver(_ weaver: ListWeaver, titleForDeleteConfirmationButtonForRowAt path: FeedPath) -> String?
  /// Returns the leading actions of an inserted row; nil for none.
  func weaver(
    _ weaver: ListWeaver, leadingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions?
  /// Returns the trailing actions of an inserted row; nil for those of ``weaver(_:editActionsForRowAt:)``.
  func weaver(
    _ weaver: ListWeaver, trailingSwipeActionsConfigurationForRowAt path: FeedPath
  ) -> ListSwipeActions?
  /// Returns the trailing actions of an inserted row in their older form, which receive its feed path; nil for one that
  /// deletes it.
  func weaver(_ weaver: ListWeaver, editActionsForRowAt path: FeedPath) -> [ListRowAction]?
  /// Whether an inserted row is indented in editing mode; true by default.
  func weaver(_ weaver: ListWeaver, shouldIndentWhileEditingRowAt path: FeedPath) -> Bool
  /// The actions of a swiped inserted row are about to be shown.
  func weaver(_ weaver: ListWeaver, willBeginEditingRowAt path: FeedPath)
  /// The actions of a swiped inserted row are hidden again; nil for a row that was deleted or reloaded.
  func weaver(_ weaver: ListWeaver, didEndEditingRowAt path: FeedPath?)
  /// Returns the indentation level of an inserted row; 0 by default.
  func weaver(_ weaver: ListWeaver, indentationLevelForRowAt path: FeedPath) -> Int
  /// The accessory of an inserted row has been tapped.
  func weaver(_ weaver: ListWeaver, accessoryButtonTappedForRowWith path: FeedPath)
}

extension WeaverEditingDelegate {
  /// Returns `.delete`.
  public func weaver(_ weaver: ListWeaver, editingStyleForRowAt path: FeedPath) -> ListEditingStyle { .delete }
  /// Returns nil, for "Delete".
  public func weaver(_ weaver: ListWeaver, titleForDeleteConfirmationButtonForRowAt path: FeedPath) -> String? { nil }
  /// Returns nil.
  public func weaver(_: ListWeaver, leadingSwipeActionsConfigurationForRowAt _: FeedPath) -> ListSwipeActions? { nil }
  /// Returns nil, for the actions of the older form.
  public func weaver(_: ListWeaver, trailingSwipeActionsConfigurationForRowAt _: FeedPath) -> ListSwipeActions? { nil }
  /// Returns nil, for an action that deletes the row.
  public func weaver(_ weaver: ListWeaver, editActionsForRowAt path: FeedPath) -> [ListRowAction]? { nil }
  /// Returns true.
  public func weaver(_ weaver: ListWeaver, shouldIndentWhileEditingRowAt path: FeedPath) -> Bool { true }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willBeginEditingRowAt path: FeedPath) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didEndEditingRowAt path: FeedPath?) {}
  /// Returns 0.
  public func weaver(_ weaver: ListWeaver, indentationLevelForRowAt path: FeedPath) -> Int { 0 }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, accessoryButtonTappedForRowWith path: FeedPath) {}
}

// MARK: - Editing messages

/// Questions and notifications about editing for the owner of a row.
///
/// The other provider receives nothing.
extension ListWeaver {
  /// Asks a row's owner whether it can be edited; an insertion can't by default.
  public static let canEditRow = RowMessage<Bool>(
    "list(_:canEditRowAt:)", asking: DataSources.self, { $0.list($1, canEditRowAt: $2) },
    insertion: { $0.weaver($1, canEditRowAt: $2) })

  /// Has a row's owner delete it, or insert one there.
  public static let commitEditing = Message<ListWeaver, (row: OwnedRow, style: ListEditingStyle), Void>(
    "list(_:commit:forRowAt:)"
  ) { weaver, call in
    weaver.ask(
      call.row, asking: DataSources.self, { $0.list($1, commit: call.style, forRowAt: $2) },
      insertion: { $0.weaver($1, commit: call.style, forRowAt: $2) })
  }

  /// Asks a row's owner what its editing control does.
  public static let editingStyleForRow = RowMessage<ListEditingStyle>(
    "list(_:editingStyleForRowAt:)", { $0.list($1, editingStyleForRowAt: $2) },
    insertion: { $0.weaver($1, editingStyleForRowAt: $2) })

  /// Asks a row's owner for the title of the action that deletes it.
  public static let titleForDeleteConfirmation = RowMessage<String?>(
    "list(_:titleForDeleteConfirmationButtonForRowAt:)", { $0.list($1, titleForDeleteConfirmationButtonForRowAt: $2) },
    insertion: { $0.weaver($1, titleForDeleteConfirmationButtonForRowAt: $2) })

  /// Asks a row's owner whether it is indented in editing mode.
  public static let shouldIndentWhileEditingRow = RowMessage<Bool>(
    "list(_:shouldIndentWhileEditingRowAt:)", { $0.list($1, shouldIndentWhileEditingRowAt: $2) },
    insertion: { $0.weaver($1, shouldIndentWhileEditingRowAt: $2) })

  /// Asks a row's owner for its indentation level.
  public static let indentationLevelForRow = RowMessage<Int>(
    "list(_:indentationLevelForRowAt:)", { $0.list($1, indentationLevelForRowAt: $2) },
    insertion: { $0.weaver($1, indentationLevelForRowAt: $2) })

  /// Notifies a row's owner that its accessory has been tapped.
  public static let accessoryButtonTapped = RowMessage<Void>(
    "list(_:accessoryButtonTappedForRowWith:)", { $0.list($1, accessoryButtonTappedForRowWith: $2) },
    insertion: { $0.weaver($1, accessoryButtonTappedForRowWith: $2) })
}

// MARK: - Editing

/// Methods of `ListDataSource` and `ListDelegate` about editing.
extension ProviderRouter {
  func list(_: ListView, canEditRowAt path: ListPath) -> Bool { ask(ListWeaver.canEditRow, path, else: false) }

  func list(_: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {
    ask(ListWeaver.commitEditing, path, else: ()) { (row: $0, style: style) }
  }

  func list(_: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle {
    ask(ListWeaver.editingStyleForRow, path, else: .delete)
  }

  func list(_: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? {
    ask(ListWeaver.titleForDeleteConfirmation, path, else: nil)
  }

  func list(_: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool {
    ask(ListWeaver.shouldIndentWhileEditingRow, path, else: true)
  }

  func list(_: ListView, indentationLevelForRowAt path: ListPath) -> Int {
    ask(ListWeaver.indentationLevelForRow, path, else: 0)
  }

  func list(_: ListView, accessoryButtonTappedForRowWith path: ListPath) {
    ask(ListWeaver.accessoryButtonTapped, path, else: ())
  }
}

// MARK: - Editing (WovenClass)

extension WovenClass {
  /// Overrides editing: editing mode applies to all rows; the content provider sees a swiped row only if it is its own.
  static func overrideEditing(in woven: ClassObject) throws(AspectError) {
    try runInFeedSpace(ListView.setEditing, in: woven)
    try translate(ListView.indexPathForSwipedRow, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userPath($0) }
    }
  }
}
