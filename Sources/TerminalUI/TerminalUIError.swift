/// An error thrown by this module.
public enum TerminalUIError: Error, Hashable, Sendable {
  /// The link has no scheme, or one other than http, https and mailto; the value is the scheme, shortened.
  case linkScheme(SafeText?)

  /// The link is longer than browsers accept, counted in bytes after encoding.
  case linkTooLong(most: Int)

  /// The link has no host, or no mail address.
  case linkWithoutHost

  /// A word in brackets is not the name of a key or another event; the value is the word, shortened.
  ///
  /// Places are those of characters in a ``KeyScript``, from 1.
  case keyWord(SafeText, at: Int)

  /// A bracket begins a word that does not end.
  case unclosedKeyWord(at: Int)

  /// A key script contains a control character.
  case keyCharacter(at: Int)
  /// The process has no terminal, or cannot hold it, for a reason in the words of the system.
  case noTerminal(reason: String)

  /// Terminals are not supported on this system.
  case terminalsNotSupported
}

extension TerminalUIError: CustomStringConvertible {
  /// A message for the error.
  public var description: String {
    switch self {
    case .linkScheme(let scheme?): "links with the scheme \(scheme) are not shown"
    case .linkScheme(nil): "the link has no scheme"
    case .linkTooLong(let most): "the link is longer than \(most) bytes"
    case .linkWithoutHost: "the link names no host"
    case .keyWord(let word, let place):
      "there is no key <\(word)> (character \(place)); the words are \(KeyScript.words.joined(separator: " "))"
    case .unclosedKeyWord(let place): "the < at character \(place) has no >; the key itself is <lt>"
    case .keyCharacter(let place): "character \(place) is a control character; keys without a character are words in <>"
    case .noTerminal(let reason): "there is no terminal to use: \(reason)"
    case .terminalsNotSupported: "terminals are not supported on this system"
    }
  }
}
