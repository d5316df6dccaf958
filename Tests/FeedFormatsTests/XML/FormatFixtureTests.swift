import TestSupport
import Testing

@testable import FeedFormats

/// Whole documents of each format, compared with the JSON Feed that they become.
@Suite struct FormatFixtureTests {
  @Test(arguments: ["podcast.rss.xml", "video.atom", "rdf.rss.xml", "netscape.rss.xml", "base.atom"])
  func `a document becomes its JSON feed`(_ name: String) throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/formats/\(name)"))
    let document = try FeedReader().read(bytes)
    let entries = document.items.enumerated().map { row, item in
      WovenEntry(item, .content(userRow: row), section: 0, row: row)
    }
    var written: [UInt8] = []
    MergedFeedWriter(.document).write(entries, of: [document]) { piece in written += piece }
    #expect(FeedJSONOracle.accepts(written))
    let difference = ProjectFiles.difference(of: written, from: "\(name).json", in: "Fixtures/formats/expected")
    #expect(difference == nil)
  }

  @Test func `every bad value of a podcast is a finding`() throws {
    let document = try FeedReader().read(try #require(ProjectFiles.bytes("Fixtures/formats/podcast.rss.xml")))
    #expect(
      document.findings.map(\.problem) == [
        "the id \"lowwater-12\" is that of an earlier item", "an enclosure has no address",
        "the size of a file is not a number: \"about nine megabytes\"", "a playing time is not valid: \"an hour\"",
        "the number of an episode is not valid: \"twelve\"", "the number of a season is not valid: \"-1\"",
        "the type of an episode is not known: \"special\"",
      ])
  }

  @Test(arguments: ["podcast.rss.xml", "video.atom", "rdf.rss.xml", "base.atom"])
  func `a damaged document does no worse than an error`(_ name: String) throws {
    let bytes = try #require(ProjectFiles.bytes("Fixtures/formats/\(name)"))
    var options = FeedReader.Options()
    options.partial = true
    for seed in 0..<Sample.of(500, few: 60) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let damaged = random.damaged(bytes, alphabet: Array("<>/!?&;\"'=[]-:a \n".utf8))
      do throws(FeedError) {
        let document = try FeedReader(options: options).read(damaged)
        #expect(document.items.count <= damaged.count / 7, "seed \(seed)")
      } catch {
        #expect(error.position >= .start, "seed \(seed)")
      }
    }
  }
}
