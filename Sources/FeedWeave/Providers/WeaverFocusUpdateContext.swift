public import ListModel
public import Placement

/// A change of the focused row as the insertions' side hears of it: a row of the content is not named.
public struct WeaverFocusUpdateContext: Sendable, Hashable {
  /// The inserted row that has the focus before the change; nil where none has.
  public let previouslyFocusedIndexPath: FeedPath?
  /// The inserted row that has it after the change; nil where none has.
  public let nextFocusedIndexPath: FeedPath?
  /// Where the focus goes.
  public let focusHeading: ListFocusHeading
}

/// A change of the focused row that the list asks about, and whose the two rows are.
public struct OwnedFocusUpdate: Sendable, Hashable {
  /// The row that has the focus before the change; nil where none has.
  public var previous: OwnedRow?
  /// The row that has it after the change; nil where none has.
  public var next: OwnedRow?
  /// Where the focus goes.
  public var heading: ListFocusHeading

  /// Makes a change of the focused row.
  public init(from previous: OwnedRow?, to next: OwnedRow?, heading: ListFocusHeading) {
    self.previous = previous
    self.next = next
    self.heading = heading
  }
}

extension OwnedFocusUpdate {
  /// The change as the content side hears of it; nil where neither row is the content's.
  var contentContext: ListFocusUpdateContext? {
    let rows = [previous, next].map { row in row?.owner.userPath.map { ListPath($0) } }
    guard rows != [nil, nil] else { return nil }
    return ListFocusUpdateContext(
      previouslyFocusedIndexPath: rows[0], nextFocusedIndexPath: rows[1], focusHeading: heading)
  }

  /// The change as the insertions' side hears of it; nil where neither row is inserted.
  var insertionContext: WeaverFocusUpdateContext? {
    let rows = [previous, next].map { row in row.flatMap { $0.owner.isInsertion ? $0.path : nil } }
    guard rows != [nil, nil] else { return nil }
    return WeaverFocusUpdateContext(
      previouslyFocusedIndexPath: rows[0], nextFocusedIndexPath: rows[1], focusHeading: heading)
  }
}

extension RowOwner {
  /// The place of the content where the row stands; nil for an insertion.
  var userPath: UserPath? {
    if case .content(let user) = self { user } else { nil }
  }
}
