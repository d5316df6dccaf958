/// Where something is read from: a path, or standard input.
enum InputFile: Hashable, Sendable {
  case standardInput
  case path(String)

  /// Takes a word of the command line, in which `-` is standard input.
  init(_ word: String) { self = word == "-" ? .standardInput : .path(word) }
}

extension InputFile: CustomStringConvertible {
  /// The name that messages use; as untrusted as the word was.
  var description: String {
    switch self {
    case .standardInput: "<stdin>"
    case .path(let path): path
    }
  }
}
