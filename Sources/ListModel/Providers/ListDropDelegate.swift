/// Takes what is dropped on a list.
///
/// What is optional in UIKit has a default here that says so. It lives where its list does, so that it need not be Sendable.
public protocol ListDropDelegate: AnyObject {
  /// Whether the list can take what is dragged; yes, unless said otherwise. If it cannot, nothing more is told of the session.
  func list(_ list: ListView, canHandle session: ListDropSession) -> Bool
  /// What is dragged has come over the list.
  func list(_ list: ListView, dropSessionDidEnter session: ListDropSession)
  /// What would be done with what is dragged at its place; a copy, unless said otherwise.
  ///
  /// At the end of a section the path is that of a row that is not there, below all sections nil.
  func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal
  /// Takes what is dropped.
  func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator)
  /// What is dragged has left the list.
  func list(_ list: ListView, dropSessionDidExit session: ListDropSession)
  /// The drag is over, however it ended.
  func list(_ list: ListView, dropSessionDidEnd session: ListDropSession)
  /// Which part of the row at which something lands is shown on the way; nil for all of its cell.
  func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters?
}

extension ListDropDelegate {
  /// Yes.
  public func list(_ list: ListView, canHandle session: ListDropSession) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidEnter session: ListDropSession) {}
  /// A copy.
  public func list(
    _ list: ListView, dropSessionDidUpdate session: ListDropSession, withDestinationIndexPath path: ListPath?
  ) -> ListDropProposal { ListDropProposal(operation: .copy) }
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidExit session: ListDropSession) {}
  /// Does nothing.
  public func list(_ list: ListView, dropSessionDidEnd session: ListDropSession) {}
  /// Leaves it to the list.
  public func list(_ list: ListView, dropPreviewParametersForRowAt path: ListPath) -> ListPreviewParameters? { nil }
}
