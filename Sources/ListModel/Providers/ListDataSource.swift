/// Says what stands in a list: how many sections and rows, and the cell of each row.
///
/// What is optional in UIKit has a default here that says so, and the list then does as UIKit does. It lives where its list
/// does, so that it need not be Sendable.
public protocol ListDataSource: ListEditingDataSource, ListIndexDataSource, ListSupplementaryDataSource {
  /// The number of sections; one, unless said otherwise; less than none counts as none.
  func numberOfSections(in list: ListView) -> Int
  /// The number of rows of a section; less than none counts as none.
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int
  /// The cell of a row, which must be shown for no other; asked when the row comes into view.
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell
  /// The title of a section's header; nil for none.
  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String?
  /// The title of a section's footer; nil for none.
  func list(_ list: ListView, titleForFooterInSection section: Int) -> String?
  /// What a row shows, for whoever lists the rows with their models; nil where the owner does not say.
  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any?
}

extension ListDataSource {
  /// One section.
  public func numberOfSections(in list: ListView) -> Int { 1 }
  /// No title.
  public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { nil }
  /// No title.
  public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? { nil }
  /// Not said.
  public func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? { nil }
}
