import Placement

/// The text of a receipt: base64url without padding (RFC 4648, section 5) of these bytes, a dot, and that of its tag.
///
/// - the version in the upper four bits of the first byte, flags in the lower four;
/// - the time of issue in milliseconds, in zigzag: 0, −1, 1, −2 as 0, 1, 2, 3;
/// - the milliseconds from there until the receipt expires;
/// - with the flag, the price in millionths, and the three letters of its currency;
/// - the user and the ad, and with the flag the campaign, which has the name of the ad otherwise: the number of bytes of
///   each, and its bytes in UTF-8.
///
/// Each number is in LEB128. A receipt has one text, and no other is read as the receipt.
extension ServingReceipt {
  /// The version of the format that is written, and the only one that is read.
  static let version: UInt8 = 1
  /// The number of characters above which a text is refused; one of the longest names, price and tag has fewer.
  public static let longestText = 1_280
  /// The largest number of bytes of a tag, those of an HMAC with SHA-512.
  public static let longestTag = 64

  /// The bits of the first byte below the version.
  private enum Flag {
    static let price: UInt8 = 1
    static let campaign: UInt8 = 2
  }

  /// Returns the receipt as text that is safe in URLs and JSON, with a tag by which ``init(text:tag:)`` recognizes it.
  ///
  /// ```swift
  /// func tag(_ message: [UInt8]) -> [UInt8] {
  ///   Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(16))
  /// }
  /// let text = receipt.text(tag: tag)
  /// let again = try ServingReceipt(text: text, tag: tag)
  /// ```
  /// - Parameter tag: Returns the message authentication code of bytes that nothing else has.
  /// - Precondition: The tag has 1 to ``longestTag`` bytes.
  public func text<Failure: Error>(
    tag: (_ message: [UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) -> String {
    let bytes = bytes
    let tag = try tag(ServingReceipt.message(bytes))
    let most = ServingReceipt.longestTag
    precondition(1...most ~= tag.count, "the tag of a receipt has 1 to \(most) bytes, and not \(tag.count)")
    return Base64URL.text(of: bytes) + "." + Base64URL.text(of: tag)
  }

  /// Reads the text of a receipt, and compares its tag in constant time.
  /// - Parameters:
  ///   - text: The text, with its tag.
  ///   - tag: Returns the message authentication code, as in ``text(tag:)``.
  /// - Complexity: O(1): what is longer than ``longestText`` is refused without a look at it.
  /// - Throws: ``AdServingError/invalidReceipt(_:)``, which says what is wrong.
  public init(text: String, tag: (_ message: [UInt8]) -> [UInt8]) throws(AdServingError) {
    guard text.utf8.count <= ServingReceipt.longestText else {
      throw .invalidReceipt("its text has more than \(ServingReceipt.longestText) bytes")
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .invalidReceipt("it has no tag") }
    guard let bytes = Base64URL.bytes(of: String(Substring(parts[0]))),
      let found = Base64URL.bytes(of: String(Substring(parts[1])))
    else { throw .invalidReceipt("its text is not base64url") }
    guard AuthenticationTag.areEqual(tag(ServingReceipt.message(bytes)), found) else {
      throw .invalidReceipt("its tag is not the one of its text")
    }
    try self.init(bytes: bytes)
  }

  /// The text without a tag, for what never leaves the service.
  var untaggedText: String { Base64URL.text(of: bytes) }

  /// Reads a text without a tag, which has never left the service.
  init(untaggedText text: String) throws(AdServingError) {
    guard let bytes = Base64URL.bytes(of: text) else { throw .invalidReceipt("its text is not base64url") }
    try self.init(bytes: bytes)
  }
}

// MARK: - Bytes

extension ServingReceipt {
  /// What a tag is computed of.
  private static func message(_ bytes: [UInt8]) -> [UInt8] {
    AuthenticationTag.message(of: [Array("ServingReceipt".utf8), bytes])
  }

  private var bytes: [UInt8] {
    let isOfOtherName = !campaign.utf8.elementsEqual(adID.utf8)
    var bytes = [ServingReceipt.version << 4 | (price == nil ? 0 : Flag.price) | (isOfOtherName ? Flag.campaign : 0)]
    let issued = issued.wholeMilliseconds
    bytes.append(number: UInt64(bitPattern: issued << 1 ^ issued >> 63))
    bytes.append(number: UInt64(expires.wholeMilliseconds - issued))
    if let price {
      bytes.append(number: UInt64(price.micros))
      bytes += Array(price.currency.utf8)
    }
    for name in isOfOtherName ? [user, adID, campaign] : [user, adID] {
      bytes.append(number: UInt64(name.utf8.count))
      bytes += Array(name.utf8)
    }
    return bytes
  }

  private init(bytes: [UInt8]) throws(AdServingError) {
    var reader = ReceiptReader(bytes)
    let first = try reader.number("version")
    guard first >> 4 == ServingReceipt.version else { throw .invalidReceipt("version \(first >> 4) is not known") }
    let doubled = try reader.number("issued")
    let issued = Duration.milliseconds(Int64(doubled >> 1) ^ (doubled & 1 == 0 ? 0 : -1))
    let expires = issued + .milliseconds(Int64(try reader.number("expires")))
    var price: (micros: Int64, currency: String)?
    if first & UInt64(Flag.price) != 0 {
      price = (Int64(try reader.number("price")), try reader.text("currency", count: 3))
    }
    let (user, adID) = (try reader.name("user"), try reader.name("ad"))
    let campaign = first & UInt64(Flag.campaign) != 0 ? try reader.name("campaign") : nil
    do {
      try self.init(
        of: AdIdentity(adID: adID, campaign: campaign), for: user,
        price: price.map { price throws(AdServingError) in try Price(micros: price.micros, currency: price.currency) },
        issued: issued, expires: expires)
    } catch {
      throw .invalidReceipt("\(error)")
    }
    // One text for each receipt: nothing follows, no number is longer than it needs to be, and no time out of range.
    guard self.bytes == bytes else { throw .invalidReceipt("it is not written as receipts are") }
  }
}

extension [UInt8] {
  /// Appends a number in LEB128: seven bits a byte, the lowest first, and a high bit where another one follows.
  fileprivate mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

/// Reads the parts of a receipt's bytes.
private struct ReceiptReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Reads a number of at most 63 bits.
  mutating func number(_ part: String) throws(AdServingError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      guard let byte = rest.popFirst() else { throw .invalidReceipt("it ends before '\(part)'") }
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return number }
    }
    throw .invalidReceipt("'\(part)' has more than 63 bits")
  }

  /// Reads a name, with its number of bytes before it.
  mutating func name(_ part: String) throws(AdServingError) -> String {
    try text(part, count: try number(part))
  }

  mutating func text(_ part: String, count: UInt64) throws(AdServingError) -> String {
    guard count <= rest.count else { throw .invalidReceipt("it ends before '\(part)'") }
    let bytes = rest.prefix(Int(count))
    rest = rest.dropFirst(Int(count))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidReceipt("'\(part)' is not UTF-8") }
    return text
  }
}
