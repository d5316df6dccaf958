/// One row of a cost table: something measured, its baseline in the same process, and the limit of the ratio.
struct Benchmark: Sendable {
  /// The row's own words.
  let name: String
  /// The table it belongs to, which `--filter` selects.
  let group: String
  /// The baseline's words.
  let baselineName: String
  /// What the ratio may be at most; nil where the table sets none.
  let limit: Double?
  /// What the ratio should be.
  let target: Double?
  /// Makes ready what is to be measured.
  let prepare: @Sendable () -> Work

  /// Two things to be timed in turn, or a number that is counted.
  enum Work {
    /// Each closure does its operation so often, and returns something that depends on the result.
    case timed(operations: Int, measured: () -> Int, baselineOperations: Int, baseline: () -> Int)
    /// Each closure tells itself how many nanoseconds an operation took; nil for a round that did not go as it says.
    case clocked(measured: () -> Double?, baseline: () -> Double?)
    /// A number, such as bytes or allocations, that stands in place of the times.
    case counted(() -> Int)
  }

  init(
    _ name: String, group: String, baseline: String, limit: Double?, target: Double? = nil,
    prepare: @escaping @Sendable () -> Work
  ) {
    self.name = name
    self.group = group
    self.baselineName = baseline
    self.limit = limit
    self.target = target
    self.prepare = prepare
  }
}

// MARK: - Measuring

extension Benchmark {
  /// Runs both sides in turn, so that both meet the same weather, and takes the best round of each.
  ///
  /// A row that is above its limit gets more rounds, as often as `attempts` says, with all made ready anew: a busy machine is no
  /// slower code, and where memory happens to lie is luck for either side.
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

/// Takes a value that a measurement made, so that the compiler cannot leave the work out.
@inline(never)
@_optimize(none)
func blackHole(_ value: Int) {}
