import Interception
import Synchronization
import TestSupport

extension Crowd {
  /// One thread, and what the others may know of it.
  final class Worker: @unchecked Sendable {
    let number: Int
    /// Its advice, by a number that grows, and its level; zero while there may be none.
    let standing = Atomic<Int>(0)
    /// The number of the last of its advice that has been removed.
    let gone = Atomic<Int>(0)

    // What follows is its thread's alone.
    var random: SeededGenerator
    var token: AspectToken?
    /// How many calls are inside the advice of its token.
    var inside = Counter()
    var onceToken: AspectToken?
    var serial = 0
    /// The advice that runs in the call which the thread is in: whose, and by which number.
    var runs: [(worker: Int, serial: Int)] = []
    var standingBefore: [Int]
    var goneBefore: [Int]

    init(_ number: Int, of count: Int) {
      self.number = number
      random = SeededGenerator(seed: UInt64(number) + 1)
      standingBefore = Array(repeating: 0, count: count)
      goneBefore = standingBefore
    }
  }
}
