import FeedFormats
import Interception
import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct HelpTextTests {
  @Test func `help is as recorded`() {
    let screens = [
      ("help", ["--help"]), ("help-view", ["help", "view"]), ("help-render", ["render", "-h"]),
      ("help-merge", ["merge", "--help"]),
      ("help-map", ["help", "map"]),
      ("help-trace", ["trace", "--help"]), ("help-replay", ["help", "replay"]),
      ("help-add", ["help", "add"]), ("help-remove", ["help", "remove"]), ("help-feeds", ["feeds", "-h"]),
      ("help-config", ["help", "config"]),
      ("help-validate", ["help", "validate"]), ("help-completions", ["completions", "--help"]),
      ("help-rules", ["help", "rules"]), ("help-formats", ["help", "formats"]), ("help-man", ["help", "man"]),
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

  @Test func `every option and command is named within 80 columns`() {
    for command in [nil] + Command.all.map(Optional.some) {
      let text = HelpText(on: command.map(HelpTopic.command) ?? .program).text
      // A path to copy is not wrapped.
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("  feedweave completions ") }
      #expect(lines.allSatisfy { $0.count <= 80 })
      for option in (command ?? .render).options { #expect(text.contains("  \(option.names.joined(separator: ", "))")) }
      for part in ["OVERVIEW: ", "\nUSAGE: feedweave ", "\nOPTIONS:\n", "EXAMPLES:\n"] { #expect(text.contains(part)) }
      #expect(text.contains("\nARGUMENTS:\n") == (command?.takesArguments ?? true))
      #expect(text.contains("\nSUBCOMMANDS:\n") == (command == nil))
    }
  }

  @Test func `every word of a rule is explained with a picture that it makes`() {
    let text = HelpText(on: .rules).text
    for word in RuleGuide.wordList.split(separator: ", ") { #expect(text.contains("\n\(word)"), "\(word)") }
    // Every word that the reader of rules takes is among them.
    let members = Set(RulesReader.memberNames).subtracting(["maxInAll"])
    #expect(Set(RuleGuide.wordList.split(separator: ", ").map(String.init)) == members)
    #expect(text.contains("  --rule 'every 6'\n    ·····A·····A····\n"))
    #expect(!text.contains("'\n\n"), "an example has no picture")
  }

  @Test func `the examples of files are read without findings`() throws {
    let checks: [(title: String, check: ([UInt8]) throws -> Bool)] = [
      ("Ads", { try AdReader().read($0).findings.isEmpty }),
      ("Placement rules", { try RulesReader.read($0).findings.isEmpty }),
      ("Flights", { try FlightFile.read($0).findings.isEmpty }),
      ("Weaving plans", { try !WeavingPlanReader.read($0).plan.groups.isEmpty }),
    ]
    for (title, check) in checks {
      let part = try #require(FormatGuide.text.split(separator: "\n\n").first { $0.hasPrefix(title + " (") })
      let example = try #require(part.firstRange(of: "\n  {"))
      #expect(try check(Array(part[example.lowerBound...].utf8)), "\(title)")
    }
  }

  @Test func `help is wrapped to the terminal`() {
    for columns in [40, 59, 60, 100] {
      let world = TestWorld()
      (world.isTerminal, world.terminalWidth) = (true, columns)
      #expect(world.run("--help") == .done)
      let prose = world.text.split(separator: "\n").filter { !$0.hasPrefix("  feedweave") && !$0.contains("curl") }
      #expect(prose.allSatisfy { $0.count <= max(columns, 96) }, "\(columns)")
      #expect(prose.contains { $0.count > columns - 12 }, "\(columns)")
    }
  }

  @Test func `without a word a terminal is told how to begin`() {
    let world = TestWorld()
    world.isTerminal = true
    #expect(world.run() == .done)
    #expect(world.text.hasPrefix("OVERVIEW: ") && world.text.contains("USAGE: ") && world.text.count < 1500)
    world.isTerminal = false
    #expect(world.run() == .usage)
    #expect(world.text.isEmpty)
  }

  @Test func `the examples are taken by the parser`() throws {
    for command in [nil] + Command.all.map(Optional.some) {
      for line in HelpText(on: command.map(HelpTopic.command) ?? .program).text.split(separator: "\n") {
        guard let start = line.firstRange(of: "feedweave "), line.hasPrefix("  "), !line.contains("See '"),
          !line.contains("<")
        else { continue }
        let words = line[start.upperBound...].prefix { $0 != ">" }.split(
          separator: "'", omittingEmptySubsequences: false
        ).enumerated()
          .flatMap { $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init) }
        guard case .run = try CommandLineRequest(words, exists: { _ in true }) else {
          Issue.record("\(line)")
          continue
        }
      }
    }
  }
}
