import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// What a block of a batch throws reaches whoever asked for it, and nothing has changed.
@Suite struct BatchErrorsTests {
  private struct PressStopped: Error, Equatable {
    var edition: Int
  }

  /// A list of articles, woven with an ad in row 1 or not at all.
  private func makeLists() -> [(list: DeskList, desk: NewsDesk)] {
    [false, true].map { isWoven in
      let desk = NewsDesk([["a", "b", "c"]])
      let list = makeList(desk)
      if isWoven {
        let ads = AdDesk([feed(0, 1)])
        list.kept.append(ads)
        list.weaver.dataSource = ads
        list.weaver.delegate = ads
      }
      list.layoutIfNeeded()
      return (list, desk)
    }
  }

  @Test func `a block is written as any other`() throws {
    for (list, desk) in makeLists() {
      var completions: [Bool] = []
      try list.performBatchUpdates {
        desk.articles[0].removeFirst()
        desk.articles[0].append("d")
        try list.insertRows(at: [path(0, 2)])
        try list.deleteRows(at: [path(0, 0)])
      } completion: {
        completions.append($0)
      }
      #expect(texts(list).filter { !$0.hasPrefix("AD") } == ["b", "c", "d"])
      #expect(completions == [true])
      try list.performBatchUpdates {}
      try list.performBatchUpdates(nil)
    }
  }

  @Test func `errors of its own and of the list reach the caller`() throws {
    for (list, desk) in makeLists() {
      let before = texts(list)
      #expect(throws: PressStopped(edition: 7)) {
        try list.performBatchUpdates {
          try list.deleteRows(at: [path(0, 0)])
          throw PressStopped(edition: 7)
        } completion: { _ in
          Issue.record("called though nothing has changed")
        }
      }
      #expect(throws: ListUpdateError.noSuchRow(path(0, 9), rowsBefore: 3, for: .deleteRow(path(0, 9)))) {
        try list.performBatchUpdates {
          desk.articles[0].removeAll { $0 == "z" }
          try list.deleteRows(at: [path(0, 9)])
        }
      }
      #expect(texts(list) == before && !list.hasUncommittedUpdates)
      desk.articles[0].append("d")
      try list.insertRows(at: [path(0, 3)])
      #expect(texts(list).last == "d")
    }
  }
}
