import TerminalUI

/// The address of a feed: http or https, with a host, in printable ASCII.
///
/// It is passed on to `curl` as an argument. Nothing in it can be an option, a line break or a quotation mark, whoever
/// wrote it.
struct FeedAddress: Hashable, Sendable {
  /// The address, with a lower-case scheme; what is not ASCII is percent-encoded.
  let string: String

  /// The host, in lower case and without port.
  let host: String

  /// Checks an address.
  ///
  /// - Throws: ``AddressFault`` for the rule that it breaks.
  init(_ word: String) throws(AddressFault) {
    let word = Self.ofWeb(word)
    guard !word.unicodeScalars.contains(where: Self.isRefused) else { throw .refusedCharacter }
    do throws(TerminalUIError) {
      let link = try SafeLink(word)
      guard link.string.hasPrefix("http") else { throw .linkScheme(nil) }
      (string, host) = (link.string, link.host)
    } catch {
      switch error {
      case .linkTooLong(let most): throw .tooLong(most: most)
      case .linkWithoutHost: throw .noHost
      default: throw .otherScheme
      }
    }
  }

  /// The address without its scheme, as the name of a feed that has none.
  var name: String { string.firstIndex(of: "/").map { String(string[$0...].drop { $0 == "/" }) } ?? string }

  /// Whether an argument is a URL of any kind: a scheme, a colon and two slashes.
  static func isURL(_ word: String) -> Bool {
    let word = ofWeb(word)
    guard let end = word.utf8.firstIndex(of: UInt8(ascii: ":")), word[end...].hasPrefix("://") else { return false }
    let scheme = word[..<end]
    return scheme.utf8.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// Returns the address of the web that one with the scheme `feed` means, such as `feed://h/a` or `feed:https://h/a`.
  private static func ofWeb(_ word: String) -> String {
    guard word.prefix(5).lowercased() == "feed:" else { return word }
    let rest = word.dropFirst(5)
    return rest.hasPrefix("//") ? "https:\(rest)" : String(rest)
  }

  /// Whether a character is a space, a control or a quotation mark, which addresses have percent-encoded.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar.value == 0x7F || "\"'`<>".unicodeScalars.contains(scalar)
  }
}

/// The reason why a word is no address of a feed.
enum AddressFault: Error, Hashable {
  case refusedCharacter, otherScheme, noHost
  case tooLong(most: Int)

  /// The rule that is broken.
  var problem: String {
    switch self {
    case .refusedCharacter: "it has a space, a control character or a quotation mark, which must be percent-encoded"
    case .otherScheme: "feeds are fetched by http and https only"
    case .noHost: "it has no host"
    case .tooLong(let most): "it has more than \(most) bytes"
    }
  }
}
