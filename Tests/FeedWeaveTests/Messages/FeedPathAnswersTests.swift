import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// Messages of a weaver name rows of the feed by `FeedPath`, so that a path of the content does not fit unnoticed.
struct FeedPathAnswersTests {
  /// A woven list whose content has two rows around an insertion, and its focus desk.
  private func focusList() -> (DeskList, FocusDesk) {
    let desk = FocusDesk([["a", "b", "c"]])
    let list = DeskList(size: ListSize(width: 10, height: 1000))
    list.kept.append(desk)
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
    list.weave(AdDesk([feed(0, 1)]))
    list.layoutIfNeeded()
    return (list, desk)
  }

  @Test func `no message takes or gives a row by the path of a list`() {
    let types = ClassObject.of(ListWeaver.self).messages
      .filter { $0.signature.description.contains("ListPath") }.map(\.selector.name)
    #expect(types == [])
  }

  @Test func `the row that is selected in anothers place is a row of the feed`() throws {
    let (list, _, ads) = wovenList([["a", "b", "c"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    var answers: [FeedPath?] = []
    let will = try list.weaver.hook(ListWeaver.willSelectRow, .afterReturning) { call in
      answers.append(call.result)
      if call.arguments.path == feed(0, 2) { call.result = feed(0, 1) }
    }
    touch(list, feed: path(0, 3))
    #expect(list.indexPathsForSelectedRows == [path(0, 2)])
    touch(list, feed: path(0, 2))
    #expect(answers == [feed(0, 3), feed(0, 2)])
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 1)] && ads.takeLog() == ["select feed 0:1"])
    will.remove()
  }

  @Test func `the row that is deselected in anothers place is a row of the feed`() throws {
    let (list, _, _) = wovenList([["a", "b", "c"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    list.selectRow(at: path(0, 2))
    var answers: [FeedPath?] = []
    let will = try list.weaver.hook(ListWeaver.willDeselectRow, .afterReturning) { call in answers.append(call.result) }
    touch(list, feed: path(0, 0))
    #expect(answers == [feed(0, 3)])
    will.remove()
  }

  @Test func `the row that the focus comes to is a row of the feed`() throws {
    let (list, desk) = focusList()
    desk.preferred = path(0, 1)
    var answers: [FeedPath?] = []
    let asked = try list.weaver.hook(ListWeaver.preferredFocusedRow, .afterReturning) { call in
      answers.append(call.result)
    }
    #expect(list.display.focusPreferred())
    #expect(answers == [feed(0, 2)] && list.weaver.rawList.indexPathForFocusedRow == feed(0, 2))
    asked.remove()
  }

  @Test func `the row that a title of the index stands for is a row of the feed`() throws {
    let (list, desk) = focusList()
    desk.row = { _ in path(0, 2) }
    var answers: [FeedPath?] = []
    let asked = try list.weaver.hook(ListWeaver.indexPathForIndexTitle, .afterReturning) { call in
      answers.append(call.result)
    }
    _ = list.display.selectIndexTitle(at: 0)
    #expect(answers == [feed(0, 3)])
    asked.remove()
  }
}
