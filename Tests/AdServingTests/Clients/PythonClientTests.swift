import Foundation
import TestSupport
import Testing

/// A client in Python that knows only the wire format, against a service of this library and a model of its own.
///
/// Without `python3` on the machine these tests are skipped. They run one after another, since each keeps a thread
/// waiting.
@Suite(.serialized, .enabled(if: CommandProcess.hasPython, "there is no python3"))
struct PythonClientTests {
  private struct Outcome: Decodable {
    var done: [String: Int]?
    var failed: String?
  }

  private func simulate(users: Int, seed: Int, fault: WireService.Fault? = nil) throws -> Outcome {
    var service = WireService(fault: fault)
    let command = "exec python3 Fixtures/clients/simulation.py \(users) \(seed)"
    let outcome = try CommandProcess.converse(command) { line in
      line.starts(with: Data(#"{"done""#.utf8)) || line.starts(with: Data(#"{"failed""#.utf8))
        ? nil : try service.answer(line)
    }
    try #require(outcome.code == 0, "\(outcome.messages)")
    return try JSONDecoder().decode(Outcome.self, from: Data(outcome.output))
  }

  /// Uploads and answers are lost, doubled and late; processes end, devices change, and clocks are wrong.
  @Test func `nothing is lost and nothing is counted twice`() throws {
    let users = 500
    for seed in Sample.of([1, 2, 3, 4], few: [1]) {
      let outcome = try simulate(users: users, seed: seed)
      let done = try #require(outcome.done, "\(outcome.failed ?? "no outcome")")
      for (what, least) in [
        ("users", users), ("walks", users + users / 2), ("pages", 4 * users), ("impressions", 5 * users),
        ("campaigns", 5), ("unfilled", users / 10), ("uploads", 4 * users), ("lost", users), ("doubled", users),
        ("late", users / 2), ("restarts", users / 10), ("refused", users / 10), ("damaged", users / 10),
      ] {
        #expect(done[what, default: 0] >= least, "seed \(seed), \(what): \(done)")
      }
    }
  }

  /// Each fault of a service ends a run.
  @Test func `a service with a fault is found`() throws {
    for (fault, words) in [
      (.countsRepeats, "impressions are counted twice"),
      (.forgetsItsInbox, "impressions are counted twice|another page"), (.losesImpressions, "impressions are lost"),
      (.acknowledgesAll, "impressions are lost|another page"), (.ignoresCaps, "another page"),
      (.skipsRows, "another page"), (.placesFewerAds, "another page"),
    ] as [(WireService.Fault, String)] {
      let outcome = try simulate(users: 40, seed: 1, fault: fault)
      let isFound = words.split(separator: "|").contains { outcome.failed?.contains($0) == true }
      #expect(isFound, "\(fault): \(outcome)")
    }
  }

  @Test func `the client reads histories as the article says`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/HistoryText.md")
    let code = try #require(article.components(separatedBy: "```python\n").last?.components(separatedBy: "\n```").first)
    #expect(try ProjectFiles.text("Fixtures/clients/history.py").contains(code))
  }
}
