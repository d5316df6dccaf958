import TestSupport
import Testing

@testable import FeedFormats

@Suite struct AdReaderTests {
  private func read(_ text: String, partial: Bool = false, maxItems: Int = 100) throws(FeedError) -> AdDocument {
    var options = FeedReader.Options()
    options.partial = partial
    options.maxItems = maxItems
    return try AdReader(options: options).read(Array(text.utf8))
  }

  @Test func `every shape gives the same ads`() throws {
    let shapes = [
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1"},{"id":"2"}]}"#,
      #"{"items":[{"id":"1"},{"id":"2"}]}"#, " [ {\"id\":\"1\"} , {\"id\":\"2\"} ] ", "{\"id\":\"1\"}\n{\"id\":\"2\"}",
      "\n{\"id\":\"1\"}\r\n\n \n{\"id\":\"2\"}\n",
    ]
    for shape in shapes { #expect(try read(shape).items.map(\.id) == ["1", "2"], "\(shape)") }
    #expect(try read("{\n\"id\":\n\"1\"}\n").items.map(\.id) == ["1"])
    #expect(try read("[]").items.isEmpty)
  }

  @Test func `a bid response is found by its content`() throws {
    let bids =
      #"{"id":"a","seatbid":[{"seat":"s","bid":[{"id":"b","price":1,"adm":{"assets":[{"title":{"text":"t"}}]}},"#
    let ads = try read(bids + #"{"id":"c","mtype":1}]}]}"#)
    #expect(ads.items.map(\.id) == ["a/s/b"] && ads.items.map(\.title) == ["t"])
    #expect(ads.findings.map(\.problem) == [#"the bid "c" is no native ad but a banner"#])
    #expect(try read(#"{"nbr":2}"#).items.isEmpty)
    #expect(try read(bids + #"{"id":"c","mtype":1}]}]}"#, maxItems: 0).items.isEmpty)
    #expect(throws: FeedError.self) { try read(bids) }
    #expect(try read(bids, partial: true).items.map(\.id) == ["a/s/b"])
    #expect(try read(#"{"seatbid":[],"items":[{"id":"1"}]}"#).items.map(\.id) == ["1"])
    #expect(try read(#"{"id":"1"}"# + "\n" + #"{"id":"2","seatbid":[]}"#).items.map(\.id) == ["1", "2"])
  }

  @Test func `the item of an ad is the item of JSON Feed that its bytes are`() throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/bids/harbour-response.json"))
    let document = try AdReader().read(bytes)
    #expect(document.items.map(\.id) == ["evening-7/north/b1", "evening-7/north/b2", "evening-7//untitled"])
    let empty = document.findings.filter { $0.problem.hasSuffix("has nothing to show") }
    #expect(empty.map(\.remedy) == Array(repeating: .itemLeftOut, count: 3))
    #expect(zip(document.findings, document.findings.dropFirst()).allSatisfy { $0.position <= $1.position })
    for item in document.items {
      let again = try AdReader().read(Array(try #require(item.raw)))
      #expect(again.findings.isEmpty && again.items.count == 1 && again.items[0].hasSameContent(as: item))
    }
    let tea = document.items[0]
    #expect(tea.title == "The Copper Kettle: “first pot” free" && tea.url == "https://kettle.example/")
    #expect(tea.authors == [FeedAuthor(name: "The Copper Kettle", avatar: "https://img.example/kettle.png")])
    #expect(tea.position == SourcePosition(line: 7, column: 5))
    #expect(document.items[1].authors.first?.name == "Bootshaus")
  }

  @Test func `bad lines are left out`() throws {
    let ads = try read("{\"id\":\"1\"}\n{\"id\":\n7\n{\"id\":\"2\"} x\n{\"id\":\"3\"}\n")
    #expect(ads.items.map(\.id) == ["1", "3"])
    #expect(
      ads.findings.map(\.description) == [
        "2:7: the line ends too early, within an object or an array; item left out",
        "3:1: an item is a number, not an object; item left out",
        "4:12: expected the end of the item; item left out",
      ])
    #expect(try read("{x\n{\"id\":\"2\"}\n").items.map(\.id) == ["2"])
  }

  @Test func `what ends too early is an error unless in part`() throws {
    for text in ["[{\"id\":\"1\"},{\"id\":", "{\"items\":[{\"id\":\"1\"},{", "{\"id\":\"1\"}\n{\"id"] {
      do {
        _ = try read(text)
        Issue.record("\(text) was taken")
      } catch {
        guard case .truncated = error else { Issue.record("\(error)"); continue }
      }
      let part = try read(text, partial: true)
      #expect(part.items.map(\.id) == ["1"], "\(text)")
      #expect(!part.findings.isEmpty, "\(text)")
    }
  }

  @Test func `ads are capped and others are named`() throws {
    #expect(try read("[{},{},{}]", maxItems: 2).items.count == 2)
    #expect(try read("{\"id\":\"1\"}\n{\"id\":\"2\"}\n{}", maxItems: 2).items.count == 2)
    for text in ["<rss/>", "ads", "[,]", "[1,,]", "[] x"] { #expect(throws: FeedError.self) { try read(text) } }
  }
}
