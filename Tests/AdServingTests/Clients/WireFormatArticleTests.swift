import Foundation
import Placement
import TestSupport
import Testing

@testable import AdServing

/// The examples of the article "Clients in other languages".
@Suite struct WireFormatArticleTests {
  private static let article = Result { try ProjectFiles.text("Sources/AdServing/AdServing.docc/WireFormat.md") }

  /// The examples, each with the last schema that is named before it.
  private func examples() throws -> [(schema: String, text: String)] {
    let parts = try Self.article.get().components(separatedBy: "```")
    return try stride(from: 1, to: parts.count, by: 2).map { index in
      let named = parts[index - 1].matches(of: /`([a-z-]+\.json)`/).last
      return (
        String(try #require(named).output.1),
        String(try #require(parts[index].wholeMatch(of: /json\n(.*)/.dotMatchesNewlines())).output.1)
      )
    }
  }

  /// Decodes an example, and encodes what it is.
  private func again<Value: Codable>(_ type: Value.Type) -> (Data) throws -> Data {
    { try JSONEncoder().encode(JSONDecoder().decode(type, from: $0)) }
  }

  private var readers: [String: (Data) throws -> Data] {
    [
      "acknowledgement.json": again(ImpressionAcknowledgement.self), "ad-identity.json": again(AdIdentity.self),
      "cursor.json": cursor, "decision.json": again(JointDecision.self),
      "entry.json": again(FeedEntry<String, Ad<String>>.self), "history.json": again(FrequencyHistory.self),
      "impression-id.json": again(ImpressionID.self), "impression.json": again(Impression.self),
      "measures.json": again(FeedMeasures.self), "origin.json": again(PlaceOrigin.self),
      "path.json": again(FeedPath.self), "reason.json": again(RefusalReason.self),
      "sectioned-measures.json": again(SectionedMeasures.self), "slot.json": again(AdSlot.self),
      "time.json": again(LedgerTime.self), "upload.json": again([Impression].self),
    ]
  }

  /// Reads a cursor with any tag.
  private func cursor(_ data: Data) throws -> Data {
    var tag: [UInt8] = []
    let cursor = try FeedCursor(text: JSONDecoder().decode(String.self, from: data)) { _, found in
      tag = found
      return true
    }
    return try JSONEncoder().encode(cursor.text { _ in tag })
  }

  @Test func `every example is valid and read and written again`() throws {
    let schemas = try JSONSchema(folder: "Fixtures/schemas")
    let readers = readers
    for (name, text) in try examples() {
      let tree = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
      #expect(schemas.faults(of: tree, by: name) == [], "\(text)")
      let read = try #require(readers[name], "\(name)")
      #expect(try JSONDecoder().decode(JSONTree.self, from: read(Data(text.utf8))) == tree, "\(text)")
    }
    // Paths stand in the text, between other examples.
    #expect(Set(try examples().map(\.schema)).union(["path.json"]) == Set(schemas.names))
    #expect(Set(readers.keys) == Set(schemas.names))
  }

  @Test func `the examples say what the text says of them`() throws {
    let examples = try examples()
    func example<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
      let text = try #require(examples.first { $0.schema == name }).text
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    #expect(try example("time.json", as: LedgerTime.self).time.wholeMilliseconds == 1_700_000_000_250)
    let history = try example("history.json", as: FrequencyHistory.self)
    #expect(history.times(of: "spring") == [.milliseconds(1_700_000_000_250)])
    let answer = try example("acknowledgement.json", as: ImpressionAcknowledgement.self)
    let text = try #require(try Self.article.get().firstMatch(of: /"receipt": "(.*)"/)).output.1
    let receipt = try ServingReceipt(text: String(text), tag: fnvTag)
    let ad = AdIdentity(adID: "a17", campaign: "spring")
    let issued = Duration.milliseconds(1_700_000_000_250)
    #expect(
      try receipt
        == ServingReceipt(
          of: ad, for: "ann", price: Price("1.25 USD"), issued: issued, expires: issued + .milliseconds(86_400_000)))
    func isSettled(_ stream: Int, _ number: Int) -> Bool {
      answer.covers(ImpressionID(device: answer.device, stream: stream, number: number))
    }
    #expect(isSettled(0, 99) && isSettled(1, 39) && isSettled(3, 16) && isSettled(3, 18) && isSettled(3, 24))
    #expect(!isSettled(1, 40) && !isSettled(2, 0) && !isSettled(3, 17) && !isSettled(3, 25))
    #expect(try Self.article.get().contains("latest \(ImpressionInbox.streamsPerDevice) streams"))
    #expect(try Self.article.get().contains("\(ImpressionInbox.gapsPerStream) gaps"))
    #expect(try Self.article.get().contains("at most \(ImpressionID.longestDevice) bytes"))
  }

  /// The table of reasons names every rule with its members, and no others.
  @Test func `the table of reasons is whole`() throws {
    let path = #"{"section":0,"row":2}"#
    let values = ["count": "2", "share": "0.5", "tag": #""news""#, "row": path, "tenant": #""direct""#]
    var rules: Set<String> = []
    let table = try #require(try Self.article.get().components(separatedBy: "| `rule` | further member |").last)
    for row in table.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst() {
      let cells = row.split(separator: "|")
      let member = cells[1].firstMatch(of: /`(\w+)`/).map { String($0.output.1) }
      for rule in cells[0].matches(of: /`(\w+)`/).map({ String($0.output.1) }) {
        rules.insert(rule)
        func read(_ members: [String]) throws -> RefusalReason {
          let members = members.map { #","\#($0)":\#(values[$0] ?? "")"# }.joined()
          return try JSONDecoder().decode(RefusalReason.self, from: Data(#"{"rule":"\#(rule)"\#(members)}"#.utf8))
        }
        #expect(throws: Never.self, "\(rule)") { try read(member.map { [$0] } ?? []) }
        if member != nil { #expect(throws: DecodingError.self, "\(rule)") { try read([]) } }
      }
    }
    #expect(rules == Set(ServingCounters.Refusal.allCases.map(\.rawValue)).union(["noContent"]))
  }
}
