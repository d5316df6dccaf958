import Interception
import ListModel
import Placement

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
    guard mapMark.generation == requests.mark.generation else {
      throw .refused(method: ListView.settleMovement.selector.name, reason: "the insertions have been withdrawn")
    }
    ask(rowsElsewhere: positions)
    try updateInsertions()
  }
}
