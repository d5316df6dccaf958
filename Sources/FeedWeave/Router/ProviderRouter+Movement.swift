import Interception
import ListModel
import Placement

/// The parts of ListDataSource and ListDelegate that are about dragging rows.
extension ProviderRouter {
  func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool { send(ListWeaver.canMoveRow, path) ?? false }

  func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.send(ListWeaver.moveRow, (row: row, target: FeedPath(target)))
  }

  func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return current }
    let move = (row: row, current: FeedPath(current), proposed: FeedPath(proposed))
    return ListPath(weaver.send(ListWeaver.targetForMove, move))
  }
}
