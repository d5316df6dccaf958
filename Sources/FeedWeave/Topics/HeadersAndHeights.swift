public import Interception
public import ListModel
import Placement

/// Provides the heights of inserted rows, and the headers and footers of inserted sections.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverHeightDelegate: AnyObject {
  /// Returns the height of any section's header, instead of its owner; nil to ask the owner.
  func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double?
  /// Returns an inserted row's height; nil for the list's row height.
  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double?
  /// Returns an inserted row's estimated height, used until the row comes into view; nil for the list's estimate.
  func weaver(_ weaver: ListWeaver, estimatedHeightForRowAt path: FeedPath) -> Double?
  /// Returns the estimated height of an inserted section's header; nil to measure it at once.
  func weaver(_ weaver: ListWeaver, estimatedHeightForHeaderInSection section: Int) -> Double?
  /// Returns the estimated height of an inserted section's footer; nil to measure it at once.
  func weaver(_ weaver: ListWeaver, estimatedHeightForFooterInSection section: Int) -> Double?
  /// Returns the height of an inserted section's footer; nil for the list's.
  func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double?
  /// Returns the header view of an inserted section; nil for one that shows its title, if it has one.
  func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell?
  /// Returns the footer view of an inserted section; nil for one that shows its title, if it has one.
  func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell?
}

extension WeaverHeightDelegate {
  /// Returns nil, to ask the section's owner.
  public func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Returns nil, for the list's own behavior.
  public func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { nil }
  /// Returns nil, for the list's own behavior.
  public func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double? { nil }
  /// Returns nil, for the list's own behavior.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForRowAt path: FeedPath) -> Double? { nil }
  /// Returns nil, to measure it at once.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForHeaderInSection section: Int) -> Double? { nil }
  /// Returns nil, to measure it at once.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForFooterInSection section: Int) -> Double? { nil }
  /// Returns nil, for a header that shows the title.
  public func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Returns nil, for a footer that shows the title.
  public func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell? { nil }
}

// MARK: - Height messages

/// Questions for the delegate of a row or a section about heights and views.
extension ListWeaver {
  /// Asks a row's owner for its height.
  public static let heightForRow = RowMessage<Double?>(
    "list(_:heightForRowAt:)", { $0.list($1, heightForRowAt: $2) }, insertion: { $0.weaver($1, heightForRowAt: $2) })

  /// Asks a row's owner for its estimated height.
  public static let estimatedHeightForRow = RowMessage<Double?>(
    "list(_:estimatedHeightForRowAt:)", { $0.list($1, estimatedHeightForRowAt: $2) },
    insertion: { $0.weaver($1, estimatedHeightForRowAt: $2) })
}

// MARK: - Router

/// Methods of `ListDelegate` about the heights of rows.
extension ProviderRouter {
  func list(_: ListView, heightForRowAt path: ListPath) -> Double? { ask(ListWeaver.heightForRow, path, else: nil) }

  func list(_: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    ask(ListWeaver.estimatedHeightForRow, path, else: nil)
  }
}

// MARK: - Headers and footers

/// Questions about headers and footers: titles, heights, estimates and views.
extension ListWeaver {
  /// Asks a section's owner for the title of its header.
  public static let titleForHeader = SectionMessage<String?>(
    "list(_:titleForHeaderInSection:)", asking: DataSources.self, { $0.list($1, titleForHeaderInSection: $2) },
    insertion: { $0.weaver($1, titleForHeaderInSection: $2) })

  /// Asks a section's owner for the title of its footer.
  public static let titleForFooter = SectionMessage<String?>(
    "list(_:titleForFooterInSection:)", asking: DataSources.self, { $0.list($1, titleForFooterInSection: $2) },
    insertion: { $0.weaver($1, titleForFooterInSection: $2) })

  /// Asks the inserted provider for the height of any header, and the section's owner if that returns nil.
  public static let heightForHeader = SectionMessage<Double?>("list(_:heightForHeaderInSection:)") { weaver, section in
    let asked = weaver.inFeedSpace { weaver.delegate?.weaver(weaver, heightForHeaderInSection: section.section) }
    if asked != nil, section.userSection != nil { weaver.inserted.givesHeaderHeights = true }
    return asked
      ?? weaver.ask(section, { $0.list($1, heightForHeaderInSection: $2) }, insertion: { _, _, _ in nil })
  }

