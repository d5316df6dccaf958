/// The text of a cursor: base64url without padding (RFC 4648, section 5) of these bytes, each number in LEB128.
///
/// - the version in the upper four bits of the first byte, flags in the lower four;
/// - 7 bytes of the digest of the rules, the lowest first;
/// - the section, the content rows of the section, the number of tenants;
/// - for each tenant, the ads in the section, those in earlier sections, and the avoided tag of the last content row
///   counted from 1, 0 for none;
/// - with the flag, the content rows after the last ad, and for several tenants that ad's tenant;
/// - with the flag, the key, in UTF-8.
///
/// Equal cursors have equal texts, and no other text is read as one, so that a text is a cache key. For one tenant it
/// has at most 48 bytes beside the key, usually some 24.
extension FeedCursor {
  /// The version of the format that is written, and the only one that is read.
  static let version: UInt8 = 2

  /// The bits of the first byte below the version.
  private enum Flag {
    static let offset: UInt8 = 1
    static let refusesAd: UInt8 = 2
    static let last: UInt8 = 4
    static let key: UInt8 = 8
  }

  /// The cursor as text that is safe in URLs, headers and JSON.
  public var text: String { Base64URL.text(of: bytes) }

  /// Returns the cursor as text with a tag by which ``init(text:for:tag:)`` recognizes that it was given to a user.
  ///
  /// ```swift
  /// func tag(_ message: [UInt8]) -> [UInt8] {
  ///   Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(8))
  /// }
  /// let text = cursor.text(for: user, tag: tag)
  /// let next = try FeedCursor(text: text, for: user, tag: tag)
  /// ```
  /// - Parameters:
  ///   - user: The name of the user, of any length, also an empty one.
  ///   - tag: Returns the message authentication code of bytes that no other cursor or user has.
  public func text<Failure: Error>(
    for user: String, tag: (_ message: [UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) -> String {
    try text { bytes throws(Failure) in try tag(FeedCursor.message(bytes, for: user)) }
  }

  /// Returns the cursor as text with a tag of the caller's, which ``init(text:isTagged:)`` checks.
  ///
  /// To bind it to a user, call ``text(for:tag:)``.
  /// - Parameter tag: Returns the tag of the cursor's bytes.
  public func text<Failure: Error>(tag: (_ bytes: [UInt8]) throws(Failure) -> [UInt8]) throws(Failure) -> String {
    let bytes = bytes
    return Base64URL.text(of: bytes) + "." + Base64URL.text(of: try tag(bytes))
  }

  /// Reads the text of a cursor.
  /// - Throws: ``PlacementError/invalidCursor(_:)``, which says what is wrong.
  public init(text: String) throws(PlacementError) {
    guard let bytes = Base64URL.bytes(of: text) else { throw .invalidCursor("its text is not base64url") }
    try self.init(bytes: bytes)
  }

  /// Reads the text of a cursor that was given to a user, and compares its tag in constant time.
  /// - Parameters:
  ///   - text: The text, with its tag.
  ///   - user: The name of the user.
  ///   - tag: Returns the message authentication code, as in ``text(for:tag:)``.
  /// - Throws: ``PlacementError/invalidCursor(_:)``, which says what is wrong.
  public init(text: String, for user: String, tag: (_ message: [UInt8]) -> [UInt8]) throws(PlacementError) {
    try self.init(text: text) { bytes, found in
      AuthenticationTag.areEqual(tag(FeedCursor.message(bytes, for: user)), found)
    }
  }

  /// Reads the text of a cursor with a tag of the caller's.
  /// - Parameters:
  ///   - text: The text, with its tag.
  ///   - isTagged: Returns whether the tag is the right one of the bytes, by ``AuthenticationTag/areEqual(_:_:)``.
  /// - Throws: ``PlacementError/invalidCursor(_:)``, which says what is wrong.
  public init(text: String, isTagged: (_ bytes: [UInt8], _ tag: [UInt8]) -> Bool) throws(PlacementError) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .invalidCursor("it has no tag") }
    guard let bytes = Base64URL.bytes(of: String(Substring(parts[0]))),
      let tag = Base64URL.bytes(of: String(Substring(parts[1])))
    else { throw .invalidCursor("its text is not base64url") }
    guard isTagged(bytes, tag) else { throw .invalidCursor("its tag is not the one of its text") }
    try self.init(bytes: bytes)
  }
}

// MARK: - Bytes

extension FeedCursor {
  /// What a tag is computed of.
  private static func message(_ bytes: [UInt8], for user: String) -> [UInt8] {
    AuthenticationTag.message(of: [Array("FeedCursor".utf8), Array(user.utf8), bytes])
  }

