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
  /// Creates a source from an argument; a URL is rejected, with a command that fetches it.
  ///
  /// - Parameter place: the arguments for standard input in that command, such as `-` or `--ads -`.
  init(local word: String, place: String) throws(CommandError) {
    guard Self.isAddress(word) else {
      self.init(word)
      return
    }
    throw .address(word, instead: "curl -fsSL \(Self.shellQuoted(word)) | feedweave \(place)")
  }

  /// Whether an argument is a URL: a scheme, a colon and two slashes.
  private static func isAddress(_ word: String) -> Bool {
    guard let end = word.utf8.firstIndex(of: UInt8(ascii: ":")), word[end...].hasPrefix("://") else { return false }
    let scheme = word[..<end]
    return scheme.utf8.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func shellQuoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
