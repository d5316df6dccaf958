import FeedFormats
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// When the viewer reads its feeds again, and what it shows while they are being written.
@Suite struct FeedSourcesTests {
  private func sources(_ world: TestWorld, _ words: String...) throws -> FeedSources {
    FeedSources(try ArgumentParser.parse(words[...], for: .view), world.environment)
  }

  /// The titles of a change, or the words of a message.
  private func words(_ changes: [FeedSources.Change]) -> [String] {
    changes.map { change in
      switch change {
      case .items(let section, let items): "\(section): " + items.map { $0.decoded.title ?? "-" }.joined()
      case .lines(let section, let lines): "\(section): \(lines.count) lines"
      case .growth(let section): "\(section): more lines"
      case .message(let message): message.words
      }
    }
  }

  @Test func aNewVersionIsReadOnceItsFileHasChanged() throws {
    let world = TestWorld()
    world.files["a"] = Array((versionLine("abc") + "\n").utf8)
    world.files["b"] = Array((versionLine("xyz") + "\n").utf8)
    var sources = try sources(world, "a", "b", "--sections")
    let first = try sources.openInput()
    #expect(first.sections.map(\.document.items.count) == [3, 3])
    #expect(sources.changes().isEmpty && sources.descriptors.isEmpty && sources.greeting == nil)
    world.files["b"] = Array((versionLine("xy") + "\n").utf8)
    #expect(words(sources.changes()) == ["1: xy"])
    #expect(sources.changes().isEmpty)
  }

  @Test func aVersionThatIsBeingWrittenIsNotShown() throws {
    let whole = Array((versionLine("abcdefgh") + "\n").utf8)
    for count in 1..<whole.count {
      let world = TestWorld()
      world.files["v"] = Array((versionLine("xy") + "\n").utf8)
      var sources = try sources(world, "v")
      _ = try sources.openInput()
      world.files["v"] = Array(whole.prefix(count))
      #expect(sources.changes().isEmpty, "\(count)")
      world.files["v"] = whole
      #expect(words(sources.changes()) == ["0: abcdefgh"], "\(count)")
    }
  }

  @Test func aVersionThatStaysDamagedIsReportedOnceAndTheOneBeforeIsShown() throws {
    let world = TestWorld()
    world.files["v"] = Array((versionLine("xy") + "\n").utf8)
    var sources = try sources(world, "v")
    _ = try sources.openInput()
    world.files["v"] = Array(versionLine("abc").utf8.dropLast(9))
    #expect(sources.changes().isEmpty)
    let said = words(sources.changes())
    #expect(said.count == 1 && said[0].hasSuffix("nothing was read; the version before is shown"), "\(said)")
    #expect(sources.changes().isEmpty)
    world.files["v"] = nil
    #expect(words(sources.changes()) == ["v: the file is gone; the last version is shown"])
    #expect(sources.changes().isEmpty)
    world.files["v"] = Array((versionLine("xyz") + "\n").utf8)
    #expect(words(sources.changes()) == ["0: xyz"])
  }

  @Test func linesAreAddedAndNewFindingsAreReported() throws {
    let world = TestWorld()
    world.files["log"] = []
    var sources = try sources(world, "log")
    #expect(try sources.openInput().sections[0].document.items.isEmpty, "a log may begin empty")
    world.files["log", default: []] += Array("{\"id\":\"1\",\"title\":\"a\"}\n".utf8)
    #expect(words(sources.changes()) == ["0: a"])
    world.files["log", default: []] += Array("{\"id\":\"2\",\"ti".utf8)
    #expect(sources.changes().isEmpty, "a line is read when it is whole")
    world.files["log", default: []] += Array("tle\":\"b\"}\n{bad\n".utf8)
    let changes = words(sources.changes())
    #expect(changes.count == 2 && changes[1].hasPrefix("log:3:") && changes[0] == "0: ab", "\(changes)")
    world.files["log", default: []] += Array("{\"id\":\"3\",\"title\":\"c\"}\n".utf8)
    #expect(words(sources.changes()) == ["0: abc"])
    // The last line may never get its newline.
    world.files["log", default: []] += Array("{\"id\":\"4\",\"title\":\"d\"}".utf8)
    #expect(sources.changes().isEmpty)
    #expect(words(sources.changes()) == ["0: abcd"])
  }

  @Test func standardInputIsShownAsItComes() throws {
    let world = TestWorld()
    world.pieces = []
    var sources = try sources(world, "-")
    #expect(try sources.openInput().sections[0].document.items.isEmpty)
    #expect(sources.greeting?.words == "waiting for standard input" && sources.descriptors == [0])
    world.pieces = [Array("{\"id\":\"1\",\"title\":\"a\"}\n".utf8)]
    #expect(words(sources.changes()) == ["0: a"] && sources.greeting == nil)
    world.pieces = [Array("{\"id\":\"2\",\"title\":\"b\"}\n{\"id\"".utf8)]
    #expect(words(sources.changes()) == ["0: ab"])
    world.pieces = [Array(":\"3\",\"title\":\"c\"}\n".utf8), []]
    #expect(words(sources.changes()) == ["0: abc", "standard input has ended"])
    #expect(sources.descriptors.isEmpty && sources.changes().isEmpty)
  }

  @Test func aLongInputIsReadInLinearTime() throws {
    let world = TestWorld()
    let lines = (0..<2000).map { Array("{\"id\":\"\($0)\",\"title\":\"t\"}\n".utf8) }
    world.pieces = [lines[0]]
    var sources = try sources(world, "-")
    _ = try sources.openInput()
    world.pieces = Array(lines.dropFirst())
    var counts: [Int] = []
    while world.pieces?.isEmpty == false {
      for case .items(_, let items) in sources.changes() { counts.append(items.count) }
    }
    #expect(counts.last == 2000 && counts.count < 25, "\(counts)")
  }
}
