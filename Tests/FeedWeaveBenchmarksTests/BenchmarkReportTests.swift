import Testing

@testable import FeedWeaveBenchmarks

struct BenchmarkReportTests {
  private func result(_ outcome: BenchmarkResult.Outcome, limit: Double?) -> BenchmarkResult {
    BenchmarkResult(
      benchmark: Benchmark("a \"row\"", group: "mapping", baseline: "by\thand", limit: limit) { .counted { 0 } },
      outcome: outcome)
  }

  @Test func `a timed row is one object with its baseline`() {
    #expect(
      BenchmarkReport.json(result(.times(3, baseline: 2), limit: 2))
        == #"{"name":"a \"row\"","ns":3.000,"baseline":"by\u0009hand","baseline_ns":2.000,"ratio":1.50000,"limit":2,"group":"mapping"}"#
    )
  }

  @Test func `a counted row has its count in place of the times`() {
    #expect(
      BenchmarkReport.json(result(.count(7), limit: 0))
        == #"{"name":"a \"row\"","count":7,"limit":0,"group":"mapping"}"#)
  }

  @Test func `a row above its limit says so`() {
    #expect(result(.times(3, baseline: 1), limit: 2).isAboveLimit)
    #expect(!result(.times(2, baseline: 1), limit: 2).isAboveLimit)
    #expect(!result(.times(9, baseline: 1), limit: nil).isAboveLimit)
    #expect(BenchmarkReport.line(result(.count(1), limit: 0)).hasSuffix("ABOVE"))
    #expect(!BenchmarkReport.line(result(.count(0), limit: 0)).hasSuffix("ABOVE"))
  }
}
