/// Gives the views that a layout shows beside rows.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListSupplementaryDataSource: AnyObject {
  /// The view of an element of a layout, which must be shown for no other; nil for none.
  ///
  /// The path is that of the row, or for a header, a footer or what else belongs to a section that of row 0 in it, whether the
  /// section has such a row or not. Headers and footers, which have the kinds of ``ListElementKind``, are asked for where the layout is
  /// no table, they have been given a height, and the delegate gives no view.
  func list(_ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath) -> ListCell?
}

extension ListSupplementaryDataSource {
  /// None.
  public func list(
    _ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath
  ) -> ListCell? { nil }
}
