/// The result of one benchmark.
struct BenchmarkResult {
  let benchmark: Benchmark
  let outcome: Outcome

  /// The times of the measurement and its baseline in nanoseconds per operation, or a count.
  enum Outcome {
    case times(Double, baseline: Double)
    case count(Int)
  }

  /// The ratio of the measured time to the baseline's, or the count itself.
  var figure: Double {
    switch outcome {
    case .times(let time, let baseline): time / baseline
    case .count(let count): Double(count)
    }
  }

  /// Whether the figure is above the row's limit, or the time above that of the row.
  var isAboveLimit: Bool {
    if case .times(let time, _) = outcome, let limit = benchmark.timeLimit, time > limit { return true }
    return benchmark.limit.map { figure > $0 } ?? false
  }
}
