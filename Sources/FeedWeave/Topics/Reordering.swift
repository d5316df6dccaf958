public import Interception
import ListModel
public import Placement

/// Questions and notifications for the owner of a row about dragging it.
///
/// The content provider receives the target of a content row in content coordinates: the position that the row would
/// have there if it were taken out of the feed and put in again at the drop position.
extension ListWeaver {
  /// Asks a row's owner whether it can be moved; an insertion can't by default.
  public static let canMoveRow = RowMessage<Bool>(
    "list(_:canMoveRowAt:)", asking: DataSources.self, { $0.list($1, canMoveRowAt: $2) },
    insertion: { $0.weaver($1, canMoveRowAt: $2) })

  /// Asks the content provider for the target of its row held over a position; an insertion's target is that position.
  public static let targetForMove = Message<
    ListWeaver, (row: OwnedRow, current: FeedPath, proposed: FeedPath), FeedPath
  >("list(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)") {
    weaver, move in
    weaver.askOwner(
      of: move.row,
      { list, user in
        guard let delegate = weaver.content.delegate,
          let current = weaver.map.userTarget(ofMoving: move.row.path, to: move.current),
          let proposed = weaver.map.userTarget(ofMoving: move.row.path, to: move.proposed)
        else { return nil }
        // Feed positions may share a content position: the content provider is not asked about the same one again.
        let former = list.previousProposedPath.flatMap {
          weaver.map.userTarget(ofMoving: move.row.path, to: FeedPath($0))
        }
        if former == proposed { return move.current }
        let answer = delegate.list(
          list, targetIndexPathForMoveOfItemFromOriginalIndexPath: user, atCurrentIndexPath: ListPath(current),
          toProposedIndexPath: ListPath(proposed))
        // The position itself may be an insertion's; any other answer is a row of the content, or the end of a section.
        if answer == ListPath(proposed) { return move.proposed }
        return weaver.map.feedPath(for: UserPath(answer)) ?? move.current
      },
      insertion: { _ in nil }
    ).flatMap { $0 } ?? move.proposed
  }

  /// Has a row's owner move it; the content provider only if the order of its own rows changes.
  public static let moveRow = Message<ListWeaver, (row: OwnedRow, target: FeedPath), Void>(
    "list(_:moveRowAt:to:)"
  ) { weaver, move in
    weaver.askOwner(
      of: move.row,
      { list, user in
        guard let target = weaver.map.userTarget(ofMoving: move.row.path, to: move.target),
          ListPath(target) != user
        else { return }
        weaver.content.dataSource?.list(list, moveRowAt: user, to: ListPath(target))
      },
      insertion: { weaver.dataSource?.weaver(weaver, moveRowAt: $0, to: move.target) })
  }
}

// MARK: - Router

/// Methods of `ListDataSource` and `ListDelegate` about dragging rows.
extension ProviderRouter {
  func list(_: ListView, canMoveRowAt path: ListPath) -> Bool { ask(ListWeaver.canMoveRow, path, else: false) }

  func list(_: ListView, moveRowAt path: ListPath, to target: ListPath) {
    ask(ListWeaver.moveRow, path, else: ()) { (row: $0, target: FeedPath(target)) }
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

// MARK: - Overrides

extension WovenClass {
  /// Overrides moving rows: the content provider moves its own rows, in content coordinates.
  static func overrideMovement(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.beginInteractiveMovement, in: woven) { weaver, call in
      weaver.callSuper(call, about: .row(call.arguments)) { $0 }
    }
    try runInFeedSpace(ListView.updateInteractiveMovement, in: woven)
    try runInFeedSpace(ListView.endInteractiveMovement, ListView.cancelInteractiveMovement, in: woven)
    try translate(ListView.getInteractiveMovement, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userMovement($0) }
    }
    // In any space: the list itself reports where a row was dropped in the feed.
    try woven.override(ListView.settleMovement) { call throws(ListUpdateError) in
      guard let weaver = call.weaver else { return try call.callSuper() }
      guard weaver.userPath(call.arguments.origin) != nil else { return try weaver.moveInsertion(call.arguments) }
      guard let move = weaver.userMovement(call.arguments), move.origin != move.target else { return }
      let list = call.receiver
      try weaver.inUserSpace { () throws(ListUpdateError) in try list.moveRow(at: move.origin, to: move.target) }
    }
  }
}

