import TestSupport
import Testing

@testable import FeedWeaveCommand

/// The built program: aspects change every list of the process, and pipes and terminals are the system's.
@Suite struct ReplayProgramTests {
  private func shell(_ command: String) throws -> CommandProcess.Outcome {
    try CommandProcess.shell(command, try #require(CommandProcess.program))
  }

  private static let line =
    "$FEEDWEAVE replay Fixtures/versions/harbour.ndjson --ads Fixtures/ads/harbour-ads.json -q --now 2026-07-01T12:00:00Z"

  @Test func `a pipe is read as a file`() throws {
    let file = try shell(Self.line)
    let pipe = try shell(
      "while IFS= read -r line; do printf '%s\\n' \"$line\"; done <Fixtures/versions/harbour.ndjson | \(Self.line)"
        .replacing("replay Fixtures/versions/harbour.ndjson", with: "replay -"))
    #expect(file.code == 0 && pipe.code == 0 && !file.output.isEmpty)
    let name = String(decoding: file.output, as: UTF8.self)
    #expect(
      name.replacing("Fixtures/versions/harbour.ndjson:", with: "<stdin>:")
        == String(decoding: pipe.output, as: UTF8.self))
  }

  @Test func `a rate passes time and changes nothing else`() throws {
    #expect(try shell("\(Self.line) --rate 1000").output == shell(Self.line).output)
  }

  @Test func `Enter is read line by line`() throws {
    let count = { (command: String) in
      String(decoding: try shell(command).output, as: UTF8.self).split(separator: "\n").count {
        $0.hasPrefix("version ")
      }
    }
    #expect(try count("\(Self.line) --step </dev/null") == 1)
    #expect(try count("printf '\\n\\nx\\n' | \(Self.line) --step") == 4)
    #expect(try count("printf '\\nq\\n\\n' | \(Self.line) --step") == 2)
    #expect(try count("printf '\\nqq\\nquit\\n' | \(Self.line) --step") == 4)
    #expect(try count("{ \(Self.line) --step; \(Self.line) --step; } < <(printf '\\n')") == 3)
  }

  @Test func `aspects are at work during the whole replay`() throws {
    let plan =
      #"{"groups":[{"aspects":[{"pointcut":"ListView.performBatchUpdates*","advice":"count","event":"batch"}]}]}"#
    let counted = try shell("\(Self.line) --aspects - <<< '\(plan)'")
    #expect(counted.code == 0 && counted.messages.contains("feedweave: batch: ListView.performBatchUpdates"))
    #expect(counted.output == (try shell(Self.line)).output)
    let lite = try shell("\(Self.line) --aspects Fixtures/plans/feed-without-ads.json")
    #expect(lite.code == 0 && !String(decoding: lite.output, as: UTF8.self).contains("ad · "))
  }

  @Test func `aspects that keep changes from the list are to blame`() throws {
    let plan = { (pointcut: String) in
      #"{"groups":[{"aspects":[{"pointcut":"\#(pointcut)","advice":"ignore"}]}]}"#
    }
    let rows = try shell("\(Self.line) --aspects - <<< '\(plan("ListWeaver.list(_:cellForRowAt:)"))'")
    #expect(rows.code == 65 && rows.output.isEmpty)
    let batches = try shell("\(Self.line) --aspects - <<< '\(plan("ListView.performBatchUpdates*"))'")
    #expect(batches.code == 65 && !batches.output.isEmpty)
    #expect(
      batches.messages == "feedweave: <stdin>: its aspects prevent updates of the list; the output is incomplete\n")
  }
}
