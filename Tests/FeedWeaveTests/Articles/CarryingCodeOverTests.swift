import FeedWeave
import Foundation
import Interception
import ListModel
import Synchronization
import TestSupport
import Testing
import WeavingSupport

/// The content of the article's lists, which deletes and moves its rows; it can provide insertions, too.
private final class Words: ListController, WeaverDataSource {
  var words = ["a", "b", "c", "d"]

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: nil) }

  override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { words.count }

  override func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {
    words.remove(at: path.row)
    try? list.deleteRows(at: [path])
  }

  override func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool { true }

  override func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    words.insert(words.remove(at: path.row), at: target.row)
  }
}

@Suite("The article on carrying code over", .serialized)
struct CarryingCodeOverTests {
  typealias Example = CarryingCodeOverExample
  private let words = Words(), ads = Example.Ads()

  private func list<List: ListView>(_ list: List) -> List {
    list.rowHeight = 1
    list.register(TextCell.self, forCellReuseIdentifier: "ad")
    (list.dataSource, list.delegate) = (words, words)
    return list
  }

  @Test func `Methods of a list are overridden in its class`() throws {
    let inbox = ClassObject.of(Example.InboxList.self)
    try Example.InboxList.overrideMethods()
    defer {
      inbox.removeOverride(of: ListView.layoutIfNeeded)
      inbox.removeOverride(of: ListView.insertRows)
      inbox.removeOverride(of: ListView.contentOffset.setter)
    }
    let list = list(Example.InboxList(size: ListSize(width: 10, height: 2)))
    let weaver = list.weaver
    weaver.dataSource = ads
    _ = try Example.askForAds(weaver)
    list.layoutIfNeeded()
    #expect(Example.InboxList.layouts.load(ordering: .relaxed) == 1)
    list.contentOffset = 1.4
    #expect(list.contentOffset == 1)
    let faded = Atomic(0)
    let token = try ListView.insertRows.hook(.before) { call in
      if call.receiver is Example.InboxList, call.arguments.animation == .fade { faded.add(1, ordering: .relaxed) }
    }
    words.words.append("e")
    try list.insertRows(at: [path(0, 4)])
    #expect((token.remove(), faded.load(ordering: .relaxed)) == (true, 1))
  }

  @Test func `An insertion has the next free place and a dequeued cell`() throws {
    // A controller may provide the insertions as well.
    for provider: any WeaverDataSource in [ads, words] {
      let list = list(ListView(size: ListSize(width: 10, height: 9)))
      list.weaver.dataSource = provider
      #expect(try Example.askForAds(list.weaver) == [feed(0, 1), feed(0, 2)])
      list.layoutIfNeeded()
      #expect(list.weaver.visibleCells(.inserted).map { $0 is TextCell } == [true, true])
    }
  }

  @Test func `A person's acts delete and move rows`() {
    let list = list(ListView(size: ListSize(width: 10, height: 9)))
    Example.act(on: list)
    #expect(words.words == ["c", "d", "b"])
  }

  @Test func `A hook on the class counts the ads of every inbox`() throws {
    let token = try Example.countOpenedAds()
    defer { token.remove() }
    for _ in 0..<2 {
      let list = list(Example.InboxList(size: ListSize(width: 10, height: 9)))
      list.weaver.dataSource = ads
      _ = try Example.askForAds(list.weaver)
      list.reloadData()
      for row in 0..<4 { touch(list, feed: path(0, row)) }
    }
    #expect(Example.openedAds.load(ordering: .relaxed) == 4)
  }

  @Test func `A list without insertions is woven for its hooks`() throws {
    let list = list(ListView(size: ListSize(width: 10, height: 9)))
    var lines: [String] = []
    let token = try Example.traceSelections(of: list) { lines.append($0) }
    list.display.select(at: ListPoint(x: 0, y: 2))
    #expect(lines == ["before ListWeaver.list(_:didSelectRowAt:), object", "feed 0:2, content user 0:2"])
    #expect((token.remove(), list.indexPathForSelectedRow) == (true, path(0, 2)))
  }

  @Test func `The article shows the code as it is compiled`() throws {
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let compiled = Set(lines(try ProjectFiles.text("Tests/FeedWeaveTests/Articles/CarryingCodeOverExample.swift")))
    let article = try ProjectFiles.text("Sources/FeedWeave/FeedWeave.docc/CarryingCodeOver.md")
    let pieces = article.components(separatedBy: "```")
    let code = stride(from: 1, to: pieces.count, by: 2).flatMap { lines(pieces[$0]).dropFirst() }
    #expect(code.count > 30)
    #expect(code.filter { !compiled.contains($0) } == [])
  }
}
