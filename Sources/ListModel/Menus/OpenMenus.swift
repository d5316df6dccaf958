import Interception

/// An editing menu that is open: its row, and what can be done to it.
struct EditingMenu {
  var path: ListPath
  var actions: [Selector]
}

/// The menus that are open, and what is left of the one that was dismissed last.
struct OpenMenus {
  var context: ListContextMenuInteraction?
  var editing: EditingMenu?
  /// What falls back to its row.
  var dismissal: ListTargetedPreview?

  /// The rows that they are for.
  var paths: [ListPath] { (context?.paths ?? []) + (editing.map { [$0.path] } ?? []) }

  /// Takes them to the new places of their rows; rows without one leave them.
  mutating func move(_ place: (ListPath) -> ListPath?) {
    if let paths = context?.paths { context?.paths = paths.compactMap(place) }
    if let menu = editing { editing = place(menu.path).map { EditingMenu(path: $0, actions: menu.actions) } }
  }
}
