/// What a service needs beside a message authentication code, such as an HMAC, to recognize what it has given out.
///
/// ```swift
/// let message = AuthenticationTag.message(of: [Array("receipt".utf8), Array(user.utf8), bytes])
/// let tag = Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(16))
/// guard AuthenticationTag.areEqual(tag, received) else { throw Forged() }
/// ```
/// It computes no codes: that is the caller's, who has the key. A cursor uses it in ``FeedCursor/text(for:tag:)``.
public enum AuthenticationTag {
  /// Returns the bytes of which a code is computed, which no other parts have.
  ///
  /// Parts that are merely joined are ambiguous: `18` and `ann` give the same as `1` and `8ann`. These bytes are the number
  /// of parts, and before each part its length, as 8 bytes each, the least significant first: the pre-authentication
  /// encoding of PASETO (platform-agnostic security tokens).
  /// - Parameter parts: What is authenticated; the first should say what for, so that no message serves another purpose.
  /// - Complexity: O(*n*) in the bytes of all parts.
  public static func message(of parts: [[UInt8]]) -> [UInt8] {
    parts.reduce(into: bytes(of: parts.count)) { message, part in message += bytes(of: part.count) + part }
  }

  /// Returns whether two tags are equal, in a time that depends only on their lengths.
  ///
  /// The time that `==` takes says how many of the first bytes are right, so that a tag can be guessed byte by byte.
  /// - Complexity: O(*n*) in the bytes of a tag.
  public static func areEqual(_ tag: [UInt8], _ other: [UInt8]) -> Bool {
    guard tag.count == other.count else { return false }
    return zip(tag, other).reduce(0) { difference, bytes in difference | (bytes.0 ^ bytes.1) } == 0
  }

  private static func bytes(of number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}
