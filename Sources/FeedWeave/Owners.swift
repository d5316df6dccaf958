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
    didScroll, willBeginDragging, willEndDragging, didEndDragging, willBeginDecelerating, didEndDecelerating,
    didEndScrollingAnimation, shouldScrollToTop, didScrollToTop,
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
protocol OwnedPlace {
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

// MARK: - Asking

/// Finding the owner of a row or section, and asking only that owner.
///
/// The content provider is asked in user space with content coordinates, the inserted provider in feed space with feed
/// coordinates. If the provider does not exist or does not answer, the list's own fallback is used. The same applies to
/// a row that no longer exists because a callback has reloaded the list or removed the weaver.
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

  // These are inlined into the messages, so that a question calls the provider's method without calling a closure.

  /// Asks the owner of a place through its delegate; returns nil if it has none.
  @discardableResult
  @inline(__always)
  func ask<Place: OwnedPlace, Answer>(
    _ place: Place, _ ask: (any ListDelegate, ListView, Place.ContentPosition) -> Answer?,
    insertion askInserted: (any WeaverDelegate, ListWeaver, Place.FeedPosition) -> Answer?
  ) -> Answer? {
    askOwner(
      of: place, { list, position in content.delegate.flatMap { ask($0, list, position) } },
      insertion: { position in delegate.flatMap { askInserted($0, self, position) } })
  }

  /// Asks the owner of a place through its data source; returns nil if it has none.
  @discardableResult
  @inline(__always)
  func askDataSource<Place: OwnedPlace, Answer>(
    of place: Place, _ ask: (any ListDataSource, ListView, Place.ContentPosition) -> Answer?,
    insertion askInserted: (any WeaverDataSource, ListWeaver, Place.FeedPosition) -> Answer?
  ) -> Answer? {
    askOwner(
      of: place, { list, position in content.dataSource.flatMap { ask($0, list, position) } },
      insertion: { position in dataSource.flatMap { askInserted($0, self, position) } })
  }

  /// Asks one of the providers through its delegate about something that is not a place; returns nil if it has none.
  @discardableResult
  @inline(__always)
  func ask<Answer>(
    ofInsertion isInserted: Bool, _ ask: (any ListDelegate, ListView) -> Answer?,
    insertion askInserted: (any WeaverDelegate, ListWeaver) -> Answer?
  ) -> Answer? {
    askOwner(
      isInserted: isInserted, { list in content.delegate.flatMap { ask($0, list) } },
      insertion: { delegate.flatMap { askInserted($0, self) } })
  }

  /// Asks the owner of a place: the content provider in user space, or the inserted provider in feed space.
  @discardableResult
  @inline(__always)
  func askOwner<Place: OwnedPlace, Answer>(
    of place: Place, _ content: (ListView, Place.ContentPosition) -> Answer?,
    insertion: (Place.FeedPosition) -> Answer?
  ) -> Answer? {
    guard let position = place.contentPosition else { return inFeedSpace { insertion(place.feedPosition) } }
    return listOfEndingDisplays.flatMap { list in inUserSpace { content(list, position) } }
  }

  /// Asks the content provider in user space, or the inserted provider in feed space.
  @discardableResult
  @inline(__always)
  func askOwner<Answer>(
    isInserted: Bool, _ content: (ListView) -> Answer?, insertion: () -> Answer?
  ) -> Answer? {
    if isInserted { return inFeedSpace(insertion) }
    return list.flatMap { list in inUserSpace { content(list) } }
  }
}