extension ListWeaver {
  /// Returns a movement in content coordinates; nil for the movement of an insertion.
  fileprivate func userMovement(_ movement: ListMovement) -> ListMovement? {
    guard let origin = userPath(movement.origin),
      let target = map.userTarget(ofMoving: FeedPath(movement.origin), to: FeedPath(movement.target))
    else { return nil }
    return ListMovement(from: origin, to: ListPath(target))
  }

  /// Requests and shows the insertions at their positions after a person has moved one of them.
  fileprivate func moveInsertion(_ movement: ListMovement) throws(ListUpdateError) {
    let (origin, target) = (FeedPath(movement.origin), FeedPath(movement.target))
    var positions: [Int: FeedPath] = [:]
    for section in Set([origin.section, target.section]) {
      for row in map.insertedRows(inFeedSection: section) {
        let path = FeedPath(section: section, row: row)
        if let number = map.insertionIndex(at: path) { positions[number] = path.afterMove(from: origin, to: target) }
      }
    }
    guard feed.mapRequestState.generation == feed.requests.mark.generation else {
      throw .refused(method: ListView.settleMovement.selector.name, reason: "the insertions have been withdrawn")
    }
    ask(rowsElsewhere: positions)
    try updateInsertions()
  }
}

// MARK: - Movement targets

/// Targets of moved rows in content coordinates.
extension InsertionMap {
  /// Returns the position that a content row would have if it were taken out of the feed and put in again at `target`.
  ///
  /// A position in an inserted section is translated to the end of the content section before it, or to the beginning
  /// of the first one. Returns nil if the row is not the content's.
  ///
  /// - Complexity: O(adjacent insertions at the position).
  fileprivate func userTarget(ofMoving origin: FeedPath, to target: FeedPath) -> UserPath? {
    guard let from = userPath(for: origin) else { return nil }
    guard let section = userSection(forFeed: target.section) else {
      return userEnd(beforeFeedSection: target.section, ofMoving: from)
    }
    // When moved down, the row ends up after the one that is at the position now, which moves up by one.
    let isDown = target.section == origin.section && target.row > origin.row
    let above = contentCount(above: isDown ? target.row + 1 : target.row, inFeedSection: target.section)
    return UserPath(section: section, row: isDown ? above - 1 : above)
  }

  private func userEnd(beforeFeedSection section: Int, ofMoving from: UserPath) -> UserPath {
    for former in stride(from: section - 1, through: 0, by: -1) {
      guard let user = userSection(forFeed: former) else { continue }
      let count = userCount(inUserSection: user) ?? 0
      return UserPath(section: user, row: from.section == user ? count - 1 : count)
    }
    return UserPath(section: 0, row: 0)
  }

  /// Returns how many content rows are above a row of a feed section.
  private func contentCount(above row: Int, inFeedSection section: Int) -> Int {
    var next = FeedPath(section: section, row: row)
    let count = feedCount(inFeedSection: section) ?? 0
    while next.row < count {
      if let user = userPath(for: next) { return user.row }
      next.row += 1
    }
    return userSection(forFeed: section).flatMap { userCount(inUserSection: $0) } ?? 0
  }
}

extension FeedPath {
  /// Returns the position of a row after another one was taken out of the feed and put in again.
  fileprivate func afterMove(from origin: FeedPath, to target: FeedPath) -> FeedPath {
    if self == origin { return target }
    var path = self
    if section == origin.section, row > origin.row { path.row -= 1 }
    if section == target.section, path.row >= target.row { path.row += 1 }
    return path
  }
}
