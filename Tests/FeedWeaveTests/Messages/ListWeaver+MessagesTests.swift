import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// What a woven list asks and tells can be hooked at its weaver: what it is about on either side, and who answers.
struct ListWeaverMessagesTests {
  /// All but those that are for aspects of the package only.
  @Test func `Each class lists every message that it declares`() throws {
    let unlisted: Set = ["performForObservers", "didLayOut", "didReportChanges"]
    for (module, listed) in [("ListModel", ListView.messages), ("FeedWeave", ListWeaver.messages)] {
      let declared = try ProjectFiles.swiftSources(in: "Sources/\(module)").flatMap { text in
        text.matches(of: /static let (\w+)(?:: \w*Message\b| =\s+\w*(?:Message|Property)[<(])/).map { String($0.1) }
      }
      #expect(listed.count == declared.count { !unlisted.contains($0) }, "\(module)")
    }
  }

  @Test func `every row is asked of its owner in its own coordinates`() throws {
    let desk = NewsDesk([["a", "b"], ["c"]])
    let ads = AdDesk([feed(0, 1), feed(1, 0)])
    let list = wovenList(desk, ads)
    var rows: [String] = []
    try list.weaver.hook(ListWeaver.cellForRow, .before) { call in rows.append("\(call.arguments)") }
    list.layoutIfNeeded()
    #expect(
      rows == [
        "feed 0:0, content user 0:0", "feed 0:1, insertion 0", "feed 0:2, content user 0:1", "feed 1:0, insertion 1",
        "feed 1:1, content user 1:0",
      ])
  }

  @Test func `loading asks the content for its counts and tells the insertions side`() throws {
    let desk = NewsDesk([["a", "b"], ["c"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    var heard: [String] = []
    let weaver = list.weaver
    try weaver.hook(ListWeaver.numberOfSections, .around) { call in
      heard.append("sections")
      let count = call.proceed()
      heard.append("sections \(count)")
      return count
    }
    try weaver.hook(ListWeaver.contentCounts, .after) { call in heard.append("content \(call.result)") }
    try weaver.hook(ListWeaver.willLoad, .before) { call in heard.append("will load \(call.arguments)") }
    try weaver.hook(ListWeaver.numberOfRows, .after) { call in
      heard.append("rows of \(call.arguments): \(call.result)")
    }
    list.reloadData()
    #expect(
      heard == [
        "sections", "content [2, 1]", "will load [2, 1]", "sections 2", "rows of feed 0, content user 0: 3",
        "rows of feed 1, content user 1: 1",
      ])
  }

  @Test func `displays are told with the owner that the row had`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    list.layoutIfNeeded()
    var heard: [String] = []
    try list.weaver.hook(ListWeaver.didEndDisplayingRow, .before) { call in heard.append("\(call.arguments.row)") }
    desk.articles = [[]]
    list.reloadData()
    #expect(heard.sorted() == ["feed 0:0, content user 0:0", "feed 0:1, insertion 0", "feed 0:2, content user 0:1"])
  }

  @Test func `advice may answer in the owner's place`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    try list.weaver.hook(ListWeaver.cellForRow, .instead) { call in
      guard call.arguments.owner.isInsertion else { return call.proceed() }
      let cell = TextCell(reuseIdentifier: nil)
      cell.text = "house ad"
      return cell
    }
    #expect(texts(list) == ["a", "house ad", "b"])
  }

  @Test func `counts that make no sense are brought into range`() throws {
    let list = wovenList(NewsDesk([["a", "b"]]), AdDesk([feed(0, 1)]))
    try list.weaver.hook(ListWeaver.contentCounts, .instead) { _ in [-5, ListLimits.rows + 1, 3] }
    list.reloadData()
    #expect(list.weaver.map.userCounts == [0, ListLimits.rows, 0])
  }

  @Test func `sections are named as both sides know them`() {
    #expect("\(OwnedSection(2, ofContent: 1))" == "feed 2, content user 1")
    #expect("\(OwnedSection(2, ofContent: nil))" == "feed 2, insertion")
  }
}
