import AdServing
import Foundation
import TestSupport
import Testing

@Suite struct HistoryArticleTests {
  /// The reader and the writer of the article in Python, with histories of this library.
  @Test func `the articles Python reads and writes the same texts`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/HistoryText.md")
    let code = try #require(article.components(separatedBy: "```python\n").last?.components(separatedBy: "\n```").first)
    var lines: [String] = []
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      var history = FrequencyHistory()
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        let caps = try FrequencyCap.list(["2 per 1d", "3 per 7d, 4", "9 per 30d"].randomElement(using: &random) ?? "1")
        let campaign =
          ["campaign-\(Int.random(in: 0...30, using: &random))", "é", "ü"].randomElement(using: &random) ?? ""
        let time = Duration.milliseconds(1_700_000_000_000 + Int64.random(in: 0...99_999_999, using: &random))
        history.record(campaign, caps: caps, at: time)
      }
      let json = String(decoding: try JSONEncoder().encode(history), as: UTF8.self)
      let times = history.campaigns.flatMap { history.times(of: $0) }.map { Int(($0 / .milliseconds(1)).rounded()) }
      lines.append(#"[\#(json), \#(times.reduce(0, +)), \#(history.campaigns.count)]"#)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "feedweave-python-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      \(code)

      import json, sys
      for line in open(sys.argv[1]):
          history, total, count = json.loads(line)
          read_history = read(history["times"])
          assert write(read_history) == history["times"], history
          assert sum(time for times in read_history.values() for time, _ in times) == total, history
          assert len(read_history) == count, history
      """
    try Data(script.utf8).write(to: folder.appending(path: "check.py"))
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "histories"))
    let command =
      "command -v python3 >/dev/null || exit 0; python3 '\(folder.path)/check.py' '\(folder.path)/histories'"
    let outcome = try CommandProcess.shell(command, folder)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }
}
