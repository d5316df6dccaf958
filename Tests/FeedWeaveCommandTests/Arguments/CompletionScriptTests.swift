import TestSupport
import Testing

@testable import FeedWeaveCommand

/// What the shells make of the scripts is tested in the shells, by `.ci/check-completions`.
@Suite struct CompletionScriptTests {
  @Test func `scripts are as recorded`() {
    for shell in CompletionShell.allCases {
      let world = TestWorld()
      #expect(world.run("completions", shell.rawValue) == .done)
      let name = "feedweave.\(shell)"
      if let difference = ProjectFiles.difference(of: world.output, from: name, in: "Fixtures/completions") {
        Issue.record("\(difference)")
      }
      #expect(world.messages.isEmpty)
    }
    #expect(ProjectFiles.names(in: "Fixtures/completions") == ["feedweave.bash", "feedweave.fish", "feedweave.zsh"])
  }

  @Test func `every word of the tables is in every script`() {
    for shell in CompletionShell.allCases {
      let words = Set(shell.script.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
      for name in Command.firstWords.map(\.name) + HelpTopic.names {
        #expect(words.contains(name), "\(shell): \(name)")
      }
      for option in Command.all.flatMap(\.allOptions) {
        for name in option.names {
          let flag = shell == .fish ? String(name.drop { $0 == "-" }) : name
          #expect(words.contains(flag), "\(shell): \(name)")
        }
        guard case .words(let choices) = option.candidates else { continue }
        #expect(shell.script.contains(choices.joined(separator: " ")), "\(shell): \(option.name)")
      }
    }
  }

  @Test func `options of a closed set and of files know their values`() {
    for option in Command.all.flatMap(\.options) {
      switch option.candidates {
      case .words(let words): #expect(words.count > 1 && option.value != nil)
      case .files: #expect(option.value == "file")
      case .namedFiles: #expect(option.value == "name=feed")
      case .none: #expect(option.value?.contains { "|=".contains($0) } != true && option.value != "file")
      }
    }
  }

  @Test func `an option is shared only by commands that have it in the same form`() {
    let shared = SharedOption.all
    #expect(shared.reduce(0) { $0 + $1.commands.count } == Command.all.reduce(0) { $0 + $1.allOptions.count })
    for entry in shared {
      for command in entry.commands {
        #expect(command.allOptions.contains { $0.help == entry.option.help && $0.names == entry.option.names })
      }
    }
    #expect(shared.filter { $0.option.name == "--help" }.map(\.commands.count) == [Command.all.count])
  }

  @Test func `a summary is one sentence without its full stop`() {
    func summary(_ help: String) -> String { CommandOption("--x", help: help) { _, _ in }.summary }
    #expect(summary("Show it. Default: 0.5.") == "Show it")
    #expect(summary("At most 0.5; more is cut. See it.") == "At most 0.5")
    #expect(summary("At most 0.5.") == "At most 0.5")
    #expect(summary("") == "")
  }

  @Test func `a shell is required and must be known`() {
    let world = TestWorld()
    #expect(world.run("completions") == .usage)
    #expect(world.saidLines.first == "feedweave: a shell (bash, zsh, fish) is missing; nothing was done")
    #expect(world.run("completions", "bahs") == .usage)
    #expect(
      world.saidLines.last(where: { $0.hasPrefix("feedweave: ") })
        == "feedweave: invalid value 'bahs' for '<shell>'; expected bash, zsh, fish; nothing was done. Did you mean 'bash'?"
    )
    for extra in ["bash zsh", "bash --to text", "-- bash bash", "bash -"] {
      #expect(world.run(["completions"] + extra.split(separator: " ").map(String.init)) == .usage, "\(extra)")
      #expect(world.output.isEmpty)
    }
    #expect(world.run("completions", "--", "fish") == .done)
  }
}
