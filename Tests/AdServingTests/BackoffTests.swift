import AdServing
import Placement
import TestSupport
import Testing

@Suite struct BackoffTests {
  /// A generator that always says the same.
  private struct Constant: RandomNumberGenerator {
    let word: UInt64
    mutating func next() -> UInt64 { word }
  }

  private func delay(_ backoff: Backoff, _ attempt: Int, word: UInt64 = 0) -> Duration {
    var random = Constant(word: word)
    return backoff.delay(attempt: attempt, using: &random)
  }

  @Test func `every wait lies between its bounds`() {
    for first in [1, 10, 999] {
      for factor in [1, 1.5, 2, 10] {
        for most in [first, 5_000, 60_000] where most >= first {
          for jitter in [0, 0.25, 0.5, 1] {
            let backoff = Backoff(
              first: .milliseconds(first), factor: factor, most: .milliseconds(most), jitter: jitter)
            var grown = Double(first)
            for attempt in 1...40 {
              let whole = min(grown, Double(most))
              let longest = delay(backoff, attempt)
              let shortest = delay(backoff, attempt, word: .max)
              let label: Comment = "\(backoff), attempt \(attempt)"
              #expect(longest == .milliseconds(Int(whole.rounded())), label)
              #expect(shortest >= .milliseconds(max(1, Int((whole * (1 - jitter)).rounded()))), label)
              #expect(shortest <= longest, label)
              grown = min(grown * factor, 1e9)
            }
          }
        }
      }
    }
  }

  @Test func `chance reaches the whole of its share`() {
    let backoff = Backoff(first: .seconds(10), factor: 1, most: .seconds(10), jitter: 0.5)
    var random = SeededGenerator(seed: 1)
    let waits = (0..<2_000).map { _ in backoff.delay(attempt: 1, using: &random) }
    #expect(waits.allSatisfy { .seconds(5) ... .seconds(10) ~= $0 })
    #expect(waits.contains { $0 < .milliseconds(5_050) } && waits.contains { $0 > .milliseconds(9_950) })
  }

  @Test(arguments: [Int.min, -1, 0, 1, 2, 1_000, .max]) func `no number is too large`(attempt: Int) {
    let ages = Duration(secondsComponent: .max, attosecondsComponent: 0)
    for factor in [1e308, .infinity, .nan, -.infinity, -1, 0, 0.5, .leastNonzeroMagnitude] {
      for jitter in [Double.nan, -1, 0, 1, 2, .infinity] {
        for time in [Duration.zero, .milliseconds(1), ages, .zero - ages] {
          for word in [0, UInt64.max] {
            let backoff = Backoff(first: time, factor: factor, most: time, jitter: jitter)
            let wait = delay(backoff, attempt, word: word)
            #expect(.milliseconds(1) ... .latest ~= wait, "\(backoff)")
          }
        }
      }
    }
  }

  @Test func `the first attempts wait the first time`() {
    let backoff = Backoff(first: .seconds(3), jitter: 0)
    for attempt in [Int.min, 0, 1] { #expect(delay(backoff, attempt) == .seconds(3)) }
    #expect(delay(backoff, .max) == .seconds(300))
  }

  @Test func `values out of range are refused by name`() {
    let time = "a time from 1ms to 2⁵³ ms"
    let wrong: [(Backoff, AdServingError)] = [
      (Backoff(first: .zero), .invalidValue(word: "first", value: "0.0 seconds", expected: time, column: nil)),
      (
        Backoff(most: .seconds(-1)),
        .invalidValue(word: "most", value: "-1.0 seconds", expected: time, column: nil)
      ),
      (Backoff(first: .seconds(3), most: .seconds(2)), .contradiction("first 3s", "most 2s")),
      (Backoff(factor: 0.5), .invalidValue(word: "factor", value: "0.5", expected: "a number from 1", column: nil)),
      (Backoff(factor: .nan), .invalidValue(word: "factor", value: "nan", expected: "a number from 1", column: nil)),
      (
        Backoff(factor: .infinity),
        .invalidValue(word: "factor", value: "inf", expected: "a number from 1", column: nil)
      ),
      (
        Backoff(jitter: 1.5),
        .invalidValue(word: "jitter", value: "1.5", expected: "a share from 0 to 1", column: nil)
      ),
      (
        Backoff(attempts: 0),
        .invalidValue(word: "attempts", value: "0", expected: "a number from 1", column: nil)
      ),
    ]
    for (backoff, error) in wrong { #expect(throws: error, "\(backoff)") { try backoff.validate() } }
    #expect(throws: Never.self) { try Backoff(factor: 1e308, attempts: .max).validate() }
  }
}
