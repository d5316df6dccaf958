import TestSupport
import Testing

@testable import FeedWeaveCommand

/// A replay of more rows and ads than a screen takes.
@Suite struct ReplayScaleTests {
  private func world(rows: Int) -> TestWorld {
    let world = TestWorld()
    let lines = [0, 5].map { first in versionLine((first..<rows).map { VersionItem(id: "\($0)", title: "t") }) }
    world.files["v"] = Array(lines.joined(separator: "\n").utf8)
    world.addAds("ads", count: rows / 5)
    return world
  }

  @Test func `all ads stand and none twice`() throws {
    let count = Sample.of(600, few: 300)
    let world = world(rows: count)
    #expect(world.run("replay", "v", "--ads", "ads", "--rule", "every 6", "-q") == .done)
    #expect(world.blocks.count == 2)
    for block in world.blocks {
      let rows = block.filter { $0.contains("ad · ") && !$0.contains("feed 0:") }
      let names = rows.compactMap { row in row.split(separator: " ").first { $0.hasPrefix("ad") && $0 != "ad" } }
      // There is no ad at the very end, and it may be that the first has gone with the rows behind it.
      #expect(count / 5 - 2...count / 5 - 1 ~= names.count && Set(names).count == names.count, "\(names.count)")
    }
  }
}
