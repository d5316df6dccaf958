/// A link that can safely be drawn and opened: http, https or mailto, limited in length, in printable ASCII.
///
/// All other bytes are percent-encoded, and so is the backslash, which some programs read as a slash, so that the
/// displayed host is the host that is contacted. It does not mean that the host can be trusted.
///
///     try SafeLink("HTTPS://user@Example.org:8080/ä").host     // "example.org"
///     try SafeLink("HTTPS://user@Example.org:8080/ä").string   // "https://user@Example.org:8080/%C3%A4"
public struct SafeLink: Hashable, Sendable {
  /// The maximum length of a link, in bytes after encoding.
  public static let maximumBytes = 2083

  /// The link, with all characters between U+0021 and U+007E.
  public let string: String

  /// The host in lower case and without port; for a mailto link, the addresses unchanged.
  public let host: String

  /// Makes a link from untrusted text; spaces around it are ignored.
  ///
  /// - Throws: ``TerminalUIError`` for the rule that the link breaks.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ untrusted: String) throws(TerminalUIError) {
    let encoded = try Self.encoded(untrusted)
    guard let colon = encoded.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .linkScheme(nil) }
    let scheme = encoded[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" || scheme == "mailto" else {
      throw .linkScheme(SafeText(scheme, limits: SafeText.Limits(clusters: 20, lines: 1)))
    }
    let rest = encoded[colon...].utf8.dropFirst()
    host = scheme == "mailto" ? Self.addresses(rest) : Self.host(rest)
    guard !host.isEmpty else { throw .linkWithoutHost }
    string = encoded.hasPrefix(scheme) ? encoded : scheme + encoded[colon...]
  }

  /// The link as text to draw.
  public var text: SafeText {
    SafeText(string, limits: SafeText.Limits(clusters: Self.maximumBytes, lines: 1))
  }

  /// The host with the percent-encoded letters of its names decoded, so that a person recognises it.
  ///
  /// A name stays as it is if it has anything but letters, or if it mixes ASCII with letters that are not Latin, which can look alike.
  public var readableHost: SafeText {
    SafeText(host.split(separator: ".", omittingEmptySubsequences: false).map(Self.readable).joined(separator: "."))
  }

  private static func readable(_ name: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = name.utf8
    while let byte = rest.popFirst() {
      let code = byte == UInt8(ascii: "%") ? UInt8(String(Substring(rest.prefix(2))), radix: 16) ?? 0 : 0
      if code >= 0x80 { rest = rest.dropFirst(2) }
      bytes.append(code >= 0x80 ? code : byte)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return String(name) }
    let others = text.unicodeScalars.filter { !$0.isASCII }
    let isLatin = others.allSatisfy { 0xC0...0x24F ~= $0.value || 0x1E00...0x1EFF ~= $0.value }
    let isMixed = !isLatin && text.contains { $0.isASCII && $0.isLetter }
    return !isMixed && others.allSatisfy(\.properties.isAlphabetic) ? text : String(name)
  }

  private static func encoded(_ untrusted: String) throws(TerminalUIError) -> String {
    let isReady =
      untrusted.utf8.count <= maximumBytes
      && untrusted.withBytes { bytes in bytes.indices.allSatisfy { isKept(bytes[$0]) } }
    if isReady { return untrusted }
    var encoded: [UInt8] = []
    var end = 0
    for byte in untrusted.utf8.drop(while: isSpace) {
      if isKept(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
      // Trailing space is removed again, so only bytes before it count.
      if !isSpace(byte) { end = encoded.count }
      if end > maximumBytes { throw .linkTooLong(most: maximumBytes) }
    }
    return text(encoded[..<end])
  }

  /// Whether a byte is kept unencoded.
  private static func isKept(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte && byte != UInt8(ascii: "\\") }

  private static func addresses(_ rest: Substring.UTF8View) -> String {
    text(rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }

  /// Returns the host of `//user@host:port/path`; empty if there is none.
  private static func host(_ rest: Substring.UTF8View) -> String {
    let slash = UInt8(ascii: "/")
    guard rest.starts(with: [slash, slash]) else { return "" }
    let authority = rest.dropFirst(2).prefix { $0 != slash && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let user = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) } ?? authority.startIndex
    let place = authority[user...]
    if place.first == UInt8(ascii: "[") {
      return place.lastIndex(of: UInt8(ascii: "]")).map { text(place[...$0]).lowercased() } ?? ""
    }
    return text(place.prefix { $0 != UInt8(ascii: ":") }).lowercased()
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
