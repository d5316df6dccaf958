public import Interception
public import ListModel
import Placement

/// Receives the display of every row, and of the headers and footers of inserted sections.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverDisplayDelegate: AnyObject {
  /// A row of any owner is about to be displayed.
  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// A row is no longer displayed; `owner` is its owner when it came into view.
  func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// The header of an inserted section is about to be displayed.
  func weaver(_ weaver: ListWeaver, willDisplayHeaderView view: ListCell, forSection section: Int)
  /// The footer of an inserted section is about to be displayed.
  func weaver(_ weaver: ListWeaver, willDisplayFooterView view: ListCell, forSection section: Int)
  /// The header of an inserted section is no longer displayed.
  func weaver(_ weaver: ListWeaver, didEndDisplayingHeaderView view: ListCell, forSection section: Int)
  /// The footer of an inserted section is no longer displayed.
  func weaver(_ weaver: ListWeaver, didEndDisplayingFooterView view: ListCell, forSection section: Int)
}

extension WeaverDisplayDelegate {
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {}
  /// Does nothing.
  public func weaver(_: ListWeaver, didEndDisplaying _: ListCell, forRowAt _: FeedPath, of _: RowOwner) {}
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

/// Notifications about the display of rows, headers and footers.
extension ListWeaver {
  /// Notifies the content provider that a row of its own is about to be displayed, and the inserted provider of any
  /// row.
  public static let willDisplayRow = RowDisplayMessage("list(_:willDisplay:forRowAt:)") { weaver, shown in
    let cell = shown.cell
    var row = shown.row
    if case .content(let user) = row.owner, let list = weaver.list, let delegate = weaver.content.delegate {
      let before = (list.loads, list.updateCount)
      weaver.inUserSpace { delegate.list(list, willDisplay: cell, forRowAt: ListPath(user)) }
      // The content provider may have changed the list, so that the row has another position now.
      if before != (list.loads, list.updateCount), let path = list.shownPath(of: cell) {
        row = weaver.ownedRow(at: path) ?? row
      }
    }
    // The content provider may have ended the display already, for example by a reload; then there is nothing to
    // report.
    guard weaver.display.rows[cell]?.report() ?? false else { return }
    weaver.inFeedSpace { weaver.delegate?.weaver(weaver, willDisplay: cell, forRowAt: row.path, of: row.owner) }
  }

  /// Notifies the content provider that a row of its own is no longer displayed, and the inserted provider of any row.
  ///
  /// The owner is the one that the row had when it came into view.
  public static let didEndDisplayingRow = RowDisplayMessage("list(_:didEndDisplaying:forRowAt:)") { weaver, shown in
    let (row, cell) = shown
    guard let displayed = weaver.display.rows.remove(cell) else { return }
    if case .content(let former) = row.owner, let list = weaver.listOfEndingDisplays,
      let delegate = weaver.content.delegate
    {
      // Rows may have been inserted or deleted above it since, so use its last known position, or else that when it
      // came into view.
      let user = weaver.mapOfEndingDisplays().userPath(for: row.path).map { ListPath($0) } ?? ListPath(former)
      weaver.inUserSpace { delegate.list(list, didEndDisplaying: cell, forRowAt: user) }
    }
    guard displayed.isReported else { return }
    weaver.inFeedSpace { weaver.delegate?.weaver(weaver, didEndDisplaying: cell, forRowAt: row.path, of: row.owner) }
  }

  /// The message that the list has laid out its rows, sent after each layout.
  ///
  /// It is not among the weaver's messages, since no provider receives it: it is for aspects that measure what is in
  /// view.
  package static let didLayOut: Message<ListWeaver, Void, Void> = Message("weaverDidLayOut(_:)") { _, _ in }

  /// Notifies a section's owner that its header is about to be displayed.
  public static let willDisplayHeader = SectionDisplayMessage("list(_:willDisplayHeaderView:forSection:)") {
    weaver, call in
    weaver.ask(
      call.section, { $0.list($1, willDisplayHeaderView: call.view, forSection: $2) },
      insertion: { $0.weaver($1, willDisplayHeaderView: call.view, forSection: $2) })
  }

  /// Notifies a section's owner that its footer is about to be displayed.
  public static let willDisplayFooter = SectionDisplayMessage("list(_:willDisplayFooterView:forSection:)") {
    weaver, call in
    weaver.ask(
      call.section, { $0.list($1, willDisplayFooterView: call.view, forSection: $2) },
      insertion: { $0.weaver($1, willDisplayFooterView: call.view, forSection: $2) })
  }

  /// Notifies a section's owner that its header is no longer displayed.
  public static let didEndDisplayingHeader = SectionDisplayMessage("list(_:didEndDisplayingHeaderView:forSection:)") {
    weaver, call in
    weaver.ask(
      call.section, { $0.list($1, didEndDisplayingHeaderView: call.view, forSection: $2) },
      insertion: { $0.weaver($1, didEndDisplayingHeaderView: call.view, forSection: $2) })
  }

  /// Notifies a section's owner that its footer is no longer displayed.
  public static let didEndDisplayingFooter = SectionDisplayMessage("list(_:didEndDisplayingFooterView:forSection:)") {
    weaver, call in
    weaver.ask(
      call.section, { $0.list($1, didEndDisplayingFooterView: call.view, forSection: $2) },
      insertion: { $0.weaver($1, didEndDisplayingFooterView: call.view, forSection: $2) })
  }
}

// MARK: - Router

/// Methods of `ListDelegate` about display.
extension ProviderRouter {
  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.display.rows[cell] = DisplayedRow(owner: row.owner)
    weaver.send(ListWeaver.willDisplayRow, (row: row, cell: cell))
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    let weaver = weaver
    guard let displayed = weaver.display.rows[cell] else { return }
    // Before a provider is notified that may change the list.
    _ = weaver.mapOfEndingDisplays()
    weaver.send(ListWeaver.didEndDisplayingRow, (row: OwnedRow(FeedPath(path), of: displayed.owner), cell: cell))
  }

  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    begin(ListWeaver.willDisplayHeader, view, section)
  }

  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {
    begin(ListWeaver.willDisplayFooter, view, section)
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    end(ListWeaver.didEndDisplayingHeader, view, section)
  }

  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    end(ListWeaver.didEndDisplayingFooter, view, section)
  }

  /// Reports that a header or footer is about to be displayed.
  private func begin(_ message: ListWeaver.SectionDisplayMessage, _ view: ListCell, _ section: Int) {
    let weaver = weaver
    guard let section = weaver.feed.shown.ownedSection(section) else { return }
    weaver.display.edges[view] = section
    weaver.send(message, (section: section, view: view))
  }

  /// Reports the end of a header or footer to its owner, even if a callback has deleted its section meanwhile.
  private func end(_ message: ListWeaver.SectionDisplayMessage, _ view: ListCell, _ section: Int) {
    let weaver = weaver
    guard let shown = weaver.display.edges.remove(view) else { return }
    weaver.send(message, (section: weaver.section(shown, endingAt: section), view: view))
  }
}
