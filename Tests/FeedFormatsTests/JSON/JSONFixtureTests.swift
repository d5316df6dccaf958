import TestSupport
import Testing

@testable import FeedFormats

/// The feeds in Fixtures that are JSON but not JSON Feed documents, with the items that they must give.
@Suite struct JSONFixtureTests {
  private static let folder = "Fixtures/feeds"

  private static let formats: [(name: String, format: FeedFormat, count: Int)] = [
    ("harbour.mastodon.json", .mastodon, 10), ("harbour.bluesky.json", .bluesky, 10),
    ("harbour.ndjson", .itemLines, 7), ("harbour.rssjson", .rssInJSON, 6),
    ("hostile.mastodon.json", .mastodon, 81), ("hostile.bluesky.json", .bluesky, 79),
    ("hostile.ndjson", .itemLines, 23), ("hostile.rssjson", .rssInJSON, 88),
  ]

  private func bytes(_ name: String) throws -> [UInt8] {
    try #require(ProjectFiles.bytes("\(Self.folder)/\(name)"))
  }

  private func written(_ document: FeedDocument) -> [UInt8] {
    var bytes: [UInt8] = []
    let entries = document.items.enumerated().map { WovenEntry($1, .content(userRow: $0), section: 0, row: $0) }
    MergedFeedWriter(.document).write(entries, of: [document]) { bytes += $0 }
    return bytes
  }

  @Test func `every file gives the expected items`() throws {
    for (name, format, count) in Self.formats {
      let document = try FeedReader().read(bytes(name))
      #expect(document.format == format && document.items.count == count, "\(name): \(document.items.count)")
      let output = written(document)
      let difference = ProjectFiles.difference(of: output, from: "\(name).json", in: "\(Self.folder)/expected")
      #expect(difference == nil)
      #expect(FeedJSONOracle.accepts(output), "\(name)")
      // Lines of JSON Feed are copied; items of other formats are written as items of JSON Feed.
      #expect(document.items.allSatisfy { ($0.raw != nil) == (format == .itemLines) }, "\(name)")
    }
  }

  @Test func `every finding is expected`() throws {
    for (name, _, _) in Self.formats {
      let findings = try FeedReader().read(bytes(name)).findings.map { "\($0)\n" }.joined()
      let difference = ProjectFiles.difference(
        of: Array(findings.utf8), from: "\(name).findings.txt", in: "\(Self.folder)/expected")
      #expect(difference == nil)
    }
  }

  @Test func `the items that are written read back as the same`() throws {
    for (name, format, _) in Self.formats where format != .itemLines {
      let document = try FeedReader().read(bytes(name))
      let again = try FeedReader().read(written(document))
      #expect(again.format == .jsonFeed && again.items.count == document.items.count)
      for (item, copy) in zip(document.items, again.items) {
        #expect(copy.id == item.id && copy.title == item.title && copy.url == item.url, "\(name)")
        #expect(copy.contentHTML == item.contentHTML && copy.tags == item.tags, "\(name)")
        #expect(copy.datePublished == item.datePublished && copy.authors == item.authors, "\(name)")
      }
    }
  }

  @Test func `a format that is asked for is the only one taken`() throws {
    for (name, format, count) in Self.formats {
      for asked in FeedFormat.allCases {
        var options = FeedReader.Options()
        options.format = asked
        let bytes = try bytes(name)
        // Lines are also what their items are.
        if asked == format || format == .itemLines && asked == .jsonFeed {
          let document = try FeedReader(options: options).read(bytes)
          #expect(document.format == asked && document.items.count == count, "\(name) \(asked)")
        } else {
          do throws(FeedError) {
            _ = try FeedReader(options: options).read(bytes)
            Issue.record("\(name) was taken as \(asked)")
          } catch {
            guard case .otherFormat(_, asked, format) = error else {
              Issue.record("\(name) \(asked): \(error)"); continue
            }
          }
        }
      }
    }
  }

  @Test func `items depth and bytes are capped in every format`() throws {
    for (name, _, _) in Self.formats {
      var options = FeedReader.Options()
      options.maxItems = 3
      let document = try FeedReader(options: options).read(bytes(name))
      #expect(document.items.count == 3, "\(name)")
      #expect(document.findings.contains { $0.problem == "more than 3 items" && $0.remedy == .restLeftOut })
      options.maxBytes = 400
      #expect(throws: FeedError.tooManyBytes(limit: 400)) { try FeedReader(options: options).read(bytes(name)) }
    }
    for name in ["hostile.mastodon.json", "hostile.rssjson", "hostile.ndjson"] {
      var options = FeedReader.Options()
      options.maxDepth = 100
      let document = try FeedReader(options: options).read(bytes(name))
      #expect(document.findings.contains { $0.problem == "nested deeper than 100" && $0.remedy == .itemLeftOut })
    }
  }

  /// Reads bytes with and without `partial`, and checks that what comes out is consistent.
  private func check(_ bytes: [UInt8], _ label: @autoclosure () -> String) {
    var options = FeedReader.Options()
    let whole = try? FeedReader(options: options).read(bytes)
    options.partial = true
    let part = try? FeedReader(options: options).read(bytes)
    if let whole { #expect(part?.items == whole.items, "\(label())") }
    for document in [whole, part].compactMap({ $0 }) {
      #expect(FeedJSONOracle.accepts(written(document)), "\(label())")
    }
  }

  @Test func `files cut anywhere are errors or fewer items`() throws {
    for (name, format, _) in Self.formats {
      let bytes = try bytes(name)
      let whole = try FeedReader().read(bytes).items
      // The time grows with the square of the size; the steps share no factor with the sizes of items.
      let step = bytes.count > 20_000 ? 499 : bytes.count > 5000 ? 7 : 1
      for end in stride(from: 0, to: bytes.count - 1, by: step).sampled(oneIn: UInt64(max(20, bytes.count / step / 20)))
      {
        let cut = Array(bytes[..<end])
        check(cut, "\(name) cut behind \(end) bytes")
        guard let document = try? FeedReader().read(cut) else { continue }
        // Only lines are complete without what follows them.
        #expect(format == .itemLines && document.items.count <= whole.count, "\(name) cut behind \(end) bytes")
      }
    }
  }

  @Test func `damaged files never trap`() throws {
    let alphabet = Array(#"{}[]",:\u0128deabf -."#.utf8) + [0x0A, 0x0D, 0x00, 0x80, 0xED, 0xFF]
    for (name, _, _) in Self.formats {
      let bytes = try bytes(name)
      let starts = try FeedReader().read(bytes).items.map(\.position).filter { $0.line == 1 }.map { $0.column - 1 }
      for seed in 0..<Sample.of(150, few: 5) as Range<UInt64> {
        var generator = SeededGenerator(seed: seed)
        var piece = Array(bytes.prefix(4000))
        // In the large files, which are a line each, some items follow that are not the first ones.
        if bytes.count > 8000, let first = starts.first, let start = starts.randomElement(using: &generator) {
          piece = Array(bytes[..<first] + bytes[start..<min(start + 3000, bytes.count)])
        }
        check(generator.damaged(piece, alphabet: alphabet), "\(name), seed \(seed)")
        var flipped = piece
        for _ in 0..<3 {
          flipped[Int.random(in: 0..<flipped.count, using: &generator)] ^=
            1 << UInt8.random(in: 0..<8, using: &generator)
        }
        check(flipped, "\(name), flipped with seed \(seed)")
      }
    }
  }
}
