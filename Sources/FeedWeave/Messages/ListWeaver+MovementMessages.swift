public import Interception
import ListModel
public import Placement

/// What the owner of a row is asked and told about dragging it.
///
/// Where a content row is dropped is told to the content side as the row that the place stands for there: what the row would be
/// if it were taken out of the feed and put in at that place.
extension ListWeaver {
  /// Asks a row's owner whether it can be moved; an insertion of which nothing is said cannot.
  public static let canMoveRow = RowMessage<Bool>("list(_:canMoveRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentSource?.list($0, canMoveRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, canMoveRowAt: $0) }) ?? false
  }

  /// Asks the content side where a row of its own goes that is held over a place; an insertion goes there.
  public static let targetForMove = Message<
    ListWeaver, (row: OwnedRow, current: FeedPath, proposed: FeedPath), FeedPath
  >("list(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)") {
    weaver, move in
    weaver.ask(
      move.row,
      content: { list, user in
        guard let delegate = weaver.contentDelegate,
          let current = weaver.map.userTarget(ofMoving: move.row.path, to: move.current),
          let proposed = weaver.map.userTarget(ofMoving: move.row.path, to: move.proposed)
        else { return nil }
        // Places that stand for the same row are one to the content side, which is asked about each place once.
        let former = list.formerlyProposedPlace.flatMap {
          weaver.map.userTarget(ofMoving: move.row.path, to: FeedPath($0))
        }
        if former == proposed { return move.current }
        let answer = delegate.list(
          list, targetIndexPathForMoveOfItemFromOriginalIndexPath: user, atCurrentIndexPath: ListPath(current),
          toProposedIndexPath: ListPath(proposed))
        // The place itself may be an insertion's; any other answer is a row of the content, or the end of a section.
        if answer == ListPath(proposed) { return move.proposed }
        return weaver.map.feedPath(for: UserPath(answer)) ?? move.current
      },
      insertion: { _ in nil }) ?? move.proposed
  }

  /// Has a row's owner move it; the content side only where the order of its own rows changes.
  public static let moveRow = Message<ListWeaver, (row: OwnedRow, target: FeedPath), Void>(
    "list(_:moveRowAt:to:)"
  ) { weaver, move in
    weaver.ask(
      move.row,
      content: { list, user in
        guard let target = weaver.map.userTarget(ofMoving: move.row.path, to: move.target),
          ListPath(target) != user
        else { return }
        weaver.contentSource?.list(list, moveRowAt: user, to: ListPath(target))
      },
      insertion: { weaver.dataSource?.weaver(weaver, moveRowAt: $0, to: move.target) })
  }
}
