import TerminalUI

/// A line for standard error, `feedweave: FILE:LINE:COLUMN: what is wrong; what was done`.
///
/// File names, words of the command line and pieces of feeds are untrusted; every one passes through `SafeText`.
struct Message: Hashable, Sendable {
  /// The line, without its newline.
  let text: String

  /// Says something of no file.
  init(_ words: String) { text = "feedweave: " + Self.safe(words, clusters: 5000) }

  /// Says something of a file; words that begin with a place follow without a space.
  init(_ file: InputFile, _ words: String, isPlaced: Bool = false) {
    let name = Self.safe(file.description, clusters: 1000)
    text = "feedweave: \(name):\(isPlaced ? "" : " ")\(Self.safe(words, clusters: 2000))"
  }

  /// A word of the command line, short and in quotes.
  static func quoted(_ word: String) -> String { "'\(safe(word, clusters: 80))'" }

  private static func safe(_ untrusted: String, clusters: Int) -> String {
    SafeText(untrusted, limits: SafeText.Limits(clusters: clusters, lines: 1)).string
  }
}

extension CommandEnvironment {
  /// Writes a message to standard error.
  func say(_ message: Message) { complain(Array("\(message.text)\n".utf8)) }
}
