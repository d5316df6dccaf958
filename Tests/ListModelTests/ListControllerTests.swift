import ListModel
import TestSupport
import Testing

/// A base class that its subclasses share, as an app has them.
private class Inbox: ListController {
  override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 20 }
}

private final class CompactInbox: Inbox {
  override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 1 }
}

struct ListControllerTests {
  @Test func `What a subclass of a subclass overrides is called`() {
    let inbox = CompactInbox()
    let list = ListView(size: ListSize(width: 10, height: 5))
    list.dataSource = inbox
    list.delegate = inbox
    #expect((list.numberOfRows(inSection: 0), list.rectForRow(at: ListPath(row: 0, section: 0)).size.height) == (20, 1))
  }

  /// A method that fulfils a requirement without a default cannot be missing, since the class conforms.
  @Test func `A controller has every default of the protocols`() throws {
    func words(_ text: Substring) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let controller = words(try ProjectFiles.text("Sources/ListModel/ListController.swift")[...])
    let defaults = try ProjectFiles.swiftSources(in: "Sources/ListModel").flatMap { text in
      text.matches(of: #/\nextension List\w+(?:Delegate|DataSource) {\n(?s:(.*?))\n}/#).flatMap { extended in
        extended.1.replacing(#/ *///.*/#, with: "").split(separator: "public ").map(words)
      }
    }
    #expect(defaults.count > 100)
    #expect(defaults.filter { !controller.contains("open \($0)") } == [])
  }
}
