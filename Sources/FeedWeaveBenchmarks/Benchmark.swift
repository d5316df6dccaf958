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
  /// Runs the measurement and its baseline alternately, under the same conditions, and uses the best round of each.
  ///
  /// A row above its limit is prepared and run again, for at most `attempts` runs in all: a busy machine does not mean
  /// slower code, and the placement of memory may favour either of the two.
  func run(rounds: Int = 40, attempts: Int = 5, clock: ContinuousClock = ContinuousClock()) -> BenchmarkResult {
    var best = (time: Double.infinity, baseline: Double.infinity)
    var result: BenchmarkResult
    var attempt = 0
    repeat {
      switch prepare() {
      case .counted(let count):
        return BenchmarkResult(benchmark: self, outcome: .count(count()))
      case .timed(let operations, let measured, let baselineOperations, let baseline):
        for _ in 0..<rounds {
          best.time = min(best.time, nanoseconds(clock, measured) / Double(operations))
          best.baseline = min(best.baseline, nanoseconds(clock, baseline) / Double(baselineOperations))
        }
      case .clocked(let measured, let baseline):
        for _ in 0..<rounds {
          best.time = min(best.time, measured() ?? .infinity)
          best.baseline = min(best.baseline, baseline() ?? .infinity)
        }
      }
      result = BenchmarkResult(benchmark: self, outcome: .times(best.time, baseline: best.baseline))
      attempt += 1
    } while result.isAboveLimit && attempt < attempts
    return result
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
