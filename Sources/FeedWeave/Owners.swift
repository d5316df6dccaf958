public import Interception
public import ListModel
import Placement

/// What a woven list asks and tells is a message of its weaver, so that anybody can hook who answers what.
///
/// The arguments hold both sides: the row or section as the list names it, and its owner with the place in the owner's own
/// coordinates. Advice that changes them has another owner asked, or about another row.
extension ListWeaver {
  /// A message about a row.
  public typealias RowMessage<Answer> = Message<ListWeaver, OwnedRow, Answer>
  /// A message about a section.
  public typealias SectionMessage<Answer> = Message<ListWeaver, OwnedSection, Answer>
  /// A message about a row whose cell is shown.
  public typealias RowDisplayMessage = Message<ListWeaver, (row: OwnedRow, cell: ListCell), Void>
  /// A message about a section whose header or footer is shown.
  public typealias SectionDisplayMessage = Message<ListWeaver, (section: OwnedSection, view: ListCell), Void>

  /// Every message of a weaver, area by area, so that hooks by name find it.
  static let allMessages: MessageList =
    countMessages + dataSourceMessages + heightMessages + displayMessages + selectionMessages + interactionMessages
    + editingMessages + swipeMessages + movementMessages + prefetchingMessages + focusMessages + menuMessages
    + openMenuMessages + dragMessages + dropMessages + scrollMessages + indexMessages + layoutMessages + elementMessages

  static let countMessages: MessageList = [
    contentCounts, willLoad, didChange, didUpdateContent, didDropRows, didDeleteSectionOfRows, numberOfSections,
    numberOfRows,
  ]

  static let dataSourceMessages: MessageList = [cellForRow, modelForRow, titleForHeader, titleForFooter]

  static let heightMessages: MessageList = [
    heightForRow, heightForHeader, heightForFooter, viewForHeader, viewForFooter,
    estimatedHeightForRow, estimatedHeightForHeader, estimatedHeightForFooter,
  ]

  static let displayMessages: MessageList = [
    willDisplayRow, didEndDisplayingRow,
    willDisplayHeader, willDisplayFooter, didEndDisplayingHeader, didEndDisplayingFooter,
  ]

  static let selectionMessages: MessageList = [
    shouldHighlightRow, didHighlightRow, didUnhighlightRow,
    willSelectRow, willDeselectRow, didSelectRow, didDeselectRow,
  ]

  static let interactionMessages: MessageList = [
    canPerformPrimaryActionForRow, performPrimaryActionForRow,
    shouldBeginMultipleSelection, didBeginMultipleSelection, didEndMultipleSelection,
  ]

  static let editingMessages: MessageList = [
    canEditRow, commitEditing, editingStyleForRow, titleForDeleteConfirmation, shouldIndentWhileEditingRow,
    indentationLevelForRow, accessoryButtonTapped,
  ]

  static let swipeMessages: MessageList = [
    willBeginEditingRow, didEndEditingRow, leadingSwipeActions, trailingSwipeActions, editActions,
  ]

  static let movementMessages: MessageList = [canMoveRow, targetForMove, moveRow]

  static let prefetchingMessages: MessageList = [prefetchRows, cancelPrefetchingForRows]

  static let focusMessages: MessageList = [
    canFocusRow, preferredFocusedRow, shouldUpdateFocus, didUpdateFocus, selectionFollowsFocusForRow,
  ]

  static let menuMessages: MessageList = [
    shouldShowMenuForRow, canPerformActionForRow, performActionForRow, contextMenuForRows, shouldSpringLoadRow,
    sceneActivationForRow,
  ]

  static let openMenuMessages: MessageList = [
    highlightingPreview, dismissingPreview, willPerformPreviewAction, willDisplayContextMenu, willEndContextMenu,
  ]

  static let dragMessages: MessageList = [
    itemsForBeginningDrag, itemsForAddingToDrag, dragPreviewParametersForRow, dragSessionWillBegin, dragSessionDidEnd,
    dragSessionAllowsMove, dragSessionIsRestricted,
  ]

  static let dropMessages: MessageList = [
    canHandleDrop, dropSessionDidEnter, dropSessionDidUpdate, performDrop, dropSessionDidExit, dropSessionDidEnd,
    dropPreviewParametersForRow,
  ]

  static let scrollMessages: MessageList = [
    didScroll, willBeginDragging, willEndDragging, didEndDragging, willBeginDecelerating, didEndDecelerating,
    didEndScrollingAnimation, shouldScrollToTop, didScrollToTop,
  ]

  static let indexMessages: MessageList = [sectionIndexTitles, sectionForSectionIndexTitle, indexPathForIndexTitle]

