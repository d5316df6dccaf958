/// The completion script for bash 3.2 and later; it needs no other script.
///
/// File names are left to bash itself where it allows that, since it knows how to quote them.
enum BashCompletions {
  static var script: String {
    """
    # Completions of feedweave for bash, as 'feedweave completions bash' writes them.

    _feedweave() {
      local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
      local command=\(Command.standard.name) options='' arguments='files' value='' word
      COMPREPLY=()

      # Bash splits '--color=auto' at the sign.
      if [[ $current == '=' ]]; then
        current=''
      elif [[ $option == '=' && $COMP_CWORD -gt 2 ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
      fi

      # The first word is a command, or an argument of the default command.
      if [[ $COMP_CWORD -eq 1 && $current != -* ]]; then
        _feedweave_offer '\(Command.firstWords.map(\.name).spaced)' "$current"
        if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
          _feedweave_offer files "$current"
        elif [[ -n $current ]]; then
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
        fi
        return
      fi
      case ${COMP_WORDS[1]} in
      \(Command.firstWords.map(\.name).joined(separator: " | "))) command=${COMP_WORDS[1]} ;;
      esac

      # After '--' there are files only.
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == -- ]]; then
          _feedweave_offer files "$current"
          return
        fi
      done

      case $command in
    \(Command.all.map(branch).joined())\
      help)
        arguments='\(HelpTopic.names.spaced)'
        ;;
      esac

      if [[ -n $value ]]; then
        _feedweave_offer "$value" "$current"
      elif [[ $current == -* ]]; then
        _feedweave_offer "$options" "$current"
      elif [[ $arguments == files || $COMP_CWORD -eq 2 ]]; then
        _feedweave_offer "$arguments" "$current"
      fi
    }

    # Offers words, 'files' or 'none' for what has been typed.
    _feedweave_offer() {
      local IFS=$' \\t\\n' word
      case $1 in
      none) ;;
      files)
        compopt -o default 2>/dev/null && return
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$2")
        ;;
      *) COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
      esac
    }

    complete -F _feedweave feedweave

    """
  }

  /// Returns the branch of the script that sets what a command accepts.
  private static func branch(of command: Command) -> String {
    var lines = [
      "  \(command.name))",
      "    options='\(command.allOptions.flatMap(\.names).spaced)'",
    ]
    let arguments = offer(command.candidates) ?? "none"
    if arguments != "files" { lines.append("    arguments='\(arguments)'") }
    let values = valueBranches(of: command.options)
    if !values.isEmpty { lines += ["    case $option in"] + values + ["    esac"] }
    return (lines + ["    ;;", ""]).joined(separator: "\n")
  }

  /// Returns the branches that set what is offered as the values of options.
  private static func valueBranches(of options: [CommandOption]) -> [String] {
    var names: [(offer: String, names: [String])] = []
    for option in options where option.value != nil {
      let offer = offer(option.candidates) ?? "none"
      if let place = names.firstIndex(where: { $0.offer == offer }) {
        names[place].names += option.names
      } else {
        names.append((offer, option.names))
      }
    }
    return names.map { "    \($0.names.joined(separator: " | "))) value='\($0.offer)' ;;" }
  }

  /// Returns the argument of the script's function that offers values; a name before a file is not offered.
  private static func offer(_ candidates: ValueCandidates) -> String? {
    switch candidates {
    case .none, .namedFiles: nil
    case .words(let words): words.spaced
    case .files: "files"
    }
  }
}
