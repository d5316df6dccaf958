import TestSupport
import Testing

@testable import FeedFormats

/// Items that are decoded when they are used, against items that are decoded when they are read.
@Suite struct EncodedItemTests {
  private func documents(_ bytes: [UInt8]) throws -> (decoded: FeedDocument, encoded: FeedDocument) {
    var options = FeedReader.Options()
    let decoded = try FeedReader(options: options).read(bytes)
    options.keepsItemsEncoded = true
    return (decoded, try FeedReader(options: options).read(bytes))
  }

  @Test func documentsAreEqualEitherWay() throws {
    for name in ProjectFiles.names(in: "Fixtures/feeds") {
      let (decoded, encoded) = try documents(try #require(ProjectFiles.bytes("Fixtures/feeds/\(name)")))
      #expect(decoded == encoded && decoded.hashValue == encoded.hashValue, "\(name)")
      for (one, other) in zip(decoded.items, encoded.items) {
        #expect(one == other.decoded && one.title == other.title && one.raw == other.raw, "\(name)")
        #expect(one.position == other.position && one.tags == other.tags && one.hasSameContent(as: other), "\(name)")
      }
    }
  }

  @Test func addressesAreResolvedEitherWay() throws {
    let text = #"{"items":[{"id":"a","url":"/p","image":"i.png"}],"home_page_url":"https://example.org/b/"}"#
    let (decoded, encoded) = try documents(Array(text.utf8))
    #expect(encoded.items[0].url == "https://example.org/p" && encoded.items[0].image == "https://example.org/b/i.png")
    #expect(decoded == encoded)
  }

  @Test func aChangedItemIsAnotherOne() throws {
    let (decoded, encoded) = try documents(Array(#"{"items":[{"id":"a","title":"t","tags":["x"]}]}"#.utf8))
    for document in [decoded, encoded] {
      var copy = document
      copy.items[0].title = "u"
      copy.items[0].tags.append("y")
      #expect(document.items[0].title == "t" && document.items[0].tags == ["x"])
      #expect(copy.items[0].title == "u" && copy.items[0].tags == ["x", "y"] && copy.items[0].id == "a")
      #expect(copy.items[0].raw == document.items[0].raw && copy != document)
    }
  }

  /// A document with flaws that are repaired keeps the repaired bytes, not those of the file.
  @Test func repairedItemsAreTheSameEitherWay() throws {
    let (decoded, encoded) = try documents(Array("{\"items\":[{\"id\":\"a\u{1}\",},{\"id\":\"b\"}]}".utf8))
    #expect(decoded == encoded && encoded.items[0].raw == Array(#"{"id":"a\u0001"}"#.utf8)[...])
  }

  // MARK: - Repeated identifiers

  @Test func repetitionsAreThoseThatADictionaryFinds() {
    for seed in 0..<Sample.of(200, few: 40) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let names = Int.random(in: 1...200, using: &random)
      let ids = (0..<300).map { _ in "id\(Int.random(in: 0..<names, using: &random))" }
      var table = RepeatedIdentifiers()
      var firsts: [String: Int] = [:]
      var reported: Set<String> = []
      for (row, id) in ids.enumerated() {
        let found = table.insert(id, row: row) { ids[$0] }
        let first = firsts[id]
        firsts[id] = first ?? row
        #expect(found == (first != nil && reported.insert(id).inserted ? first : nil), "seed \(seed), row \(row)")
      }
    }
  }
}
