import FeedWeave
import ListModel
import TestSupport
import Testing

@testable import FeedWeaveSoak

/// The soak's parts, and small soaks as a whole.
@Suite struct SoakTests {
  private func options(rows: Int, minutes: Int, seed: UInt64) -> SoakOptions {
    var options = SoakOptions()
    (options.rows, options.minutes, options.seed) = (rows, minutes, seed)
    return options
  }

  @Test func `a small world holds for some minutes`() throws {
    for seed in 1...Sample.of(20, few: 1) as ClosedRange<UInt64> {
      let soak = try Soak(options(rows: 2_000, minutes: 2, seed: seed))
      var shown = 0
      try soak.run { _ in shown += 1 }
      let all = SoakInterval.all(soak.intervals)
      #expect(shown == 2 && soak.intervals.count == 2, "seed \(seed)")
      #expect(all.placed > 20 && all.cleared > 0 && all.seen > 0 && all.ads > 0, "seed \(seed): \(all)")
      #expect(all.times.count == soak.actCount && all.times.count(of: .scroll) > 100, "seed \(seed)")
      #expect(all.times.count(of: .edit) > 0 && all.times.count(of: .ads) > 0, "seed \(seed)")
    }
  }

  @Test func `the same seed does the same`() throws {
    func words() throws -> [String] {
      let soak = try Soak(options(rows: 1_000, minutes: 1, seed: 7))
      try soak.run { _ in }
      return soak.intervals.map { "\($0.rows) \($0.ads) \($0.placed) \($0.cleared) \($0.seen) \($0.times.count)" }
    }
    #expect(try words() == words())
  }

  @Test func `a row that shows another is found`() throws {
    let world = try SoakWorld(rowCount: 1_000, seed: 1)
    try world.check()
    world.content.change { $0[0].remove(at: 3) }
    #expect(throws: SoakFault.self) { try world.check() }
    try world.list.deleteRows(at: [ListPath(row: 3, section: 0)])
    try world.finishAct()
    try world.check()
    let cell = try #require(world.list.weaver.rawList.visibleCells.first as? SoakCell)
    cell.shown = .content(-1)
    #expect(throws: SoakFault.self) { try world.check() }
  }

  @Test func `an ad that has expired out of view is found`() throws {
    let world = try SoakWorld(rowCount: 1_000, seed: 1)
    for _ in 0..<20 {
      world.clock.advance(to: world.clock.now + .seconds(1))
      for source in world.sources { source.deliver(to: world.placer) }
      try world.finishAct()
    }
    try world.check()
    #expect(world.adCount > 3)
    // Nobody has told the placer of the time.
    world.clock.advance(to: .seconds(10_000))
    #expect(throws: SoakFault.self) { try world.check() }
  }
}
