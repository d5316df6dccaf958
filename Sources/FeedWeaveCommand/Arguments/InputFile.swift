/// A source of input: a path, or standard input.
enum InputFile: Hashable, Sendable {
  case standardInput
  case path(String)

  /// Creates a source from an argument, where `-` means standard input.
  init(_ word: String) { self = word == "-" ? .standardInput : .path(word) }
}

extension InputFile: CustomStringConvertible {
  /// The name that messages use; as untrusted as the argument.
  var description: String {
    switch self {
    case .standardInput: "<stdin>"
    case .path(let path): path
    }
  }
}

extension InputFile {
  /// The argument that names it on a command line, quoted for a shell if that is needed.
  var argument: String {
    guard case .path(let path) = self else { return "-" }
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/+,:@%-".contains($0)) }
    return isPlain && !path.hasPrefix("-") ? path : path.shellQuoted
  }

  /// Creates a source from an argument; a URL is rejected, with a command that fetches it.
  ///
  /// - Parameter place: the arguments for standard input in that command, such as `-` or `--ads -`.
  init(local word: String, place: String) throws(CommandError) {
    guard Self.isAddress(word) else {
      self.init(word)
      return
    }
    throw .address(word, instead: "curl -fsSL \(word.shellQuoted) | feedweave \(place)")
  }

  /// Whether an argument is a URL: a scheme, a colon and two slashes.
  private static func isAddress(_ word: String) -> Bool {
    guard let end = word.utf8.firstIndex(of: UInt8(ascii: ":")), word[end...].hasPrefix("://") else { return false }
    let scheme = word[..<end]
    return scheme.utf8.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension String {
  /// The text as one word of a shell.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
