/// The completion script for zsh, which is read as the function `_feedweave` from a folder of `$fpath`.
enum ZshCompletions {
  static var script: String {
    """
    #compdef feedweave
    # Completions of feedweave for zsh, as 'feedweave completions zsh' writes them.

    _feedweave() {
      # The first word is a command, or an argument of the default command.
      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _alternative 'commands:command:_feedweave_commands' 'files:file:_files'
        return
      fi
      case $words[2] in
        \(Command.firstWords.map(\.name).joined(separator: "|")))
          local name=$words[2] curcontext=${curcontext%:*}-$words[2]:
          shift words
          (( CURRENT-- ))
          _feedweave_$name
          ;;
        *) _feedweave_\(Command.standard.name) ;;
      esac
    }

    _feedweave_commands() {
      local -a commands=(
    \(described(Command.firstWords))\
      )
      _describe -t commands command commands
    }

    _feedweave_help() {
      local -a topics=(
    \(described(HelpTopic.list))\
      )
      (( CURRENT == 2 )) && _describe -t topics topic topics
    }

    # A name, '=' and a file.
    _feedweave_named_file() {
      if compset -P 1 '*='; then _files; else _message 'name=feed'; fi
    }
    \(Command.all.map(function).joined())
    # Read as a function of $fpath, it completes; read by 'source', it registers itself.
    if [[ $funcstack[1] == _feedweave ]]; then _feedweave "$@"; else compdef _feedweave feedweave; fi

    """
  }

  private static func described(_ words: [(name: String, summary: String)]) -> String {
    words.map { "    \("\($0.name):\($0.summary)".shellQuoted)\n" }.joined()
  }

  /// Returns the function that completes the arguments of a command.
  private static func function(for command: Command) -> String {
    let position = command.choice == nil ? "*" : "1"
    let arguments = "\(position):\(command.argumentName):\(action(command.candidates))".shellQuoted
    let specifications = command.allOptions.map(specification) + (command.takesArguments ? [arguments] : [])
    return """

      _feedweave_\(command.name)() {
        _arguments -s -S \\
          \(specifications.joined(separator: " \\\n    "))
      }

      """
  }

  /// Returns what `_arguments` is told about an option.
  private static func specification(of option: CommandOption) -> String {
    let value = option.value.map { ":\(escaped($0, ":")):\(action(option.candidates))" } ?? ""
    let rest = "[\(escaped(option.summary, "[]"))]" + value
    let repetition = option.candidates == .namedFiles ? "*" : ""
    if option.names.count == 1 { return (repetition + option.name + (value.isEmpty ? "" : "=") + rest).shellQuoted }
    return "'(\(option.names.spaced))'{\(option.names.joined(separator: ","))}\(rest.shellQuoted)"
  }

  private static func action(_ candidates: ValueCandidates) -> String {
    switch candidates {
    case .none: " "
    case .words(let words): "(\(words.spaced))"
    case .files: "_files"
    case .namedFiles: "_feedweave_named_file"
    }
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { $0 += special.contains($1) || $1 == "\\" ? "\\\($1)" : "\($1)" }
  }
}
