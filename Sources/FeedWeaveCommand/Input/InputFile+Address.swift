extension InputFile {
  /// Takes the value of an option or an argument; a URL is refused, with the command that fetches it.
  ///
  /// - Parameter place: how standard input is named in that command, such as `-` or `--ads -`.
  init(local word: String, place: String) throws(CommandError) {
    guard Self.isAddress(word) else {
      self.init(word)
      return
    }
    throw .address(word, instead: "curl -fsSL \(Self.shellQuoted(word)) | feedweave \(place)")
  }

  /// Whether a word is a URL: a scheme and two slashes.
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
