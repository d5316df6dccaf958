import Testing

@testable import FeedFormats

@Suite struct FeedItemTests {
  private func item(_ json: String) throws -> FeedItem {
    let text = #"{"version":"https://jsonfeed.org/version/1.1","title":"","items":[\#(json)]}"#
    return try #require(try FeedReader().read(Array(text.utf8)).items.first)
  }

  @Test func `content is the same however it is spelled and wherever it stands`() throws {
    let item = try item(#"{"id":"a","title":"T","tags":["x"]}"#)
    for same in [
      #"{"id":"a","title":"T","tags":["x"]}"#, #"  {"title":"T", "id":"a", "tags":["x"]}"#,
      #"{"id":"a","title":"\u0054","tags":["x"],"_own":7}"#,
    ] {
      let other = try self.item(same)
      #expect(item.hasSameContent(as: other) && other.hasSameContent(as: item), "\(same)")
    }
  }

  @Test func `every member is content`() throws {
    let item = try item(#"{"id":"a"}"#)
    for member in [
      #""id":"b""#, #""url":"u""#, #""external_url":"u""#, #""title":"t""#, #""content_text":"c""#,
      #""content_html":"c""#, #""summary":"s""#, #""image":"i""#, #""date_published":"2026-07-01T12:00:00Z""#,
      #""date_modified":"2026-07-01T12:00:00Z""#, #""authors":[{"name":"n"}]"#, #""tags":["t"]"#,
    ] {
      let other = try self.item(#"{"id":"a",\#(member)}"#)
      #expect(!item.hasSameContent(as: other) && !other.hasSameContent(as: item), "\(member)")
    }
  }

  /// Elements are changed where they are: a copy of the array for each would take minutes here.
  @Test func `arrays are changed in place`() {
    var item = FeedItem()
    for number in 0..<20_000 { item.attachments.append(FeedAttachment(url: "\(number)")) }
    let copy = item
    for place in item.attachments.indices { item.attachments[place].url += "/" }
    #expect(item.attachments.last?.url == "19999/" && copy.attachments.last?.url == "19999")
    for number in 0..<20_000 { item.tags.append("\(number)") }
    #expect(item.tags.count == 20_000 && copy.tags.isEmpty)
  }
}
