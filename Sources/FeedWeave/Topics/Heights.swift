public import Interception
public import ListModel
import Placement

/// Says how high inserted rows are, and what heads and ends inserted sections.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverHeightDelegate: AnyObject {
  /// A header's height, of any section, in place of what its owner says; nil to leave it to that.
  func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double?
  /// An inserted row's height; nil for the list's row height.
  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double?
  /// What an inserted row's height is taken to be until it comes into view; nil for the list's estimate.
  func weaver(_ weaver: ListWeaver, estimatedHeightForRowAt path: FeedPath) -> Double?
  /// What the height of an inserted section's header is taken to be; nil to have it measured at once.
  func weaver(_ weaver: ListWeaver, estimatedHeightForHeaderInSection section: Int) -> Double?
  /// What the height of an inserted section's footer is taken to be; nil to have it measured at once.
  func weaver(_ weaver: ListWeaver, estimatedHeightForFooterInSection section: Int) -> Double?
  /// The height of an inserted section's footer; nil for the list's.
  func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double?
  /// The header of an inserted section; nil for one that shows its title, if it has any.
  func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell?
  /// The footer of an inserted section; nil for one that shows its title, if it has any.
  func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell?
}

extension WeaverHeightDelegate {
  /// Leaves it to the section's owner.
  public func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForRowAt path: FeedPath) -> Double? { nil }
  /// Has it measured.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForHeaderInSection section: Int) -> Double? { nil }
  /// Has it measured.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the title.
  public func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Leaves it to the title.
  public func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell? { nil }
}

// MARK: - Height messages

/// What the delegate of a row or a section is asked about heights and views.
extension ListWeaver {
  /// Asks a row's owner for its height.
  public static let heightForRow = RowMessage<Double?>("list(_:heightForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, heightForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, heightForRowAt: $0) })
  }

  /// Asks the insertions' side for the height of any header, and a section's owner where that leaves it open.
  public static let heightForHeader = SectionMessage<Double?>("list(_:heightForHeaderInSection:)") { weaver, section in
    let asked = weaver.inFeedSpace { weaver.delegate?.weaver(weaver, heightForHeaderInSection: section.section) }
    if asked != nil, section.userSection != nil { weaver.givesHeaderHeights = true }
    return asked
      ?? weaver.ask(
        section, content: { weaver.content.delegate?.list($0, heightForHeaderInSection: $1) }, insertion: { _ in nil })
  }

  /// Asks a section's owner for the height of its footer.
  public static let heightForFooter = SectionMessage<Double?>("list(_:heightForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.content.delegate?.list($0, heightForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, heightForFooterInSection: $0) })
  }

  /// Asks a row's owner for its estimated height.
  public static let estimatedHeightForRow = RowMessage<Double?>("list(_:estimatedHeightForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.content.delegate?.list($0, estimatedHeightForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, estimatedHeightForRowAt: $0) })
  }

  /// Asks a section's owner for the estimated height of its header.
  public static let estimatedHeightForHeader = SectionMessage<Double?>(
    "list(_:estimatedHeightForHeaderInSection:)"
  ) { weaver, section in
    weaver.ask(
      section, content: { weaver.content.delegate?.list($0, estimatedHeightForHeaderInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, estimatedHeightForHeaderInSection: $0) })
  }

  /// Asks a section's owner for the estimated height of its footer.
  public static let estimatedHeightForFooter = SectionMessage<Double?>(
    "list(_:estimatedHeightForFooterInSection:)"
  ) { weaver, section in
    weaver.ask(
      section, content: { weaver.content.delegate?.list($0, estimatedHeightForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, estimatedHeightForFooterInSection: $0) })
  }

  /// Asks a section's owner for its header.
  public static let viewForHeader = SectionMessage<ListCell?>("list(_:viewForHeaderInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.content.delegate?.list($0, viewForHeaderInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, viewForHeaderInSection: $0) })
  }

  /// Asks a section's owner for its footer.
  public static let viewForFooter = SectionMessage<ListCell?>("list(_:viewForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.content.delegate?.list($0, viewForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, viewForFooterInSection: $0) })
  }
}

// MARK: - Rectangles

extension WovenClass {
  /// Rectangles are the feed's, since there is one content; rows and sections are named as the content side knows them.
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
  /// A row that no list has; what a row that does not exist is translated to, so that the list answers for it.
  static let nowhere = ListPath(row: -1, section: -1)
}
