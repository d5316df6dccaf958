import Testing

@testable import FeedWeaveCommand

@Suite struct FileKindTests {
  private func kind(of text: String) throws -> FileKind {
    let world = TestWorld()
    world.standardInput = Array(text.utf8)
    world.pieceSize = 3
    return try FileKind.detect(in: ValidationInput(.standardInput, limit: .max, world.environment))
  }

  @Test func `the kind is found by content`() throws {
    let table: [(String, FileKind)] = [
      ("", .feed), (" \n\n", .feed), ("Dear reader", .feed), ("<rss>", .feed), ("\u{FEFF}\n<feed>", .feed),
      ("[1]", .feed), ("[{\"items\":[]}\n]", .feed), (#"{"version":"1","items":[]}"#, .feed),
      (#"{"title":"x","items":[{"id":"a","x":{"groups":1,"ads":[]}}]}"#, .feed), (#"{"feed":[]}"#, .feed),
      (#"{"items":[{"id":"a","x":{"groups":1,"ads":[]}}]}"#, .requests), (#"{"user":7,"items":[]}"#, .requests),
      ("{\n\"items\":[\n{\"id\":\"a\"}\n]\n}\n", .feed), ("{\"id\":\"a\"}\n{\"id\":\"b\"}\n", .feed),
      ("{\"id\":\"a\",\"version\":1}\n{\"id\":\"b\"}\n", .feed), (#"{"version":"1","title":"x"}"#, .feed),
      ("{\"version\":1,\"items\":[]}\n{\"version\":1,\"items\":[]}\n", .versions),
      ("{}", .rules), ("{}\n{\"id\":\"1\"}\n", .feed), (#"{"every":6}"#, .rules),
      (#" {"evry":6,"sections":[0,2]} "#, .rules), ("{\"at\":[1],", .rules),
      ("{\n  \"every\": 6,\n  \"seed\": 7\n}", .rules), (#"{"sections":[],"every":6}"#, .rules),
      (#"{"groups":[]}"#, .weavingPlan), ("{\"groups\":\n[{\"items\":[]}]}", .weavingPlan),
      (#"{"items":[],"ads":[]}"#, .requests), (#"{"sections":[{"items":[]}]}"#, .requests),
      (#"{"placement":{"every":6}}"#, .requests), (#"{"id":1,"items":[]}"#, .requests),
      ("\n\n{\"items\":[]}\r\n\r\n{\"items\":[]}", .requests), ("nonsense\n{\"items\":[]}\n", .requests),
      ("{\"items\":[}\n{\"items\":[]}\n", .requests), ("{\"id\":\"no\"}\n{\"items\":[]}\n", .requests),
    ]
    for (text, kind) in table { #expect(try self.kind(of: text) == kind, "\(text.debugDescription)") }
  }

  @Test func `brackets in strings and escapes are no structure`() {
    let text = #" {"a\"}":"}]{\\","b" : [{"c":1},","],"d":}"#
    let outline = JSONOutline(Array((text + " after").utf8)[...])
    #expect(outline.members.map(\.name) == [#"a\"}"#, "b", "d"])
    #expect(outline.first == UInt8(ascii: "{") && outline.end == text.utf8.count)
    #expect(outline.beginning(of: outline.members[1]) == (UInt8(ascii: "["), UInt8(ascii: "{")))
    for text in ["", " ", "1", "{", "[", "\"", "{\"", "{\"a", "{\"a\\", "{\"a\":", "{:,}", "]]", "{]"] {
      let outline = JSONOutline(Array(text.utf8)[...])
      #expect(outline.members.count <= 1, "\(text)")
    }
  }
}
