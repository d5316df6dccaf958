extension FeedReader {
  /// Returns bytes in UTF-8 that came with the name of an encoding, as a server sends it in `Content-Type`.
  ///
  /// What the bytes themselves say, by a byte order mark or an XML declaration, comes first, and so does UTF-8 where they
  /// are valid as such: servers name an encoding for all files of a kind. Bytes in an encoding that is not known stay.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func utf8(_ bytes: [UInt8], sentAs name: String) -> [UInt8] {
    guard let encoding = TextEncoding(declaredName: name), encoding != .utf8,
      UTF8Check.firstInvalid(in: bytes, from: 0) != nil,
      let declared = try? TextEncoding.declared(by: bytes), declared.encoding == nil
    else { return bytes }
    return DecodedText(bytes, encoding, skipping: declared.markLength).bytes
  }
}
