import FeedFormats
import Placement
import TerminalUI
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
      case .items(let section, let feed): "\(section): " + feed.items.map { $0.decoded.title ?? "-" }.joined()
      case .lines(let section, let lines): "\(section): \(lines.count) lines"
      case .growth(let section): "\(section): more lines"
      case .message(let message), .trouble(let message): message.words
      case .fetched(let words): words
      }
    }
  }

  @Test func `a new version is read once its file has changed`() throws {
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

  @Test func `a version that is being written is not shown`() throws {
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

  @Test func `a version that stays damaged is reported once and the one before is shown`() throws {
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
    let messages = world.environment.messages
    #expect(messages.troubles.map(\.words) == ["v: the file is gone; the last version is shown"])
    world.files["v"] = Array((versionLine("xyz") + "\n").utf8)
    #expect(words(sources.changes()) == ["0: xyz"] && messages.troubles.isEmpty, "it is mended")
  }

  @Test func `lines are added and new findings are reported`() throws {
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

  @Test func `a document on standard input is read again as it comes`() throws {
    let world = TestWorld()
    world.pieces = []
    var sources = try sources(world, "-")
    #expect(try sources.openInput().sections[0].document.items.isEmpty)
    #expect(sources.greeting?.words == "waiting for standard input" && sources.descriptors == [0])
    let bytes = Array(versionLine("abc").replacing("},{", with: "},\n{").utf8)
    let cuts = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    world.pieces = [Array(bytes[..<cuts[0]])]
    #expect(words(sources.changes()) == ["0: a"] && sources.greeting == nil)
    world.pieces = [Array(bytes[cuts[0]..<cuts[1]])]
    #expect(words(sources.changes()) == ["0: ab"])
    world.pieces = [Array(bytes[cuts[1]...]), []]
    #expect(words(sources.changes()) == ["0: abc", "standard input has ended"])
    #expect(sources.descriptors.isEmpty && sources.changes().isEmpty)
  }

  @Test func `lines on standard input are found as they come, each once`() throws {
    let world = TestWorld()
    world.pieces = []
    let settings = try ArgumentParser.parse(["-"], for: .view)
    var sources = FeedSources(settings, world.environment)
    let size = ScreenSize(columns: 40, rows: 12)
    let viewer = try ViewerSession(try sources.openInput(), nil, settings, world.environment, size: size)
    func next(_ pieces: String..., ends: Bool = false) -> [String] {
      world.pieces = pieces.map { Array($0.utf8) } + (ends ? [[]] : [])
      let changes = sources.changes()
      for change in changes {
        switch change {
        case .lines(let section, let lines): viewer.show(lines, section: section)
        case .growth(let section): #expect(viewer.grow(section: section))
        case .items, .message, .trouble, .fetched: break
        }
      }
      while viewer.isReading { viewer.readOn(isHurried: false) }
      return words(changes)
    }
    func titles() -> [String?] {
      (0..<viewer.feed.map.userCounts[0]).map { viewer.feed.item(at: FeedPath(section: 0, row: $0))?.title }
    }
    #expect(next("{\"id\":\"1\",\"title\":\"a\"}\n") == ["0: 1 lines"])
    #expect(next("{\"id\":\"2\",\"title\":\"b\"}\n{\"id\"") == ["0: more lines"])
    #expect(titles() == ["a", "b"], "a line is shown when it is whole")
    try viewer.press("f")
    #expect(next(":\"3\",\"title\":\"c\"}\nno item\n") == ["0: more lines"])
    #expect(titles() == ["a", "b", "c", "no item"])
    #expect(viewer.selectedTitle == "no item", "what is new is followed")
    try viewer.press("gfp")
    #expect(next("{\"id\":\"4\",\"title\":\"d\"}\n") == ["0: more lines"])
    #expect(titles().count == 4 && viewer.grown == [0])
    try viewer.press("p")
    #expect(next("{\"id\":\"5\",\"title\":\"e\"}", ends: true) == ["0: more lines", "standard input has ended"])
    #expect(titles() == ["a", "b", "c", "no item", "d", "e"], "the last line needs no newline")
    #expect(viewer.selectedTitle == "a" && sources.descriptors.isEmpty)
  }

  @Test func `ads in view say how many there are by now`() throws {
    let world = TestWorld()
    world.pieces = []
    world.addAds("ads", count: 9)
    let settings = try ArgumentParser.parse(["-", "--ads", "ads", "--rule", "every 2 from 1"], for: .view)
    var sources = FeedSources(settings, world.environment)
    let size = ScreenSize(columns: 60, rows: 16)
    let viewer = try ViewerSession(try sources.openInput(), nil, settings, world.environment, size: size)
    for (number, words) in [(0, "1st of 1"), (1, "1st of 3"), (3, "1st of 7")] {
      world.pieces = (number == 3 ? [2, 3] : [number]).map { batch in
        Array((0..<2).map { #"{"id":"\#(batch)-\#($0)","title":"x"}"# + "\n" }.joined().utf8)
      }
      for change in sources.changes() {
        if case .lines(let section, let lines) = change { viewer.show(lines, section: section) }
        if case .growth(let section) = change { _ = viewer.grow(section: section) }
      }
      while viewer.isReading { viewer.readOn(isHurried: false) }
      #expect(viewer.lines.contains { $0.hasSuffix("ad · every 2 from 1 · \(words)") }, "\(viewer.lines)")
    }
  }

  @Test func `what comes is read at any offset`() {
    let spool = InputSpool()
    var random = SeededGenerator(seed: 3)
    let line = [0x0A] + (1..<977).map { UInt8($0 & 0x7F) | 0x20 }
    let lines = [[UInt8]](repeating: line, count: 93).joined()
    var bytes: [UInt8] = []
    while bytes.count < 3 << 20 {
      let piece = Array(lines.prefix(Int.random(in: 1...90_000, using: &random)))
      spool.append(piece)
      bytes += piece
    }
    bytes += [0x61, 0x62]
    spool.append([0x61, 0x62])
    let lineEnd = (bytes.lastIndex(of: 0x0A) ?? 0) + 1
    #expect(spool.count == bytes.count && spool.bytes == bytes && spool.reader.byteCount == lineEnd)
    spool.end()
    let reader = spool.reader
    #expect(reader.byteCount == bytes.count)
    for offset in [0, 1, 1 << 20, (1 << 20) - 1, 2_500_000, bytes.count - 1, bytes.count] {
      let read = try? nextBytes(atMost: 5000) { target throws(InputFailure) in try reader.read(offset, &target) }
      let expected = bytes[offset..<min(bytes.count, offset + 5000, (offset / (1 << 20) + 1) << 20)]
      #expect(read == expected.map(\.self)[...], "\(offset)")
    }
  }

  @Test func `a file that becomes a pipe is not opened`() throws {
    let world = TestWorld()
    world.files["v"] = Array((versionLine("xy") + "\n").utf8)
    var sources = try sources(world, "v")
    _ = try sources.openInput()
    world.pipes = ["v"]
    world.files["v"] = Array((versionLine("abc") + "\n").utf8)
    #expect(words(sources.changes()) == ["v: it is no regular file any more; the last version is shown"])
    world.files["v"] = Array((versionLine("abcd") + "\n").utf8)
    #expect(sources.changes().isEmpty)
    world.pipes = []
    #expect(words(sources.changes()) == ["0: abcd"])
  }
}