  /// Asks a section's owner for the height of its footer.
  public static let heightForFooter = SectionMessage<Double?>(
    "list(_:heightForFooterInSection:)", { $0.list($1, heightForFooterInSection: $2) },
    insertion: { $0.weaver($1, heightForFooterInSection: $2) })

  /// Asks a section's owner for the estimated height of its header.
  public static let estimatedHeightForHeader = SectionMessage<Double?>(
    "list(_:estimatedHeightForHeaderInSection:)", { $0.list($1, estimatedHeightForHeaderInSection: $2) },
    insertion: { $0.weaver($1, estimatedHeightForHeaderInSection: $2) })

  /// Asks a section's owner for the estimated height of its footer.
  public static let estimatedHeightForFooter = SectionMessage<Double?>(
    "list(_:estimatedHeightForFooterInSection:)", { $0.list($1, estimatedHeightForFooterInSection: $2) },
    insertion: { $0.weaver($1, estimatedHeightForFooterInSection: $2) })

  /// Asks a section's owner for its header.
  public static let viewForHeader = SectionMessage<ListCell?>(
    "list(_:viewForHeaderInSection:)", { $0.list($1, viewForHeaderInSection: $2) },
    insertion: { $0.weaver($1, viewForHeaderInSection: $2) })

  /// Asks a section's owner for its footer.
  public static let viewForFooter = SectionMessage<ListCell?>(
    "list(_:viewForFooterInSection:)", { $0.list($1, viewForFooterInSection: $2) },
    insertion: { $0.weaver($1, viewForFooterInSection: $2) })
}

/// Methods of `ListDataSource` and `ListDelegate` about headers and footers.
extension ProviderRouter {
  func list(_: ListView, titleForHeaderInSection section: Int) -> String? {
    ask(ListWeaver.titleForHeader, inSection: section) { $0 }
  }

  func list(_: ListView, titleForFooterInSection section: Int) -> String? {
    ask(ListWeaver.titleForFooter, inSection: section) { $0 }
  }

  func list(_: ListView, heightForHeaderInSection section: Int) -> Double? {
    ask(ListWeaver.heightForHeader, inSection: section) { $0 }
  }

  func list(_: ListView, heightForFooterInSection section: Int) -> Double? {
    ask(ListWeaver.heightForFooter, inSection: section) { $0 }
  }

  func list(_: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? {
    ask(ListWeaver.estimatedHeightForHeader, inSection: section) { $0 }
  }

  func list(_: ListView, estimatedHeightForFooterInSection section: Int) -> Double? {
    ask(ListWeaver.estimatedHeightForFooter, inSection: section) { $0 }
  }

  func list(_: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    ask(ListWeaver.viewForHeader, inSection: section) { $0 }
  }

  func list(_: ListView, viewForFooterInSection section: Int) -> ListCell? {
    ask(ListWeaver.viewForFooter, inSection: section) { $0 }
  }
}

// MARK: - Rectangles

extension WovenClass {
  /// Overrides geometry: rectangles are the feed's, rows and sections are in content coordinates.
  static func overrideRectangles(in woven: ClassObject) throws(AspectError) {
    for message in [ListView.rectForSection, ListView.rectForHeader, ListView.rectForFooter] {
      try translate(message, in: woven) { weaver, call in
        weaver.callSuper(call, about: .section(call.arguments)) { $0.section }
      }
    }
    try translate(ListView.rectForRow, in: woven) { weaver, call in
      weaver.callSuper(call, about: .row(call.arguments)) { $0 }
    }
    try translate(ListView.indexPathForRowAtPoint, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments).flatMap { weaver.userPath($0) }
    }
    try translate(ListView.indexPathsForRows, in: woven) { weaver, call in
      let rows = weaver.callSuper(call, call.arguments)
      return weaver.feed.shown.contentPaths(rows)
    }
  }
}

extension ListPath {
  /// A path of no row, used as the translation of a row that does not exist, so that the list handles it.
  static let invalid = ListPath(row: -1, section: -1)
}
