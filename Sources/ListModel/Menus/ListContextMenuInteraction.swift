/// A context menu that is open, and what for; the paths are as things stood when it was asked for.
public struct ListContextMenuInteraction {
  /// The menu.
  public internal(set) var menu: ListContextMenu
  /// Its rows, the pressed one first; none where it was opened beside all rows.
  public var paths: [ListPath]
  /// Where the list was pressed, in its content.
  public let location: ListPoint
  /// What is lifted; nil where its rows are not in view.
  public internal(set) var preview: ListTargetedPreview?

  init(_ menu: ListContextMenu, paths: [ListPath], location: ListPoint) {
    self.menu = menu
    self.paths = paths
    self.location = location
  }
}
