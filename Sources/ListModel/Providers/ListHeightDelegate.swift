/// Says how high the parts of a list are, and what heads and ends its sections.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListHeightDelegate: AnyObject {
  /// A row's height; nil for the list's row height.
  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double?
  /// A header's height; nil for the list's, or the one that its view or title asks for.
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double?
  /// A footer's height; nil for the list's, or the one that its view or title asks for.
  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double?
  /// What a row's height is taken to be until it comes into view; nil for the list's estimate.
  ///
  /// Not asked for every row: for those within a viewport's height of what is in view, and for a row that is asked about or
  /// scrolled to, each once until heights are forgotten. Not asked at all where the list has a row height.
  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double?
  /// What a header's height is taken to be until it comes into view, asked when the list is loaded; nil to have it measured then.
  func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double?
  /// What a footer's height is taken to be until it comes into view, asked when the list is loaded; nil to have it measured then.
  func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double?
  /// A section's header; nil for one that shows the data source's title, if it has any.
  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell?
  /// A section's footer; nil for one that shows the data source's title, if it has any.
  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell?
}

extension ListHeightDelegate {
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? { nil }
  /// Has it measured.
  public func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? { nil }
  /// Has it measured.
  public func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the title.
  public func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Leaves it to the title.
  public func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? { nil }
}
