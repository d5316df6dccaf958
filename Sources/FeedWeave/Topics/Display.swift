public import Interception
public import ListModel
import Placement

/// Hears of the display of every row, and of the headers and footers of inserted sections.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverDisplayDelegate: AnyObject {
  /// A row is about to be shown, whosever it is.
  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// A row is out of sight; the owner is whose it was when it came into view.
  func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// The header of an inserted section is about to be shown.
  func weaver(_ weaver: ListWeaver, willDisplayHeaderView view: ListCell, forSection section: Int)
  /// The footer of an inserted section is about to be shown.
  func weaver(_ weaver: ListWeaver, willDisplayFooterView view: ListCell, forSection section: Int)
  /// The header of an inserted section is out of sight.
  func weaver(_ weaver: ListWeaver, didEndDisplayingHeaderView view: ListCell, forSection section: Int)
  /// The footer of an inserted section is out of sight.
  func weaver(_ weaver: ListWeaver, didEndDisplayingFooterView view: ListCell, forSection section: Int)
}

extension WeaverDisplayDelegate {
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {}
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner
  ) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplayHeaderView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplayFooterView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didEndDisplayingFooterView view: ListCell, forSection section: Int) {}
}

// MARK: - Display messages

/// What is told of the display of rows, headers and footers.
extension ListWeaver {
  /// Tells the content side that a row of its own is about to be shown, and the insertions' side of any row.
  public static let willDisplayRow = RowDisplayMessage("list(_:willDisplay:forRowAt:)") { weaver, shown in
    let cell = shown.cell
    var row = shown.row
    if case .content(let user) = row.owner, let list = weaver.list {
      let before = (list.loads, list.updateCount)
      weaver.inUserSpace { weaver.content.delegate?.list(list, willDisplay: cell, forRowAt: ListPath(user)) }
      // The content side may have changed the list, and the row be elsewhere now.
      if before != (list.loads, list.updateCount), let path = list.shownPath(of: cell) {
        row = weaver.ownedRow(at: path) ?? row
      }
    }
    // The content side may have ended the display at once, by a reload for one; then there is nothing to report.
    guard weaver.display.rows[cell]?.report() ?? false else { return }
    weaver.inFeedSpace { weaver.delegate?.weaver(weaver, willDisplay: cell, forRowAt: row.path, of: row.owner) }
  }

  /// Tells the content side that a row of its own is out of sight, and the insertions' side of any row.
  ///
  /// The owner is whose the row was when it came into view.
  public static let didEndDisplayingRow = RowDisplayMessage("list(_:didEndDisplaying:forRowAt:)") { weaver, shown in
    let (row, cell) = shown
    guard let displayed = weaver.display.rows.remove(cell) else { return }
    if case .content(let former) = row.owner, let list = weaver.listOfEnds {
      // Rows may have come or gone above it since: the place it was known under last, or else the one it was shown at.
      let user = weaver.endingMap().userPath(for: row.path).map { ListPath($0) } ?? ListPath(former)
      weaver.inUserSpace { weaver.content.delegate?.list(list, didEndDisplaying: cell, forRowAt: user) }
    }
    guard displayed.isReported else { return }
    weaver.inFeedSpace { weaver.delegate?.weaver(weaver, didEndDisplaying: cell, forRowAt: row.path, of: row.owner) }
  }

  /// The message that what is in view stands where it does, sent after each layout of the list.
  ///
  /// It is not among the weaver's messages, since neither side is asked or told anything: it is for aspects that measure.
  package static let didLayOut: Message<ListWeaver, Void, Void> = Message("weaverDidLayOut(_:)") { _, _ in }

  /// Tells a section's owner that its header is about to be shown.
  public static let willDisplayHeader = SectionDisplayMessage("list(_:willDisplayHeaderView:forSection:)") {
    weaver, shown in
    weaver.ask(
      shown.section,
      content: { weaver.content.delegate?.list($0, willDisplayHeaderView: shown.view, forSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, willDisplayHeaderView: shown.view, forSection: $0) })
  }

  /// Tells a section's owner that its footer is about to be shown.
  public static let willDisplayFooter = SectionDisplayMessage("list(_:willDisplayFooterView:forSection:)") {
    weaver, shown in
    weaver.ask(
      shown.section,
      content: { weaver.content.delegate?.list($0, willDisplayFooterView: shown.view, forSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, willDisplayFooterView: shown.view, forSection: $0) })
  }

  /// Tells a section's owner that its header is out of sight.
  public static let didEndDisplayingHeader = SectionDisplayMessage("list(_:didEndDisplayingHeaderView:forSection:)") {
    weaver, shown in
    weaver.ask(
      shown.section,
      content: { weaver.content.delegate?.list($0, didEndDisplayingHeaderView: shown.view, forSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, didEndDisplayingHeaderView: shown.view, forSection: $0) })
  }

  /// Tells a section's owner that its footer is out of sight.
  public static let didEndDisplayingFooter = SectionDisplayMessage("list(_:didEndDisplayingFooterView:forSection:)") {
    weaver, shown in
    weaver.ask(
      shown.section,
      content: { weaver.content.delegate?.list($0, didEndDisplayingFooterView: shown.view, forSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, didEndDisplayingFooterView: shown.view, forSection: $0) })
  }
}
