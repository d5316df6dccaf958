import ListModel
import WeavingSupport

/// Something that a content side does to its list, also from inside a callback.
struct ContentChange: Sendable {
  let name: String
  let make: @Sendable (ListView, CallbackDesk) -> Void

  /// Everything that a callback may do, each once.
  static let all: [ContentChange] = updates + batches + brokenBatches + others

  private static let updates: [ContentChange] = [
    update("insert at the top", { $0[0].insert("new", at: 0) }) { try $0.insertRows(at: [path(0, 0)]) },
    update("insert below", { $0[1].insert("new", at: 2) }) { try $0.insertRows(at: [path(1, 2)]) },
    update("delete the first", { $0[0].removeFirst() }) { try $0.deleteRows(at: [path(0, 0)]) },
    update("move down", { $0[0].swapAt(0, 1) }) { try $0.moveRow(at: path(0, 0), to: path(0, 1)) },
    update("reload a row", { $0[0][1] = "again" }) { try $0.reloadRows(at: [path(0, 1)]) },
    update("reconfigure", { $0[0][1] = "again" }) { try $0.reconfigureRows(at: [path(0, 1)]) },
    update("reload a section", { $0[0] = ["x", "y"] }) { try $0.reloadSections([0]) },
    update("insert a section", { $0.insert(["s"], at: 0) }) { try $0.insertSections([0]) },
    update("delete a section", { $0.removeFirst() }) { try $0.deleteSections([0]) },
    update("move a section", { $0.swapAt(0, 1) }) { try $0.moveSection(0, toSection: 1) },
    update("insert what is not there", { _ in }) { try $0.insertRows(at: [path(0, 0)]) },
  ]

  private static let batches: [ContentChange] = [
    update("begin, end", { $0[0].insert("new", at: 0) }) { (list) throws(ListUpdateError) in
      list.beginUpdates()
      try list.insertRows(at: [path(0, 0)])
      try list.endUpdates()
    },
    update("empty begin, end", { _ in }) { (list) throws(ListUpdateError) in
      list.beginUpdates()
      try list.endUpdates()
    },
    ContentChange(name: "batch") { list, desk in
      guard desk.hasEnough else { return }
      let before = desk.articles
      desk.attempt("batch", undoing: before) { () throws(ListUpdateError) in
        try list.performBatchUpdates(
          { () throws(ListUpdateError) in
            desk.articles[0].append("new")
            desk.articles[1].removeFirst()
            try list.insertRows(at: [path(0, desk.articles[0].count - 1)])
            try list.deleteRows(at: [path(1, 0)])
          }, completion: { desk.write("completed \($0)") })
      }
    },
    ContentChange(name: "batch in a batch") { list, desk in
      guard desk.hasEnough else { return }
      desk.attempt("outer", undoing: desk.articles) { () throws(ListUpdateError) in
        list.beginUpdates()
        desk.articles[0].append("new")
        try list.insertRows(at: [path(0, desk.articles[0].count - 1)])
        try list.performBatchUpdates(
          { () throws(ListUpdateError) in
            desk.articles[1].removeFirst()
            try list.deleteRows(at: [path(1, 0)])
          }, completion: { desk.write("completed \($0)") })
        try list.endUpdates()
      }
    },
  ]

  private static let brokenBatches: [ContentChange] = [
    update("end without begin", { _ in }) { try $0.endUpdates() },
    update("batch that does not fit", { _ in }) { (list) throws(ListUpdateError) in
      list.beginUpdates()
      try list.deleteRows(at: [path(0, 0)])
      try list.endUpdates()
    },
    update("block that throws", { _ in }) { (list) throws(ListUpdateError) in
      try list.performBatchUpdates { () throws(ListUpdateError) in
        try list.deleteRows(at: [path(0, 0)])
        throw .refused(method: "the block", reason: "it throws")
      }
    },
    update("reload in a batch", { $0[0].insert("new", at: 0) }) { (list) throws(ListUpdateError) in
      list.beginUpdates()
      list.reloadData()
      try list.endUpdates()
    },
  ]

  private static let others: [ContentChange] = [
    ContentChange(name: "reload") { list, desk in
      guard desk.hasEnough else { return }
      desk.articles[0].insert("new", at: 0)
      list.reloadData()
    },
    ContentChange(name: "scroll") { list, _ in list.contentOffset = 2 },
    ContentChange(name: "scroll to a row") { list, _ in list.scrollToRow(at: path(1, 1), at: .top) },
    ContentChange(name: "scroll up") { list, _ in list.contentOffset = 0 },
    ContentChange(name: "select") { list, _ in list.selectRow(at: path(0, 1)) },
    ContentChange(name: "select and scroll") { list, _ in list.selectRow(at: path(1, 0), scrollPosition: .bottom) },
    ContentChange(name: "deselect") { list, _ in list.selectRow(at: nil) },
    ContentChange(name: "edit") { list, _ in list.setEditing(!list.isEditing) },
    ContentChange(name: "look") { list, desk in
      desk.write("\(list.indexPathsForVisibleRows) \((list.cellForRow(at: path(0, 1)) as? TextCell)?.text ?? "none")")
      desk.write("\(list.numberOfSections) \(list.numberOfRows(inSection: 0)) \(list.hasUncommittedUpdates)")
    },
    ContentChange(name: "lay out") { list, _ in list.layoutIfNeeded() },
  ]

  private static func update(
    _ name: String, _ edit: @escaping @Sendable (inout [[String]]) -> Void,
    _ tell: @escaping @Sendable (ListView) throws -> Void
  ) -> ContentChange {
    ContentChange(name: name) { list, desk in
      guard desk.hasEnough else { return }
      let before = desk.articles
      edit(&desk.articles)
      desk.attempt(name, undoing: before) { try tell(list) }
    }
  }
}

extension CallbackDesk {
  /// Whether every change finds the sections and rows that it is about.
  fileprivate var hasEnough: Bool { articles.count >= 2 && articles.allSatisfy { $0.count >= 2 } }

  /// Changes the list, and writes down whether that was refused, in which case the data are as they were.
  fileprivate func attempt(
    _ name: String, undoing before: [[String]], _ change: () throws -> Void
  ) {
    do {
      try change()
      write("\(name): made")
    } catch {
      articles = before
      write("\(name): \(error)")
    }
  }
}
