import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct HelpTextTests {
  @Test func helpIsAsRecorded() {
    let screens = [
      ("help", ["--help"]), ("help-render", ["render", "-h"]), ("help-map", ["help", "map"]),
      ("help-trace", ["trace", "--help"]), ("help-replay", ["help", "replay"]),
    ]
    for (name, words) in screens {
      let world = TestWorld()
      #expect(world.run(words) == .done)
      if let difference = ProjectFiles.difference(of: world.output, from: "\(name).txt") {
        Issue.record("\(difference)")
      }
      #expect(world.messages.isEmpty)
    }
  }

  @Test func everyOptionAndCommandIsNamedWithin80Columns() {
    for command in [nil] + Command.all.map(Optional.some) {
      let text = HelpText(of: command).text
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
      for option in (command ?? .render).options { #expect(text.contains("  \(option.names.joined(separator: ", "))")) }
      for part in ["OVERVIEW: ", "\nUSAGE: feedweave ", "\nARGUMENTS:\n", "\nOPTIONS:\n", "EXAMPLES:\n"] {
        #expect(text.contains(part))
      }
      #expect(text.contains("\nSUBCOMMANDS:\n") == (command == nil))
    }
  }

  @Test func theExamplesAreTakenByTheParser() throws {
    for command in [nil] + Command.all.map(Optional.some) {
      for line in HelpText(of: command).text.split(separator: "\n") {
        guard let start = line.firstRange(of: "feedweave "), line.hasPrefix("  "), !line.contains("See '"),
          !line.contains("<")
        else { continue }
        let words = line[start.upperBound...].split(separator: "'", omittingEmptySubsequences: false).enumerated()
          .flatMap { $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init) }
        guard case .run = try CommandLineRequest(words, exists: { _ in true }) else {
          Issue.record("\(line)")
          continue
        }
      }
    }
  }
}
