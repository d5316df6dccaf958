public import Interception
public import ListModel
public import Placement

/// Gives what inserted rows and sections show; speaks of the feed as the list shows it.
public protocol WeaverDataSource:
  WeaverEditingDataSource, WeaverSupplementaryDataSource, WeaverPrefetchDataSource
{
  /// The list is about to load, and the content has so many rows in each of its sections: the time to ask for insertions.
  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int])
  /// The content has changed by an update of its own, which numbers it as the content side does; not told of reloads.
  func weaver(_ weaver: ListWeaver, didUpdate content: ContentUpdate)
  /// The feed has changed, and is now what ``ListWeaver/map`` says: told of every change, in the order in which they were made.
  func weaver(_ weaver: ListWeaver, didChange change: FeedChange)
  /// Inserted rows were dropped, because the section of the content that they stood in was deleted; they are not asked for any
  /// more.
  func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int])
  /// The section of the content that these pinned rows stood in was deleted: each keeps its position, in whatever section is there
  /// now, or waits until there is one.
  func weaver(_ weaver: ListWeaver, didDeleteSectionOfRows numbers: [Int])
  /// The cell of an inserted row; asked when the row comes into view.
  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell
  /// The title of an inserted section's header; nil for none.
  func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String?
  /// The title of an inserted section's footer; nil for none.
  func weaver(_ weaver: ListWeaver, titleForFooterInSection section: Int) -> String?
  /// What an inserted row shows; nil where that is not said.
  func weaver(_ weaver: ListWeaver, modelForRowAt path: FeedPath) -> Any?
}

extension WeaverDataSource {
  /// Asks for nothing more.
  public func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didChange change: FeedChange) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didUpdate content: ContentUpdate) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int]) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDeleteSectionOfRows numbers: [Int]) {}
  /// No title.
  public func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String? { nil }
  /// No title.
  public func weaver(_ weaver: ListWeaver, titleForFooterInSection section: Int) -> String? { nil }
  /// Not said.
  public func weaver(_ weaver: ListWeaver, modelForRowAt path: FeedPath) -> Any? { nil }
}

// MARK: - Data source messages

/// What the data source of a row or a section is asked.
extension ListWeaver {
  /// Asks a row's owner for its cell.
  public static let cellForRow = RowMessage<ListCell?>("list(_:cellForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.dataSource?.list($0, cellForRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, cellForRowAt: $0) })
  }

  /// Asks a row's owner what it shows.
  public static let modelForRow = RowMessage<Any?>("list(_:modelForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.dataSource?.list($0, modelForRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, modelForRowAt: $0) })
  }

  /// Asks a section's owner for the title of its header.
  public static let titleForHeader = SectionMessage<String?>("list(_:titleForHeaderInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.content.dataSource?.list($0, titleForHeaderInSection: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, titleForHeaderInSection: $0) })
  }

  /// Asks a section's owner for the title of its footer.
  public static let titleForFooter = SectionMessage<String?>("list(_:titleForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.content.dataSource?.list($0, titleForFooterInSection: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, titleForFooterInSection: $0) })
  }
}

// MARK: - Visible

extension WovenClass {
  /// Of what is in view, the content side sees its own.
  static func overrideVisible(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.cellForRow, in: woven) { weaver, call in
      weaver.callSuper(call, about: .row(call.arguments)) { $0 }
    }
    try translate(ListView.visibleCells, in: woven) { weaver, call in
      weaver.callSuper(call, ()).filter { !weaver.showsInsertion($0) }
    }
    try translate(ListView.indexPathsForVisibleRows, in: woven) { weaver, call in
      weaver.callSuper(call, ()).compactMap { weaver.userPath($0) }
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
    try translate(ListView.dequeueReusableCell, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
  }
}

extension ListWeaver {
  /// Whether a cell in view is an insertion's.
  func showsInsertion(_ cell: ListCell) -> Bool {
    display.rows[cell]?.owner.isInsertion ?? false
  }
}
