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
      row, content: { weaver.content.dataSource?.list($0, canMoveRowAt: $1) },
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
        guard let delegate = weaver.content.delegate,
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
        weaver.content.dataSource?.list(list, moveRowAt: user, to: ListPath(target))
      },
      insertion: { weaver.dataSource?.weaver(weaver, moveRowAt: $0, to: move.target) })
  }
}

// MARK: - Movement

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

// MARK: - Movement

extension WovenClass {
  /// The content side drags its own rows, and sees where they would go in its own coordinates.
  static func overrideMovement(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.beginInteractiveMovement, in: woven) { weaver, call in
      weaver.callSuper(call, about: .row(call.arguments)) { $0 }
    }
    try translate(ListView.updateInteractiveMovement, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
    for message in [ListView.endInteractiveMovement, ListView.cancelInteractiveMovement] {
      try translate(message, in: woven) { weaver, call in weaver.callSuper(call, ()) }
    }
    try translate(ListView.getInteractiveMovement, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userMovement($0) }
    }
    // In whatever space: the list itself says where a row has been dropped in the feed.
    try woven.override(ListView.settleMovement) { call throws(ListUpdateError) in
      guard let weaver = call.receiver.woven else { return try call.callSuper() }
      guard weaver.userPath(call.arguments.origin) != nil else { return try weaver.moveInsertion(call.arguments) }
      guard let move = weaver.userMovement(call.arguments), move.origin != move.target else { return }
      let list = call.receiver
      try weaver.inUserSpace { () throws(ListUpdateError) in try list.moveRow(at: move.origin, to: move.target) }
    }
  }
}

extension ListWeaver {
  /// A movement as the content side knows it; nil for that of an insertion.
  func userMovement(_ movement: ListMovement) -> ListMovement? {
    guard let origin = userPath(movement.origin),
      let target = map.userTarget(ofMoving: FeedPath(movement.origin), to: FeedPath(movement.target))
    else { return nil }
    return ListMovement(from: origin, to: ListPath(target))
  }

  /// Has insertions be asked for, and shown, where they stand when a person has moved one of them.
  func moveInsertion(_ movement: ListMovement) throws(ListUpdateError) {
    let (origin, target) = (FeedPath(movement.origin), FeedPath(movement.target))
    var positions: [Int: FeedPath] = [:]
    for section in Set([origin.section, target.section]) {
      for row in map.insertedRows(inFeedSection: section) {
        let path = FeedPath(section: section, row: row)
        if let number = map.insertionIndex(at: path) { positions[number] = path.afterMove(from: origin, to: target) }
      }
    }
    guard feed.mapMark.generation == feed.requests.mark.generation else {
      throw .refused(method: ListView.settleMovement.selector.name, reason: "the insertions have been withdrawn")
    }
    ask(rowsElsewhere: positions)
    try updateInsertions()
  }
}

// MARK: - Movement

/// What a place of the feed stands for when a row is dragged there.
extension InsertionMap {
  /// The row that a content row would be if it were taken out of the feed and put in again at a place of it.
  ///
  /// A place in an inserted section stands for the end of the content section before it, or for the top of the first one. Nil
  /// where the row is not the content's.
  ///
  /// - Complexity: O(insertions that stand together at the place).
  func userTarget(ofMoving origin: FeedPath, to target: FeedPath) -> UserPath? {
    guard let from = userPath(for: origin) else { return nil }
    guard let section = userSection(forFeed: target.section) else {
      return userEnd(beforeFeedSection: target.section, ofMoving: from)
    }
    // Moved down, the row comes to stand after the one that is at the place now, which goes up by one.
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

  /// How many content rows stand above a row of a feed section.
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
  /// Where a row of the feed stands when another one has been taken out and put in again.
  func afterMove(from origin: FeedPath, to target: FeedPath) -> FeedPath {
    if self == origin { return target }
    var path = self
    if section == origin.section, row > origin.row { path.row -= 1 }
    if section == target.section, path.row >= target.row { path.row += 1 }
    return path
  }
}
