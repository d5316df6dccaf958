/// All rows of all cost tables, in the order of printing.
enum BenchmarkSuite {
  /// A group and its rows; a new table is one more line.
  static let tables: [(group: String, rows: [Benchmark])] = [
    ("mapping", MappingBenchmarks.all),
    ("changes", ChangesBenchmarks.all),
    ("merge", MergeBenchmarks.all + RuleWordBenchmarks.all),
    ("serving", ServingBenchmarks.all + ServingBenchmarks.pools),
    ("lists", ListsBenchmarks.all + PlacingBenchmarks.all),
    ("interception", InterceptionBenchmarks.all),
    ("drawing", DrawingBenchmarks.all),
  ]

  /// The names that `--filter` accepts.
  static var groups: [String] { tables.map(\.group) }

  /// Returns the rows of one group, or of all, whose names contain a text, or all of them.
  static func rows(inGroup group: String?, named text: String? = nil) -> [Benchmark] {
    tables.filter { group == nil || $0.group == group }.flatMap(\.rows).filter { row in
      text.map { row.name.contains($0) } ?? true
    }
  }
}
