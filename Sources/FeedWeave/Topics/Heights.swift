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
  public static let heightForRow = RowMessage<Double?>("list(_:heightForRowAt:)") { weaver, row in
    weaver.ask(row, { $0.list($1, heightForRowAt: $2) }, insertion: { $0.weaver($1, heightForRowAt: $2) })
  }

  /// Asks a row's owner for its estimated height.
  public static let estimatedHeightForRow = RowMessage<Double?>("list(_:estimatedHeightForRowAt:)") { weaver, row in
    weaver.ask(
      row, { $0.list($1, estimatedHeightForRowAt: $2) }, insertion: { $0.weaver($1, estimatedHeightForRowAt: $2) })
  }
}

// MARK: - Router

/// Methods of `ListDelegate` about the heights of rows.
extension ProviderRouter {
  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { send(ListWeaver.heightForRow, path) }

  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    send(ListWeaver.estimatedHeightForRow, path)
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
      weaver.callSuper(call, call.arguments).compactMap { weaver.userPath($0) }
    }
  }
}

extension ListPath {
  /// A path of no row, used as the translation of a row that does not exist, so that the list handles it.
  static let invalid = ListPath(row: -1, section: -1)
}
