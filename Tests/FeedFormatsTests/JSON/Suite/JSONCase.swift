/// A text that is JSON or not: a case of the test suite nst/JSONTestSuite, in words and texts of our own.
struct JSONCase: Sendable {
  /// What the text shows.
  let about: String

  /// The text.
  let text: [UInt8]

  /// What is wrong with it first; nil if it is JSON.
  let fault: Fault?

  /// What decides the case if the suite leaves it open.
  let decision: Decision?

  /// Where a text is wrong, and the words for it.
  struct Fault: Equatable, Sendable {
    let offset: Int
    let words: String
  }

  /// Why a text that the suite leaves open is taken or refused.
  enum Decision: Sendable, CaseIterable {
    /// Taken: numbers of any size are passed on as they are spelled.
    case keepsNumbers

    /// Taken: an escaped surrogate without its other half is passed on, and decoded as U+FFFD.
    case replacesSurrogates

    /// Taken: containers may be nested 512 deep.
    case allows512Levels

    /// Refused: only UTF-8 is JSON that may be exchanged.
    case takesOnlyUTF8

    /// Refused: the text of a file is decoded, and its byte order mark removed, before it is scanned.
    case decodesBefore
  }

  /// Every case of the suite.
  static var all: [JSONCase] { numbers + strings + words + containers + encodings }

  /// Makes a case of a text that is JSON.
  static func taken(_ about: String, _ text: String, _ decision: Decision? = nil) -> JSONCase {
    JSONCase(about: about, text: bytes(text), fault: nil, decision: decision)
  }

  /// Makes a case of a text that is wrong at an offset.
  static func refused(
    _ about: String, _ text: String, at offset: Int, _ words: String, _ decision: Decision? = nil
  ) -> JSONCase {
    JSONCase(about: about, text: bytes(text), fault: Fault(offset: offset, words: words), decision: decision)
  }

  /// Makes a case of a text whose end is missing.
  static func unfinished(_ about: String, _ text: String, within: String) -> JSONCase {
    refused(about, text, at: bytes(text).count, "the document ends too early, within \(within)")
  }

  /// Returns the bytes of a text, in which `‹FF›` is the byte 255.
  private static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "‹"), let end = rest[start...].firstIndex(of: "›") {
      bytes += rest[..<start].utf8
      if let byte = UInt8(rest[start..<end].dropFirst(), radix: 16) { bytes.append(byte) }
      rest = rest[end...].dropFirst()
    }
    return bytes + rest.utf8
  }
}
