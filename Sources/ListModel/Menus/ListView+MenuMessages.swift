public import Interception

extension ListView {
  /// The message of ``contextMenuInteraction``.
  public static let contextMenuInteraction = Message<ListView, Void, ListContextMenuInteraction?>(
    "contextMenuInteraction"
  ) { list, _ in
    list.menus.context
  }

  /// The context menu that is open, with its rows where they stand now; nil where none is.
  public final var contextMenuInteraction: ListContextMenuInteraction? { send(ListView.contextMenuInteraction) }

  /// The message of ``dismissContextMenu()``.
  public static let dismissContextMenu = Message<ListView, Void, Void>("dismissContextMenu()") { list, _ in
    list.dismissMenu()
  }

  /// Dismisses the context menu that is open.
  public final func dismissContextMenu() { send(ListView.dismissContextMenu) }
}
