import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ProgressLineTests {
  private let world = TestWorld()

  /// Runs a command for which time passes with each look at the clock, and returns what it showed as progress.
  private func shown(_ step: Duration, _ words: String...) -> [String] {
    let looks = Shared(0)
    let before = world.messages.count
    var environment = world.environment
    environment.showsProgress = true
    environment.elapsed = {
      looks.change {
        $0 += 1
        return step * $0
      }
    }
    #expect(CommandLineTool(environment).run(words) == .done)
    return String(decoding: world.messages[before...], as: UTF8.self).split(separator: "\r").map(String.init)
  }

  @Test func `what is read of what, and how fast, from a second on`() {
    world.files["blank"] = [UInt8](repeating: 0x0A, count: 1_200_000)
    world.pieceSize = 100_000
    let lines = shown(.milliseconds(250), "merge", "blank")
    #expect(lines.first?.contains(" of 1.2 MB read, ") == true && lines.first?.contains(" MB/s") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("0.6 of 1.2 MB read, ") })
    #expect(lines.last == "\u{1B}[K", "the line is taken away at the end")
    #expect(lines.allSatisfy { $0.hasSuffix("\u{1B}[K") })
  }

  @Test func `a command that works for less than a second shows none`() {
    world.files["blank"] = [UInt8](repeating: 0x0A, count: 1_200_000)
    #expect(shown(.milliseconds(1), "merge", "blank").isEmpty)
    #expect(shown(.seconds(2), "merge", "-q", "blank").isEmpty)
  }

  @Test func `simulated users are counted`() {
    let lines = shown(.milliseconds(500), "map", "--simulate", "9", "--rule", "every 3")
    #expect(lines.contains("9 of 9 users\u{1B}[K") && lines.last == "\u{1B}[K", "\(lines)")
  }

  @Test func `a message takes the line away, and output on the terminal ends it`() {
    let request = Array((#"{"id":"1","items":[]}"# + "\n").utf8)
    world.files["blank"] = request + [UInt8](repeating: 0x0A, count: 300_000)
    world.files["r"] = Array(String(repeating: "{\n", count: 15_000).utf8)
    world.pieceSize = 5_000
    world.isTerminal = true
    let text = shown(.milliseconds(300), "merge", "--on-error", "skip", "r").joined(separator: "\r")
    let messages = text.split(separator: "\n").dropLast()
    #expect(
      messages.allSatisfy {
        $0.contains("feedweave: r:") && !$0.contains("MB") || $0.contains("\u{1B}[K\r\u{1B}[Kfeedweave: r:")
      })
    world.files["ok"] = request
    let mixed = shown(.seconds(2), "merge", "ok", "blank")
    // Of the 60 pieces of the second file, those before there is output.
    #expect(mixed.count < 10, "\(mixed)")
  }
}
