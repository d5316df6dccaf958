/// The completion script for fish.
enum FishCompletions {
  static var script: String {
    """
    # Completions of feedweave for fish, as 'feedweave completions fish' writes them.

    # Whether the command in use is one of the arguments; if the first word is no command, it is the default one.
    function __feedweave_uses
      set -l words (commandline -opc)
      set -l command \(Command.standard.name)
      if contains -- "$words[2]" \(Command.firstWords.map(\.name).spaced)
        set command $words[2]
      end
      contains -- $command $argv
    end

    # Whether as many words as the argument says are before the one to complete.
    function __feedweave_follows
      test (count (commandline -opc)) -eq $argv[1]
    end

    \(words(Command.firstWords, where: "__feedweave_follows 1"))
    complete -c feedweave -n '__feedweave_uses \(wordCommands.spaced)' -f
    \(words(HelpTopic.list, where: "__feedweave_follows 2; and __feedweave_uses help"))
    \(Command.all.map(argument).joined())\
    \(SharedOption.all.map(line).joined())
    """
  }

  /// The commands whose arguments are no files.
  private static var wordCommands: [String] {
    ["help"] + Command.all.filter { $0.candidates != .files }.map(\.name)
  }

  private static func words(_ words: [(name: String, summary: String)], where condition: String) -> String {
    words.map { "complete -c feedweave -n '\(condition)' -a \($0.name) -d \(quoted($0.summary))\n" }.joined()
  }

  /// Returns the line that offers the words of a command's argument, if it is one of a closed set.
  private static func argument(of command: Command) -> String {
    guard case .words(let words) = command.candidates else { return "" }
    let condition = "__feedweave_follows 2; and __feedweave_uses \(command.name)"
    return "complete -c feedweave -n '\(condition)' -a '\(words.spaced)' -d \(command.argumentName)\n"
  }

  private static func line(for shared: SharedOption) -> String {
    let option = shared.option
    let names = option.names.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
    let commands = shared.commands.map(\.name).spaced
    let value = option.value == nil ? "" : " " + values(option.candidates)
    return
      "complete -c feedweave -n '__feedweave_uses \(commands)' \(names.spaced)\(value) -d \(quoted(option.summary))\n"
  }

  private static func values(_ candidates: ValueCandidates) -> String {
    switch candidates {
    case .none: "-x"
    case .words(let words): "-x -a '\(words.spaced)'"
    case .files, .namedFiles: "-r -F"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "'"
  }
}
