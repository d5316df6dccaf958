/// Says where a row that is dragged may go.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list. Targets are where the row
/// stands when it has been taken out and put in again; an answer that is no such place leaves the row where it would go so far.
public protocol ListMovementDelegate: AnyObject {
  /// Where a row goes that a person holds over a place; there, unless said otherwise.
  func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath
  /// The same, told in addition where the row would go so far; what the method without that answers, unless said otherwise.
  func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath
}

extension ListMovementDelegate {
  /// There.
  public func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath { proposed }
  /// What the method without the current target answers.
  public func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    self.list(list, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: proposed)
  }
}
