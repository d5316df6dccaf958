import Synchronization
import Testing

@testable import FeedWeaveBenchmarks

struct BenchmarkSuiteTests {
  @Test func `every row belongs to the table it stands in and has a name of its own`() {
    for table in BenchmarkSuite.tables {
      #expect(!table.rows.isEmpty)
      #expect(table.rows.allSatisfy { $0.group == table.group })
    }
    let names = BenchmarkSuite.rows(inGroup: nil).map { $0.group + $0.name }
    #expect(Set(names).count == names.count)
  }

  @Test func `a group is a part of all`() {
    let all = BenchmarkSuite.rows(inGroup: nil).count
    #expect(BenchmarkSuite.groups.map { BenchmarkSuite.rows(inGroup: $0).count }.reduce(0, +) == all)
    #expect(BenchmarkSuite.rows(inGroup: "no such group").isEmpty)
  }

  @Test func `both sides of a measurement run`() {
    let runs = Mutex<[String]>([])
    @Sendable func note(_ side: String) -> Int {
      runs.withLock { $0.append(side) }
      return 0
    }
    let row = Benchmark("row", group: "g", baseline: "base", limit: nil) {
      .timed(operations: 1, measured: { note("it") }, baselineOperations: 1, baseline: { note("base") })
    }
    _ = row.run(rounds: 3)
    #expect(runs.withLock { $0 } == ["it", "base", "it", "base", "it", "base"])
  }

  @Test func `a round that did not go as it says is left out`() {
    let round = Mutex(0)
    let row = Benchmark("row", group: "g", baseline: "base", limit: nil) {
      .clocked(
        measured: {
          round.withLock { round in
            round += 1
            return round == 2 ? nil : Double(10 + round)
          }
        }, baseline: { 11 })
    }
    #expect(row.run(rounds: 3).figure == 1)
  }

  @Test func `rounds that were fast at first only do not count`() {
    let round = Mutex(0)
    let row = Benchmark("row", group: "g", baseline: "base", limit: nil) {
      .clocked(
        measured: { 6 },
        baseline: {
          round.withLock { $0 += 1 }
          return round.withLock { $0 < 10 ? 3 : 5 }
        })
    }
    #expect(row.run(rounds: 40).figure == 1.2)
  }

  @Test func `a row without a valid round is above its limit`() {
    let row = Benchmark("row", group: "g", baseline: "base", limit: 100) {
      .clocked(measured: { nil }, baseline: { nil })
    }
    #expect(row.run(rounds: 3).isAboveLimit)
  }

  @Test func `a row that is above its limit gets more rounds`() {
    let rounds = Mutex(0)
    let row = Benchmark("row", group: "g", baseline: "base", limit: 1) {
      .clocked(
        measured: {
          rounds.withLock {
            $0 += 1; return $0 < 5 ? 2 : 1
          }
        }, baseline: { 1 })
    }
    #expect(!row.run(rounds: 3).isAboveLimit)
    #expect(rounds.withLock { $0 } == 6)
  }
}
