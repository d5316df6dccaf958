import Synchronization

/// What an advice captures in a test, which counts those of its kind that live.
final class Captured: Sendable {
  let alive: AliveCount

  init(_ alive: AliveCount) {
    self.alive = alive
    alive.count.add(1, ordering: .relaxed)
  }

  deinit { alive.count.subtract(1, ordering: .relaxed) }

  func touch() {}
}

/// How many live.
final class AliveCount: Sendable {
  let count = Atomic<Int>(0)
  var now: Int { count.load(ordering: .relaxed) }
}
