public import Interception
public import ListModel
import Placement

/// The questions and notifications of a woven list as messages of its weaver, which hooks can observe or change.
///
/// The arguments hold the row or section in feed coordinates, and its owner with the position in the owner's
/// coordinates. Advice that changes them directs the question to another owner or row.
extension ListWeaver {
  /// A message about a row.
  public typealias RowMessage<Answer> = Message<ListWeaver, OwnedRow, Answer>
  /// A message about a section.
  public typealias SectionMessage<Answer> = Message<ListWeaver, OwnedSection, Answer>
  /// A message about a row whose cell is shown.
  public typealias RowDisplayMessage = Message<ListWeaver, (row: OwnedRow, cell: ListCell), Void>
  /// A message about a section whose header or footer is shown.
  public typealias SectionDisplayMessage = Message<ListWeaver, (section: OwnedSection, view: ListCell), Void>

  /// Every message of a weaver, by area, so that hooks can find them by name.
  static let allMessages: MessageList =
    countMessages + dataSourceMessages + heightMessages + displayMessages + selectionMessages + interactionMessages
    + editingMessages + swipeMessages + movementMessages + prefetchingMessages + focusMessages + menuMessages
    + openMenuMessages + dragMessages + dropMessages + scrollMessages + indexMessages + layoutMessages + elementMessages

  static let countMessages: MessageList = [
    contentCounts, willLoad, didChange, didUpdateContent, didDropRows, didDeleteSectionOfRows, numberOfSections,
    numberOfRows,
  ]

  private static let dataSourceMessages: MessageList = [cellForRow, modelForRow, titleForHeader, titleForFooter]

  private static let heightMessages: MessageList = [
    heightForRow, heightForHeader, heightForFooter, viewForHeader, viewForFooter,
    estimatedHeightForRow, estimatedHeightForHeader, estimatedHeightForFooter,
  ]

  private static let displayMessages: MessageList = [
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

  private static let swipeMessages: MessageList = [
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

  private static let openMenuMessages: MessageList = [
    highlightingPreview, dismissingPreview, willPerformPreviewAction, willDisplayContextMenu, willEndContextMenu,
  ]

  private static let dragMessages: MessageList = [
    itemsForBeginningDrag, itemsForAddingToDrag, dragPreviewParametersForRow, dragSessionWillBegin, dragSessionDidEnd,
    dragSessionAllowsMove, dragSessionIsRestricted,
  ]

  private static let dropMessages: MessageList = [
    canHandleDrop, dropSessionDidEnter, dropSessionDidUpdate, performDrop, dropSessionDidExit, dropSessionDidEnd,
    dropPreviewParametersForRow,
  ]

  private static let scrollMessages: MessageList = [
    didScroll, didScrollSection, willBeginDragging, willEndDragging, didEndDragging, willBeginDecelerating,
    didEndDecelerating, didEndScrollingAnimation, shouldScrollToTop, didScrollToTop,
  ]

  static let indexMessages: MessageList = [sectionIndexTitles, sectionForSectionIndexTitle, indexPathForIndexTitle]

  static let layoutMessages: MessageList = [
    layoutForSection, sizeForRow, inset, minimumLineSpacing, minimumInteritemSpacing, minimumColumnSpacing,
    columnCount, referenceSizeForHeader, referenceSizeForFooter, insetForHeader, insetForFooter,
  ]

  private static let elementMessages: MessageList = [
    viewForSupplementaryElement, willDisplaySupplementaryView, didEndDisplayingSupplementaryView,
    targetContentOffset, transitionLayout,
  ]
}

/// A row of the feed that a question of the list is about, with its owner, who answers it.
public struct OwnedRow: Hashable, Sendable {
  /// The position of the row in the feed.
  public var path: FeedPath
  /// The owner of the row, with the row's position in the owner's coordinates.
  public var owner: RowOwner

  /// Makes a row with its owner.
  public init(_ path: FeedPath, of owner: RowOwner) {
    self.path = path
    self.owner = owner
  }
}

/// A section of the feed that a question of the list is about, with its owner.
public struct OwnedSection: Hashable, Sendable {
  /// The section's number in the feed.
  public var section: Int
  /// The section's number in the content; nil for an inserted section.
  public var userSection: Int?

  /// Makes a section of the content, or an inserted one.
  public init(_ section: Int, ofContent userSection: Int?) {
    self.section = section
    self.userSection = userSection
  }
}

extension OwnedRow: CustomStringConvertible {
  /// A textual representation: `feed 0:4, content user 0:3` or `feed 0:3, insertion 0`.
  public var description: String {
    switch owner {
    case .content(let user): "\(path), content \(user)"
    case .insertion(let number): "\(path), insertion \(number)"
    }
  }
}

extension OwnedSection: CustomStringConvertible {
  /// A textual representation: `feed 2, content user 1` or `feed 2, insertion`.
  public var description: String {
    "feed \(section), \(userSection.map { "content user \($0)" } ?? "insertion")"
  }
}

/// A layout element that a question of the list is about, with its owner: a row or a whole section.
///
/// Headers, footers and section backgrounds belong to the section, whatever is in its row 0.
public enum OwnedElement: Hashable, Sendable {
  /// The element belongs to a row.
  case row(OwnedRow)
  /// The element belongs to a section.
  case section(OwnedSection)
}

/// A row, section or element of the feed, with its position for each of the providers.
protocol OwnedPlace: SendableMetatype {
  associatedtype ContentPosition
  associatedtype FeedPosition

  /// The position in content coordinates; nil for an insertion.
  var contentPosition: ContentPosition? { get }
  /// The position in feed coordinates.
  var feedPosition: FeedPosition { get }
}

extension OwnedRow: OwnedPlace {
  var contentPosition: ListPath? {
    if case .content(let user) = owner { ListPath(user) } else { nil }
  }

  var feedPosition: FeedPath { path }
}

extension OwnedSection: OwnedPlace {
  var contentPosition: Int? { userSection }
  var feedPosition: Int { section }
}

extension OwnedElement: OwnedPlace {
  var contentPosition: ListPath? {
    switch self {
    case .row(let row): row.contentPosition
    case .section(let section): section.userSection.map { ListPath(row: 0, section: $0) }
    }
  }

  var feedPosition: FeedPath {
    switch self {
    case .row(let row): row.path
    case .section(let section): FeedPath(section: section.section, row: 0)
    }
  }
}

/// The provider of a menu or a drag, which is about no place.
enum OwningProvider: OwnedPlace {
  case content
  case insertions

  init(isInserted: Bool) { self = isInserted ? .insertions : .content }

  var contentPosition: Void? { self == .content ? () : nil }
  var feedPosition: Void { () }
}

// MARK: - Finding owners

/// Finding the owner of a row.
extension ListWeaver {
  /// Returns a row with its owner; nil for a row that the feed does not have.
  package func ownedRow(at path: ListPath) -> OwnedRow? {
    let path = FeedPath(path)
    return listedOwner(of: path).map { OwnedRow(path, of: $0) }
  }

  /// Runs `callback` and returns the rows with their paths afterwards; nil for rows that are no longer in the list.
  func following(_ rows: [OwnedRow?], _ callback: () -> Void) -> [OwnedRow?] {
    guard let list, rows.contains(where: { $0?.owner.isInsertion ?? false }) else {
      callback()
      return rows
    }
    return list.tracking(rows.map { $0.map { ListPath($0.path) } ?? .invalid }) { places in
      callback()
      return zip(rows, places).map { row, place in
        place.path.flatMap { path in row.map { OwnedRow(FeedPath(path), of: $0.owner) } }
      }
    }
  }
}
