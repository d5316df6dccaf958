import TestSupport
import Testing

@testable import FeedWeaveCommand

/// The built program, with the system's own files, pipes and signals.
@Suite struct ProgramTests {
  private func shell(_ command: String) throws -> CommandProcess.Outcome {
    try CommandProcess.shell(command, try #require(CommandProcess.program))
  }

  @Test func `a file and standard input are read the same`() throws {
    let line = "$FEEDWEAVE render --to ndjson --ads Fixtures/ads/harbour-ads.json"
    let file = try shell("\(line) Fixtures/feeds/harbour.atom")
    let input = try shell("cat Fixtures/feeds/harbour.atom | \(line) -")
    #expect(file.code == 0 && file.output == input.output && !file.output.isEmpty)
    #expect(file.messages.replacing("Fixtures/feeds/harbour.atom", with: "<stdin>") == input.messages)
  }

  @Test func `a named pipe is opened once`() throws {
    let pipe = "d=$(mktemp -d); mkfifo $d/feed; cat Fixtures/feeds/harbour.atom >$d/feed & "
    let outcome = try shell(pipe + "timeout 60 $FEEDWEAVE render -q --limit 2 --to ndjson $d/feed; echo $?; rm -r $d")
    #expect(outcome.output.count { $0 == 0x0A } == 3 && outcome.output.suffix(2) == Array("0\n".utf8)[...])
  }

  @Test func `exit codes reach the shell`() throws {
    let table: [(String, Int32)] = [
      ("--version", 0), ("--version >&-", 74), ("- <&-", 66), ("--widht", 64), ("Fixtures/broken/truncated.json", 65),
      ("missing.json", 66), ("Fixtures", 66),
      ("Fixtures/feeds/harbour.json >/dev/full", 74),
    ]
    for (words, code) in table {
      let outcome = try shell("$FEEDWEAVE \(words)")
      #expect(outcome.code == code && outcome.output.isEmpty == (code != 0), "\(words)")
    }
  }

  @Test func `what is validated is closed again and read once`() throws {
    let files = [String](repeating: "Fixtures/feeds/hostile.json", count: 28).joined(separator: " ")
    let outcome = try shell("ulimit -n 24; $FEEDWEAVE validate \(files)")
    #expect(outcome.code == 1 && outcome.messages.hasSuffix(" findings in 28 files\n"), "\(outcome.messages)")
    let file = try shell("$FEEDWEAVE validate -q Fixtures/feeds/hostile.json")
    let pipe = try shell("$FEEDWEAVE validate -q <(cat Fixtures/feeds/hostile.json)")
    let lineCounts = [file, pipe].map { outcome in outcome.output.count { $0 == 0x0A } }
    #expect(pipe.code == 1 && lineCounts[0] > 0 && lineCounts[0] == lineCounts[1])
    #expect(try shell("$FEEDWEAVE validate Fixtures").code == 66)
  }

  @Test func `a reader that goes away ends the program by SIGPIPE`() throws {
    for prefix in ["", "trap '' PIPE; "] {
      let line = "$FEEDWEAVE map --rows 200000 --to json | head -c 10; exit ${PIPESTATUS[0]}"
      #expect(try shell(prefix + line).code == 141, "\(prefix)")
    }
  }

  @Test func `signals have their default disposition`() throws {
    for (signal, code) in [("INT", Int32(130)), ("TERM", 143)] {
      // Without job control a shell has what it starts aside ignore SIGINT.
      // On a busy machine the program may not have started when the signal comes.
      var codes: [Int32] = []
      for seconds in [0.3, 3, 20] where !codes.contains(code) {
        let line = "set -m; sleep 60 | $FEEDWEAVE - & sleep \(seconds); kill -\(signal) %1; wait %1"
        codes.append(try shell(line).code)
      }
      #expect(codes.contains(code), "\(signal): \(codes)")
    }
  }

  @Test func `endless input ends at the cap`() throws {
    let outcome = try shell("$FEEDWEAVE - --max-bytes 100000 </dev/zero")
    #expect(outcome.code == 65 && outcome.messages.contains("more than 100000 bytes"))
  }
}
