import FeedFormats
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// The first items of long files, against the items of the whole file.
@Suite struct FeedBeginningTests {
  private func longFeed(_ count: Int, wideItem: Int? = nil) -> [UInt8] {
    let items = (0..<count).map { number in
      let text = String(repeating: "日本語 text \(number) ", count: number == wideItem ? 2000 : 5)
      return #"{"id":"\#(number)","content_text":"\#(text)","date_published":"none"}"#
    }
    return Array(#"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]}"#.utf8)
  }

  private func rss(_ count: Int) -> [UInt8] {
    let items = (0..<count).map {
      "<item><guid>\($0)</guid><description>\(String(repeating: "é&nbsp; ", count: 10))</description></item>"
    }
    return Array("<rss><channel><title>t</title>\(items.joined())</channel></rss>".utf8)
  }

  /// Items on lines, of which every third one goes on in another line.
  private func lines(_ count: Int) -> [UInt8] {
    let lines = (0..<count).map { "{\"id\":\"\($0)\",\($0 % 3 == 1 ? "\n" : "")\"title\":\"\($0)\"}" }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test func `the first items are those of the whole file`() throws {
    for (name, bytes) in [
      ("many", longFeed(300)), ("one is wide", longFeed(40, wideItem: 1)), ("RSS", rss(300)), ("lines", lines(300)),
    ] {
      let whole = try FeedReader().read(bytes)
      for count in [0, 1, 2, 10, 70, whole.items.count - 1] {
        let world = TestWorld()
        world.files["f"] = bytes
        world.pieceSize = 1001
        var beginning = try FeedBeginning(of: .path("f"), FeedReader.Options(), world.environment, firstPiece: 2048)
        guard let document = try beginning.read(itemCount: count) else {
          #expect(beginning.bytes == bytes, "\(count) of \(name)")
          continue
        }
        #expect(document.items == Array(whole.items.prefix(count)), "\(count) of \(name)")
        guard count < whole.items.count else { continue }
        let end = whole.items[count].position
        #expect(document.findings == whole.findings.filter { $0.position < end }, "\(count) of \(name)")
        if count < 10, name == "many" { #expect(beginning.bytes.count < 5000) }
      }
    }
  }

  @Test func `a short file is read to its end`() throws {
    let world = TestWorld()
    world.files["f"] = Array("{".utf8)
    var beginning = try FeedBeginning(of: .path("f"), FeedReader.Options(), world.environment)
    #expect(try beginning.read(itemCount: 1) == nil)
    #expect(beginning.bytes == world.files["f"])
  }

  @Test func `what follows the items asked for is not looked at`() throws {
    let world = TestWorld()
    world.files["f"] = longFeed(3000).dropLast(5) + Array("this is no JSON".utf8)
    #expect(world.run("render", "f", "--to", "ndjson", "--limit", "3", "-q") == .done)
    #expect(world.output.split(separator: UInt8(ascii: "\n")).count == 3)
    #expect(world.run("render", "f", "--to", "ndjson", "-q") == .badData)
  }
}
