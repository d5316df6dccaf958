import AdPlacing
import Placement
import TestSupport

/// A soak: the simulated use of one list for a long time, measured interval by interval.
final class Soak {
  /// What was measured, interval by interval.
  private(set) var intervals: [SoakInterval] = []
  private let options: SoakOptions
  private let world: SoakWorld
  private let user: SoakUser
  private var checking: SeededGenerator

  /// The number of acts so far.
  var actCount: Int { user.actCount }

  /// Loads the list.
  init(_ options: SoakOptions) throws {
    self.options = options
    world = try SoakWorld(rowCount: options.rows, seed: options.seed)
    user = SoakUser(world, seed: options.seed)
    checking = SeededGenerator(seed: options.seed)
  }

  /// Runs to the end, and passes on each interval as soon as it is over.
  ///
  /// - Throws: ``SoakFault`` for the first thing that does not hold, or the error that an act ends with.
  func run(_ show: (SoakInterval) -> Void) throws {
    let end = Duration.seconds(options.minutes * 60)
    while world.clock.now < end {
      let interval = try measure(until: min(end, options.interval * (intervals.count + 1)))
      intervals.append(interval)
      show(interval)
    }
    try require(world.placer.placement.checkInvariants(), "the placer's places do not fit together")
  }

  private func measure(until end: Duration) throws -> SoakInterval {
    var interval = SoakInterval(end: end)
    let before = (world.watch.placedCount, world.watch.clearedCount, world.watch.seenCount)
    let step = options.interval / 5
    var next = world.clock.now + step
    while world.clock.now < end {
      try user.act()
      guard world.clock.now >= next || world.clock.now >= end else { continue }
      next += step
      try world.checkAll(using: &checking)
      interval.memory += [MemoryUse.resident].compactMap(\.self)
    }
    interval.times = user.takeTimes()
    (interval.rows, interval.ads) = (world.content.rowCount, world.adCount)
    interval.placed = world.watch.placedCount - before.0
    interval.cleared = world.watch.clearedCount - before.1
    interval.seen = world.watch.seenCount - before.2
    return interval
  }
}
