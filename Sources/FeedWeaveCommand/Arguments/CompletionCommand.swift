/// The command that writes the completion script of a shell.
struct CompletionCommand {
  let settings: Settings

  /// Returns the script of the shell that the command line names.
  func script() throws(CommandError) -> String {
    guard let shell = settings.shell else { throw .missing("a shell (\(CompletionShell.list))") }
    return shell.script
  }
}

extension Command {
  static let completions = Command(
    name: "completions",
    abstract: "Write a script that completes command lines in a shell.",
    discussion: """
      The script completes commands, topics of help, options and their values, and files. Write it to a file that the \
      shell reads, and open a new shell. For zsh, the file is named _feedweave, in a folder of $fpath: add \
      'fpath=(~/.zfunc $fpath)' to ~/.zshrc before 'compinit', or take a folder that is there already.

      EXAMPLES:
        feedweave completions bash > ~/.local/share/bash-completion/completions/feedweave
        feedweave completions zsh > ~/.zfunc/_feedweave
        feedweave completions fish > ~/.config/fish/completions/feedweave.fish
      """,
    usage: ["completions <shell>"],
    argumentName: "shell", argument: "The shell: \(CompletionShell.list).",
    choice: CommandOption.choice(
      "<shell>", value: "shell", of: CompletionShell.allCases.map { ($0.rawValue, $0) }, help: "The shell.", \.shell),
    options: [],
    work: .completions)
}

/// A shell that completes command lines with a script.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The names as messages list them.
  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// The script, generated from the tables of commands and options.
  var script: String {
    switch self {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }
}
