/// A source of input: a path, standard input, or the address of a feed.
enum InputFile: Hashable, Sendable {
  case standardInput
  case path(String)
  case address(FeedAddress)

  /// Creates a source from an argument, where `-` means standard input.
  init(_ word: String) { self = word == "-" ? .standardInput : .path(word) }
}

extension InputFile: CustomStringConvertible {
  /// The name that messages use; as untrusted as the argument.
  var description: String {
    switch self {
    case .standardInput: "<stdin>"
    case .path(let path): path
    case .address(let address): address.string
    }
  }
}

extension InputFile {
  /// The address, if it is one.
  var feedAddress: FeedAddress? { if case .address(let address) = self { address } else { nil } }

  /// The argument that names it on a command line, quoted for a shell if that is needed.
  var argument: String {
    guard self != .standardInput else { return "-" }
    let path = description
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/+,:@%-".contains($0)) }
    return isPlain && !path.hasPrefix("-") ? path : path.shellQuoted
  }

  /// Creates a source from an argument that may be the address of a feed.
  init(feed word: String) throws(CommandError) {
    guard FeedAddress.isURL(word) else {
      self.init(word)
      return
    }
    do throws(AddressFault) { self = .address(try FeedAddress(word)) } catch { throw .badAddress(word, error) }
  }

  /// Creates a source from an argument; a URL is rejected, with a command that fetches it.
  ///
  /// - Parameter place: the arguments for standard input in that command, such as `-` or `--ads -`.
  init(local word: String, place: String) throws(CommandError) {
    guard FeedAddress.isURL(word) else {
      self.init(word)
      return
    }
    throw .address(word, instead: "curl -fsSL \(word.shellQuoted) | feedweave \(place)")
  }
}

extension String {
  /// The text as one word of a shell.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
