public import Interception

/// Coming onto a screen and leaving it, for whoever starts and stops what only matters while the list can be seen.
extension ListView {
  /// The message that a screen is about to show the list, or that none is any more.
  public static let willMoveToScreen = Message<ListView, AnyObject?, Void>("willMove(toScreen:)") { _, _ in }

  /// The message that a screen shows the list, or that none does; see ``screen``.
  public static let didMoveToScreen = Message<ListView, Void, Void>("didMoveToScreen()") { _, _ in }

  /// Who shows the list; nil as long as nobody has said so.
  public final var screen: AnyObject? { shownBy }
}

extension ListDisplay {
  /// Says that a screen shows the list, or that none does, in which case menus and drags end.
  public func move(to screen: AnyObject?) {
    list.asList {
      list.send(ListView.willMoveToScreen, screen)
      if screen == nil {
        list.dismissMenu()
        list.dragLeaves()
        list.dragging.drag?.end()
      }
      list.shownBy = screen
      list.send(ListView.didMoveToScreen)
    }
  }
}
