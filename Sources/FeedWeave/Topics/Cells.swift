public import Interception
public import ListModel
public import Placement

/// Provides the contents of inserted rows and sections, in feed coordinates.
public protocol WeaverDataSource:
  WeaverEditingDataSource, WeaverSupplementaryDataSource, WeaverPrefetchDataSource
{
  /// The list is about to load content with these row counts per section.
  ///
  /// Request insertions here.
  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int])
  /// The content has been updated, in content coordinates.
  ///
  /// Reloads are not reported here.
  func weaver(_ weaver: ListWeaver, didUpdate content: ContentUpdate)
  /// The feed has changed to the state in ``ListWeaver/map``.
  ///
  /// Every change is reported, in order.
  func weaver(_ weaver: ListWeaver, didChange change: FeedChange)
  /// Inserted rows were dropped, and are no longer requested, because their section was deleted or withdrawn.
  func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int])
  /// The content section of these pinned rows was deleted.
  ///
  /// Each keeps its position, in the section that is there now, or waits until there is one.
  func weaver(_ weaver: ListWeaver, didDeleteSectionOfRows numbers: [Int])
  /// Returns the cell of an inserted row, when the row comes into view.
  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell
  /// Returns the title of an inserted section's header; nil for none.
  func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String?
  /// Returns the title of an inserted section's footer; nil for none.
  func weaver(_ weaver: ListWeaver, titleForFooterInSection section: Int) -> String?
  /// Returns the model of an inserted row; nil for none.
  func weaver(_ weaver: ListWeaver, modelForRowAt path: FeedPath) -> Any?
}

extension WeaverDataSource {
  /// Requests no insertions.
  public func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didChange change: FeedChange) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didUpdate content: ContentUpdate) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int]) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDeleteSectionOfRows numbers: [Int]) {}
  /// Returns nil.
  public func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String? { nil }
  /// Returns nil.
  public func weaver(_ weaver: ListWeaver, titleForFooterInSection section: Int) -> String? { nil }
  /// Returns nil.
  public func weaver(_ weaver: ListWeaver, modelForRowAt path: FeedPath) -> Any? { nil }
}

// MARK: - Data source messages

/// Questions for the data source of a row or a section.
extension ListWeaver {
  /// Asks a row's owner for its cell.
  public static let cellForRow = RowMessage<ListCell?>(
    "list(_:cellForRowAt:)", asking: DataSources.self, { $0.list($1, cellForRowAt: $2) },
    insertion: { $0.weaver($1, cellForRowAt: $2) })

  /// Asks a row's owner for its model.
  public static let modelForRow = RowMessage<Any?>(
    "list(_:modelForRowAt:)", asking: DataSources.self, { $0.list($1, modelForRowAt: $2) },
    insertion: { $0.weaver($1, modelForRowAt: $2) })

}

// MARK: - Router

/// Methods of `ListDataSource` about rows.
extension ProviderRouter {
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    ask(ListWeaver.cellForRow, path, else: nil) ?? ListCell(reuseIdentifier: nil)
  }

  func list(_: ListView, modelForRowAt path: ListPath) -> Any? { ask(ListWeaver.modelForRow, path, else: nil) }
}

// MARK: - Visible

extension WovenClass {
  /// Overrides access to what is in view: the content provider sees its own rows, sections and cells.
  static func overrideVisible(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.cellForRow, in: woven) { weaver, call in
      weaver.callSuper(call, about: .row(call.arguments)) { $0 }
    }
    try translate(ListView.visibleCells, in: woven) { weaver, call in
      weaver.callSuper(call, ()).filter { !weaver.showsInsertion($0) }
    }
    try translate(ListView.indexPathsForVisibleRows, in: woven) { weaver, call in
      let rows = weaver.callSuper(call, ())
      return weaver.feed.shown.contentPaths(rows)
    }
    try translate(ListView.indexPathForCell, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments).flatMap { weaver.userPath($0) }
    }
    for message in [ListView.headerView, ListView.footerView] {
      try translate(message, in: woven) { weaver, call in
        weaver.callSuper(call, about: .section(call.arguments)) { $0.section }
      }
    }
    try translate(ListView.dequeueReusableCellForPath, in: woven) { weaver, call in
      let path = weaver.feedPath(call.arguments.path) ?? call.arguments.path
      return weaver.callSuper(call, (identifier: call.arguments.identifier, path: path))
    }
    try runInFeedSpace(ListView.dequeueReusableCell, in: woven)
  }
}

extension ListWeaver {
  /// Returns whether a cell in view is an insertion's.
  func showsInsertion(_ cell: ListCell) -> Bool {
    display.rows[cell]?.owner.isInsertion ?? false
  }
}