  private var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40 + key.utf8.count)
    var flags: UInt8 = 0
    if beginsAtOffset { flags |= Flag.offset }
    if !progress.allowsAd { flags |= Flag.refusesAd }
    if progress.last != nil { flags |= Flag.last }
    if !key.isEmpty { flags |= Flag.key }
    bytes.append(FeedCursor.version << 4 | flags)
    for shift in stride(from: 0, to: 56, by: 8) { bytes.append(UInt8(truncatingIfNeeded: rules >> UInt64(shift))) }
    bytes.append(number: section)
    bytes.append(number: progress.content)
    bytes.append(number: progress.tenants.count)
    for counts in progress.tenants {
      bytes.append(number: counts.inSection)
      bytes.append(number: counts.inAll - counts.inSection)
      bytes.append(number: counts.avoidedTag.map { $0 + 1 } ?? 0)
    }
    if let last = progress.last {
      bytes.append(number: progress.content - last.content)
      if progress.tenants.count > 1 { bytes.append(number: last.tenant) }
    }
    if !key.isEmpty { bytes.append(contentsOf: key.utf8) }
    return bytes
  }

  private init(bytes: [UInt8]) throws(PlacementError) {
    var reader = ByteReader(bytes)
    let first = try reader.byte("version")
    guard first >> 4 == FeedCursor.version else { throw .invalidCursor("version \(first >> 4) is not known") }
    rules = try reader.digest()
    section = try reader.number("section")
    let content = try reader.number("content")
    let count = try reader.number("tenants")
    guard 1...FeedMerger.tenantLimit ~= count else {
      throw .invalidCursor("'tenants' is \(count), which is not within 1 and \(FeedMerger.tenantLimit)")
    }
    progress = SectionProgress(content: content, tenants: OneOrMore(try reader.counts()))
    for _ in 1..<count { progress.tenants.append(try reader.counts()) }
    if first & Flag.last != 0 {
      let since = try reader.number("rows since the last ad")
      let tenant = count > 1 ? try reader.number("last tenant") : 0
      progress.last = SectionProgress.LastAd(content: progress.content - since, tenant: tenant)
    }
    progress.allowsAd = first & Flag.refusesAd == 0
    beginsAtOffset = first & Flag.offset != 0
    key = try reader.key(isThere: first & Flag.key != 0)
    try checkNumbers()
  }

  /// Throws for numbers that no cursor has, whatever the rules are.
  func checkNumbers() throws(PlacementError) {
    func check(_ name: String, _ value: Int, to limit: Int) throws(PlacementError) {
      guard 0...max(0, limit) ~= value else {
        throw .invalidCursor("'\(name)' is \(value), which is not within 0 and \(limit)")
      }
    }
    try check("section", section, to: FeedCursor.sectionLimit)
    try check("content", progress.content, to: RowMap.limit)
    var room = RowMap.limit - progress.content
    for counts in progress.tenants {
      try check("ads", counts.inSection, to: room)
      try check("ads in all", counts.inAll, to: RowMap.limit)
      try check("ads", counts.inSection, to: counts.inAll)
      room -= counts.inSection
    }
    if let last = progress.last {
      try check("rows since the last ad", progress.content - last.content, to: progress.content)
      try check("last tenant", last.tenant, to: progress.tenants.count - 1)
      if progress.tenants[last.tenant].inSection == 0 {
        throw .invalidCursor("the last ad is one of tenant \(last.tenant), which has none in the section")
      }
    } else if progress.placed > 0, !beginsAtOffset {
      throw .invalidCursor("'ads' is \(progress.placed), and no last one is named")
    }
    if progress.content == 0, !progress.allowsAd || progress.tenants.contains(where: { $0.avoidedTag != nil }) {
      throw .invalidCursor("'content' is 0, and something is said of its last row")
    }
    try check("bytes of the key", key.utf8.count, to: FeedCursor.keyLimit)
  }
}

extension [UInt8] {
  /// Appends a number from 0 in LEB128: seven bits a byte, the lowest first, and a high bit where another one follows.
  fileprivate mutating func append(number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Reads the parts of a cursor's bytes, and refuses what the writer does not write.
private struct ByteReader {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte(_ name: String) throws(PlacementError) -> UInt8 {
    guard next < bytes.count else { throw .invalidCursor("it ends before '\(name)'") }
    defer { next += 1 }
    return bytes[next]
  }

  mutating func digest() throws(PlacementError) -> UInt64 {
    var digest: UInt64 = 0
    for shift in stride(from: 0, to: 56, by: 8) { digest |= UInt64(try byte("rules")) << UInt64(shift) }
    return digest
  }

  /// Reads a number of at most 35 bits.
  mutating func number(_ name: String) throws(PlacementError) -> Int {
    var number = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      let byte = try byte(name)
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 {
        if byte == 0, shift > 0 { throw .invalidCursor("'\(name)' is longer than it needs to be") }
        return number
      }
    }
    throw .invalidCursor("'\(name)' has more than 35 bits")
  }

  /// Reads the counts of a tenant.
  mutating func counts() throws(PlacementError) -> SectionProgress.Counts {
    let (inSection, earlier, tag) = (try number("ads"), try number("earlier ads"), try number("tag"))
    return SectionProgress.Counts(
      inSection: inSection, inAll: inSection + earlier, avoidedTag: tag == 0 ? nil : tag - 1)
  }

  /// Reads the key, which is all that is left.
  mutating func key(isThere: Bool) throws(PlacementError) -> String {
    let rest = bytes.count - next
    if isThere == (rest == 0) {
      throw .invalidCursor(isThere ? "it ends before 'key'" : "\(rest) bytes follow its end")
    }
    if rest == 0 { return "" }
    guard let key = String(validating: bytes[next...], as: UTF8.self) else {
      throw .invalidCursor("'key' is not UTF-8")
    }
    return key
  }
}
