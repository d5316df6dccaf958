import TestSupport
import Testing

@testable import FeedWeaveCommand

/// Programs that are run: shells, in place of `curl`.
@Suite struct ProgramRunTests {
  private func run(
    _ script: String, limit: Int = 1 << 20, time: Duration = .seconds(60),
    isToEnd: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }
  ) -> ProgramOutcome? {
    System.run(
      ProgramCall(
        program: "sh", arguments: ["-c", script, "name", "a b'\"\n$(id)"], outputLimit: limit, time: time,
        isToEnd: isToEnd))
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  @Test func `a program gets its arguments as they are, and no input`() {
    let outcome = run(#"printf '%s|' "$@"; cat; echo side >&3; echo error >&2; exit 7"#)
    #expect(text(outcome?.output) == "a b'\"\n$(id)|" && text(outcome?.side) == "side\n")
    #expect(text(outcome?.messages) == "error\n" && outcome?.code == 7 && outcome?.ending == nil)
  }

  @Test func `what a program that opens a link has done is known when it ends`() throws {
    for (script, report) in [
      ("exit 3", "sh has failed with exit code 3; a.example is not open"), ("exit 0", "opened a.example"),
      ("kill -9 $$", "sh has failed with exit code 137; a.example is not open"), ("sleep 0.1", "opened a.example"),
    ] {
      let child = try #require(System.start(["sh", "-c", script]))
      var attempt = LinkOpener.Attempt(program: "sh", host: "a.example", child: child)
      attempt.end = .now + .seconds(script == "sleep 0.1" ? 0 : 60)
      var said = attempt.report
      while said == nil {
        System.sleep(.milliseconds(1))
        said = attempt.report
      }
      #expect(said == report, "\(script)")
      while script == "sleep 0.1", System.exitCode(of: child) == nil { System.sleep(.milliseconds(1)) }
    }
    #expect(System.start(["no-such-program"]) == nil)
  }

  @Test func `a program that writes too much or too long is ended`() {
    let endless = run("while :; do echo 0123456789; done", limit: 100_000)
    #expect(endless?.ending == .outputLimit && endless?.code == 137)
    #expect(run("sleep 100", time: .milliseconds(50))?.ending == .time)
    #expect(run("exec sleep 100 >&- 2>&- 3>&-", time: .milliseconds(50))?.ending == .time)
    let asked = run("while :; do echo x >&2; done") { $0.count > 1000 }
    #expect(asked?.ending == .asked)
  }

  @Test func `what stands beside the output is bounded`() {
    let outcome = run("head -c 300000 /dev/zero >&3; head -c 300000 /dev/zero >&2; printf end >&2; printf x")
    #expect(outcome?.side.count == 65536 && outcome?.messages.count ?? 0 <= 131_072 && text(outcome?.output) == "x")
    #expect(outcome?.messages.suffix(3) == Array("end".utf8)[...])
  }

  @Test func `many programs at once end when they are done`() {
    let counts = Shared<[Int]>([])
    Threads.run(8) {
      for _ in 0..<10 {
        let outcome = self.run("head -c 100000 /dev/zero; exit 0", time: .seconds(60))
        counts.change { $0.append(outcome?.ending == nil ? outcome?.output.count ?? 0 : -1) }
      }
    }
    #expect(counts.value == [Int](repeating: 100_000, count: 80))
  }

  @Test func `a program that is not on PATH is none`() {
    let call = ProgramCall(program: "feedweave-no-such-program", arguments: [], outputLimit: 1, time: .seconds(1))
    #expect(System.run(call) == nil)
  }
}