  static let layoutMessages: MessageList = [
    layoutForSection, sizeForRow, inset, minimumLineSpacing, minimumInteritemSpacing, minimumColumnSpacing,
    columnCount, referenceSizeForHeader, referenceSizeForFooter, insetForHeader, insetForFooter,
  ]

  static let elementMessages: MessageList = [
    viewForSupplementaryElement, willDisplaySupplementaryView, didEndDisplayingSupplementaryView,
    targetContentOffset, transitionLayout,
  ]
}

/// A row of the feed that the list asks about, and whose it is: where the question goes, and what it is about there.
public struct OwnedRow: Hashable, Sendable {
  /// Where the list shows the row.
  public var path: FeedPath
  /// Whose it is, and where in the owner's own coordinates.
  public var owner: RowOwner

  /// Makes a row of an owner.
  public init(_ path: FeedPath, of owner: RowOwner) {
    self.path = path
    self.owner = owner
  }
}

/// A section of the feed that the list asks about, and whose it is.
public struct OwnedSection: Hashable, Sendable {
  /// The number under which the list shows the section.
  public var section: Int
  /// The number under which the content side knows it; nil for an inserted section.
  public var userSection: Int?

  /// Makes a section of the content, or an inserted one.
  public init(_ section: Int, ofContent userSection: Int?) {
    self.section = section
    self.userSection = userSection
  }
}

extension OwnedRow: CustomStringConvertible {
  /// The row in words: `feed 0:4, content user 0:3` or `feed 0:3, insertion 0`.
  public var description: String {
    switch owner {
    case .content(let user): "\(path), content \(user)"
    case .insertion(let number): "\(path), insertion \(number)"
    }
  }
}

extension OwnedSection: CustomStringConvertible {
  /// The section in words: `feed 2, content user 1` or `feed 2, insertion`.
  public var description: String {
    "feed \(section), \(userSection.map { "content user \($0)" } ?? "insertion")"
  }
}

/// An element of a layout that the list asks about, and what it belongs to: a row, or a section as a whole.
///
/// Headers, footers and what stands behind a section belong to the section, whatever stands in its row 0.
public enum OwnedElement: Hashable, Sendable {
  /// It stands beside a row.
  case row(OwnedRow)
  /// It belongs to a section.
  case section(OwnedSection)
}

// MARK: - Asking

/// Finding the owner of what a list asks about, and asking that owner and nobody else.
///
/// The content side is asked in user space and user coordinates, the insertions' side in feed space and feed coordinates. An
/// owner that is not there, or leaves a matter to the list, gets the list's own fallback, and so does a row that is not there
/// any more, because a callback has reloaded the list or removed the weaver.
extension ListWeaver {
  /// A row with its owner; nil for one that the feed does not have.
  package func ownedRow(at path: ListPath) -> OwnedRow? {
    let path = FeedPath(path)
    return listedOwner(of: path).map { OwnedRow(path, of: $0) }
  }

  /// Rows with their owners, at the paths that they have after a callback; nil for those that are no longer in the list.
  func following(_ rows: [OwnedRow?], _ callback: () -> Void) -> [OwnedRow?] {
    guard let list, rows.contains(where: { $0?.owner.isInsertion ?? false }) else {
      callback()
      return rows
    }
    return list.tracking(rows.map { $0.map { ListPath($0.path) } ?? .nowhere }) { places in
      callback()
      return zip(rows, places).map { row, place in
        place.path.flatMap { path in row.map { OwnedRow(FeedPath(path), of: $0.owner) } }
      }
    }
  }

  /// A section with its owner, as the list counts; nil for one that the feed does not have.
  func ownedSection(_ section: Int, in map: InsertionMap) -> OwnedSection? {
    let user = map.userSection(forFeed: section)
    return user != nil || map.isInserted(feedSection: section) ? OwnedSection(section, ofContent: user) : nil
  }

  /// Asks the owner of a row.
  @discardableResult
  func ask<Answer>(
    _ row: OwnedRow, content: (ListView, ListPath) -> Answer?, insertion: (FeedPath) -> Answer?
  ) -> Answer? {
    switch row.owner {
    case .content(let user): listOfEnds.flatMap { list in inUserSpace { content(list, ListPath(user)) } }
    case .insertion: inFeedSpace { insertion(row.path) }
    }
  }

  /// Asks the owner of a section.
  @discardableResult
  func ask<Answer>(
    _ section: OwnedSection, content: (ListView, Int) -> Answer?, insertion: (Int) -> Answer?
  ) -> Answer? {
    guard let user = section.userSection else { return inFeedSpace { insertion(section.section) } }
    return listOfEnds.flatMap { list in inUserSpace { content(list, user) } }
  }
}
