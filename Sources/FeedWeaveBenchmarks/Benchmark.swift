/// A row of a cost table: a measurement, its baseline in the same process, and the limit of their ratio.
struct Benchmark: Sendable {
  /// The text of the row.
  let name: String
  /// The table that the row belongs to, which `--filter` selects.
  let group: String
  /// The text of the baseline.
  let baselineName: String
  /// The maximum ratio; nil if the table sets none.
  let limit: Double?
  /// The target for the ratio; nil if the table sets none.
  let target: Double?
  /// The maximum time of an operation in nanoseconds, for a row whose table sets a time and no ratio.
  let timeLimit: Double?
  /// Prepares the measurement.
  let prepare: @Sendable () -> Work

  /// Two closures to time alternately, or a number to count.
  enum Work {
    /// Each closure runs its operation as often as stated, and returns a value that depends on the result.
    case timed(operations: Int, measured: () -> Int, baselineOperations: Int, baseline: () -> Int)
    /// Each closure returns how many nanoseconds an operation took, or nil if the round is invalid.
    case clocked(measured: () -> Double?, baseline: () -> Double?)
    /// A number, such as bytes or allocations, in place of the times.
    case counted(() -> Int)
  }

  init(
    _ name: String, group: String, baseline: String, limit: Double?, target: Double? = nil, timeLimit: Double? = nil,
    prepare: @escaping @Sendable () -> Work
  ) {
    (self.name, self.group, self.baselineName) = (name, group, baseline)
    (self.limit, self.target, self.timeLimit) = (limit, target, timeLimit)
    self.prepare = prepare
  }
}

// MARK: - Measuring

extension Benchmark {
  /// The number of rounds of a batch, of which the best counts.
  private static let batchSize = 8

  /// Runs the measurement and its baseline alternately, under the same conditions, in batches of rounds.
  ///
  /// Each batch compares the best round of each, since other programs only ever make a round slower. The batch with the
  /// median ratio is the result: a processor may run the same loop at two speeds, and change from one to the other at
  /// any time, so that the best of all rounds may be one of a few that were never slowed down.
  ///
  /// A batch without a valid round of both doesn't count; without any valid batch the time is infinite.
  ///
  /// A row above its limit is prepared and run again, for at most `attempts` runs in all, and all batches count: a busy
  /// machine doesn't mean slower code, and the placement of memory may favor either of the two.
  func run(rounds: Int = 40, attempts: Int = 5, clock: ContinuousClock = ContinuousClock()) -> BenchmarkResult {
    var batches: [BenchmarkResult] = []
    for _ in 0..<attempts {
      let round: () -> Round
      switch prepare() {
      case .counted(let count):
        return BenchmarkResult(benchmark: self, outcome: .count(count()))
      case .timed(let operations, let measured, let baselineOperations, let baseline):
        round = {
          Round(
            time: nanoseconds(clock, measured) / Double(operations),
            baseline: nanoseconds(clock, baseline) / Double(baselineOperations))
        }
      case .clocked(let measured, let baseline):
        round = { Round(time: measured() ?? .infinity, baseline: baseline() ?? .infinity) }
      }
      for start in stride(from: 0, to: rounds, by: Benchmark.batchSize) {
        let best = (start..<min(start + Benchmark.batchSize, rounds)).reduce(into: Round.slowest) { best, _ in
          best.keepBest(of: round())
        }
        guard best.time.isFinite, best.baseline.isFinite else { continue }
        batches.append(BenchmarkResult(benchmark: self, outcome: .times(best.time, baseline: best.baseline)))
      }
      batches.sort { $0.figure < $1.figure }
      if !batches.isEmpty && !batches[(batches.count - 1) / 2].isAboveLimit { break }
    }
    let nothingValid = BenchmarkResult(benchmark: self, outcome: .times(.infinity, baseline: 1))
    return batches.isEmpty ? nothingValid : batches[(batches.count - 1) / 2]
  }

  /// The times of one round in nanoseconds per operation, or the best of several; infinite for an invalid round.
  private struct Round {
    static let slowest = Round(time: .infinity, baseline: .infinity)

    var time: Double
    var baseline: Double

    mutating func keepBest(of other: Round) {
      time = min(time, other.time)
      baseline = min(baseline, other.baseline)
    }
  }

  private func nanoseconds(_ clock: ContinuousClock, _ body: () -> Int) -> Double {
    let time = clock.measure { blackHole(body()) }
    return Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
  }
}

/// Takes the result of a measurement, so that the compiler cannot remove the work.
@inline(never)
@_optimize(none)
func blackHole(_ value: Int) {}
