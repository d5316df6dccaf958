import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ScreenTests {
  /// What each file in Fixtures/screens is the output of; help has tests of its own.
  static let screens: KeyValuePairs = [
    "main-job.txt":
      "Fixtures/feeds/harbour.json Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json --rule='every 6 from 3 max 8'",
    "main-job-viewer.txt":
      "render --size 80x24 --keys <tab>jj Fixtures/feeds/harbour.json Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json --rule='every 6 from 3 max 8'",
    "harbour.txt": "Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 6 from 3 max 8'",
    "harbour-gutter.txt":
      "render -v --limit 9 Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --at 1,4",
    "harbour-ansi.txt":
      "render --to ansi --limit 4 Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --at 2",
    "harbour-narrow.txt": "--width 24 --limit 12 Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json",
    "harbour-rss.txt":
      "Fixtures/feeds/harbour.rss.xml --ads Fixtures/ads/harbour-ads.json --rule='every 9' --width 100",
    "harbour-atom.txt":
      "Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json --plan Fixtures/rules/at-3-9-27.json",
    "sections.txt":
      "--limit 40 --sections --feed News=Fixtures/feeds/harbour.json Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json",
    "timeline.txt":
      "--limit 12 --feed News=Fixtures/feeds/harbour.json Fixtures/feeds/harbour.atom Fixtures/feeds/harbour.rss.xml --in-a-row 2 --ads Fixtures/ads/harbour-ads.json",
    "empty.txt": "--limit 0 Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json",
    "hostile-json.txt": "Fixtures/feeds/hostile.json --ads Fixtures/ads/hostile-ads.json --rule='every 5'",
    "hostile-rss.txt": "Fixtures/feeds/hostile.rss.xml --ads Fixtures/ads/hostile-ads.json --rule='every 5'",
    "hostile-atom.txt": "Fixtures/feeds/hostile.atom --ads Fixtures/ads/hostile-ads.json --rule='every 5'",
    "harbour-merged.json":
      "render --to json --limit 7 Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 3'",
    "harbour-merged.ndjson":
      "render --to ndjson --limit 7 Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json --rule='every 3'",
    "harbour.html":
      "render --to html --limit 9 Fixtures/feeds/harbour.json Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "article.html": "render --to html Fixtures/documents/article.json",
    "hostile.html": "render --to html Fixtures/feeds/hostile.json --ads Fixtures/ads/hostile-ads.json --rule='every 5'",
    "viewer-80x24.txt":
      "render --size 80x24 --keys jjj Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 6 from 3 max 8'",
    "viewer-80x24-ansi.txt":
      "render --to ansi --size 80x24 --keys jjj Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 6 from 3 max 8'",
    "viewer-40x12.txt":
      "render --size 40x12 --keys jjm Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-40x12-ansi.txt":
      "render --to ansi --size 40x12 --keys jjm Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-200x50.txt":
      "render --size 200x50 --keys jj<enter> Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-200x50-ansi.txt":
      "render --to ansi --size 200x50 --keys jj<enter> Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-opened.txt":
      "render --size 80x24 --keys /keeper<enter><enter><space> Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "article-80x24.txt": "render --size 80x24 --keys <enter> Fixtures/documents/article.json",
    "article-80x24-ansi.txt": "render --to ansi --size 80x24 --keys <enter><c-d> Fixtures/documents/article.json",
    "article-40x12.txt": "render --size 40x12 --keys <enter><space> Fixtures/documents/article.json",
    "article-200x50.txt": "render --size 200x50 --keys <enter> Fixtures/documents/article.json",
    "article-200x50-ansi.txt": "render --to ansi --size 200x50 --keys <enter> Fixtures/documents/article.json",
    "article-end.txt": "render --size 80x24 --keys <enter>G Fixtures/documents/article.json",
    "article-link.txt": "render --size 60x12 --keys <enter>3<enter> Fixtures/documents/article.json",
    "article-post.txt": "render --size 60x12 --keys j<enter> Fixtures/documents/article.json",
    "viewer-beside.txt":
      "render --size 100x24 --keys sm Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-dimmed-ansi.txt":
      "render --to ansi --size 60x20 --keys a Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-hidden.txt":
      "render --size 60x20 --keys jaa Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-found-ansi.txt":
      "render --to ansi --size 80x24 --keys /ferry<enter>n Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-help.txt":
      "render --size 80x24 --keys ? Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-link.txt":
      "render --size 80x24 --keys ]o Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-trace.txt":
      "render --size 80x24 --keys t Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-sections.txt":
      "render --size 80x24 --keys Gk --limit 40 --sections --feed News=Fixtures/feeds/harbour.json Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json",
    "viewer-timeline.txt":
      "render --size 80x24 --keys <tab><tab> --feed News=Fixtures/feeds/harbour.json Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json",
    "viewer-hostile.txt":
      "render --size 60x40 --keys <space>x Fixtures/feeds/hostile.json --ads Fixtures/ads/hostile-ads.json --rule='every 5'",
    "viewer-ascii.txt":
      "render --ascii --size 20x10 --keys jjm Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "viewer-empty.txt":
      "render --size 40x6 --limit 0 Fixtures/feeds/harbour.json",
    "map.txt": "map --rows 40 --at 3,9 --rule='every 6 gap 3 max 5'",
    "map-refusals.txt": "map -v --rows 20 --at 3,5 --rule='every 6 gap 3 max 2'",
    "map-sections.txt":
      "map --limit 44 --sections Fixtures/feeds/harbour.json Fixtures/feeds/harbour.rss.xml --ads Fixtures/ads/harbour-ads.json",
    "map.json": "map --rows 4 --rule='every 2' --to json",
    "trace.txt":
      "trace --limit 6 Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --at 1,4 --width 100",
    "trace-sections.txt":
      "trace -v --limit 34 --sections --feed News=Fixtures/feeds/harbour.rss.xml Fixtures/feeds/harbour.atom --ads Fixtures/ads/harbour-ads.json --rule='every 2 max 1' --color always",
    "trace-hostile.txt":
      "trace --limit 12 Fixtures/feeds/hostile.json --ads Fixtures/ads/hostile-ads.json --rule='every 5'",
    "replay.txt":
      "replay Fixtures/versions/harbour.ndjson --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "replay-gutter.txt":
      "replay -v --limit 5 --color always Fixtures/versions/harbour.ndjson --ads Fixtures/ads/hostile-ads.json --at 1,3",
    "replay.ndjson":
      "replay --to ndjson Fixtures/versions/harbour.ndjson --ads Fixtures/ads/harbour-ads.json --rule='every 4 from 2'",
    "validate-hostile.txt": "validate Fixtures/feeds/hostile.json --ads Fixtures/ads/hostile-ads.json",
    "trace.ndjson":
      "trace --to ndjson --limit 3 Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --rule='every 2'",
  ]

  private static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().reduce(into: [String]()) { words, part in
      if part.offset % 2 == 1 {
        words[words.count - 1] += part.element
      } else {
        words += part.element.split(separator: " ").map(String.init)
      }
    }
  }

  private static let traced = "viewer-trace.txt"

  @Test func `the viewer's trace is as recorded`() async {
    // In a process of its own: what a list asks for is seen by the traces of other tests, too.
    await #expect(processExitsWith: .success) {
      let world = TestWorld()
      let line = ScreenTests.screens.first { $0.key == ScreenTests.traced }?.value ?? ""
      precondition(world.run(ScreenTests.words(line)) == .done)
      if let difference = ProjectFiles.difference(of: world.output, from: ScreenTests.traced) {
        preconditionFailure(difference)
      }
    }
  }

  @Test func `every screen is as recorded`() {
    for (name, line) in Self.screens where name != Self.traced {
      let world = TestWorld()
      #expect(world.run(Self.words(line)) == (line.hasPrefix("validate ") ? .findings : .done), "\(world.said)")
      if let difference = ProjectFiles.difference(of: world.output, from: name) { Issue.record("\(difference)") }
    }
  }

  @Test func `every file of screens is the output of something`() {
    let names =
      Self.screens.map(\.key)
      + [
        "", "-view", "-render", "-merge", "-map", "-trace", "-replay", "-validate", "-add", "-remove", "-feeds",
        "-config", "-completions", "-rules", "-formats", "-man",
      ].map { "help\($0).txt" }
    #expect(ProjectFiles.names(in: "Fixtures/screens") == names.sorted())
  }

  @Test func `no line is wider than the width and each fits a terminal`() throws {
    var sample = Sample(oneIn: 6)
    for name in ProjectFiles.names(in: "Fixtures/feeds") {
      for width in [1, 2, 5, 20, 79, 200] where sample.takesNext() {
        let world = TestWorld()
        let words = [
          "Fixtures/feeds/\(name)", "--ads", "Fixtures/ads/hostile-ads.json", "-v", "-q", "--width", "\(width)",
        ]
        #expect(world.run(words) == .done)
        var grid = TerminalGrid(columns: width + 1, dialect: .plain) { TextWidth.width(of: $0) }
        try grid.feed(world.output)
        #expect(grid.rows.allSatisfy { $0.count <= width }, "\(name) at \(width)")
      }
    }
  }
}
