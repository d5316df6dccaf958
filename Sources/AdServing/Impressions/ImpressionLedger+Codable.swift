import Placement

extension ImpressionLedger: Codable {
  /// The version that is encoded, and the only one that can be decoded.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, rule, others, device, stream, streams, pending, lost, paused, clock, nextDisplay, displays
  }

  /// Decodes a ledger, and throws if no sequence of events can produce it.
  ///
  /// - Complexity: O(n log n) for n encoded values.
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError`` that names the value, if it is not the
  ///   decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(ImpressionLedger.version, forKey: .version)
    let others = container.contains(.others)
    rules =
      [try container.decode(ViewabilityRule.self, forKey: .rule)]
      + (others ? try container.decodeList(forKey: .others, atMost: ImpressionLedger.mostRules) : [])
    device = try container.decodeDevice(forKey: .device)
    stream = try container.decodeNumber(forKey: .stream)
    streams = try container.decodeList(forKey: .streams, atMost: ImpressionLedger.mostStreams)
    pending = try container.decodeList(forKey: .pending, atMost: ImpressionLedger.capacity)
    displays = try container.decodeList(forKey: .displays, atMost: ImpressionLedger.mostDisplays)
    lostCount = try container.decodeNumber(forKey: .lost)
    isPaused = try container.decode(Bool.self, forKey: .paused)
    clock = try container.decodeIfPresent(LedgerTime.self, forKey: .clock)?.time
    nextDisplay = try container.decode(Int.self, forKey: .nextDisplay)
    try decoder.checking { try validate() }
  }

  /// Encodes the whole ledger.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ImpressionLedger.version, forKey: .version)
    try container.encode(rule, forKey: .rule)
    if rules.count > 1 { try container.encode(Array(rules.dropFirst()), forKey: .others) }
    try container.encode(device: device, forKey: .device)
    try container.encode(stream, forKey: .stream)
    try container.encode(streams, forKey: .streams)
    try container.encode(pending, forKey: .pending)
    try container.encode(displays, forKey: .displays)
    try container.encode(lostCount, forKey: .lost)
    try container.encode(isPaused, forKey: .paused)
    try container.encodeIfPresent(clock.map { LedgerTime($0) }, forKey: .clock)
    try container.encode(nextDisplay, forKey: .nextDisplay)
  }

  private func validate() throws(AdServingError) {
    try checkRules()
    try ImpressionLedger.checkAscending(streams.map(\.stream), "streams")
    try ImpressionLedger.checkAscending(displays.map(\.number), "displays")
    guard streams.contains(where: { $0.stream == stream }) else {
      throw .invalidLedger("'streams' lacks its own, which is \(stream)")
    }
    guard (displays.last.map { $0.number + 1 } ?? 0)...(ImpressionLedger.mostNumber + 1) ~= nextDisplay else {
      throw .invalidLedger("'nextDisplay' is \(nextDisplay), which is not above every display")
    }
    for display in displays {
      if let fault = fault(of: display) { throw .invalidLedger("display \(display.number) \(fault)") }
    }
    try checkPending()
  }

  /// Returns why no history can have led to a display; nil if one can.
  func fault(of display: AdDisplay) -> String? {
    guard let clock, display.began <= clock, display.counts.allSatisfy({ $0.since?.time ?? clock <= clock }) else {
      return "is later than the clock"
    }
    if display.counts.count != rules.count { return "is not counted by the rules of the ledger" }
    for (rule, count) in zip(rules, display.counts) {
      guard let since = count.since?.time else { continue }
      if isPaused { return "is in sight, though all is paused" }
      let isLoaded = rule.start == .rendering || display.isLoaded
      if since < display.began || count.isCounted || !count.isMet || !isLoaded {
        return "cannot be in sight since \(since)"
      }
    }
    return nil
  }

  private func checkPending() throws(AdServingError) {
    var last: [Int: Int] = [:]
    for impression in pending {
      guard impression.device == device else {
        throw .invalidLedger("impression \(impression.id) is of another device")
      }
      guard last[impression.stream] ?? -1 < impression.number, impression.number < givenCount(impression.stream) else {
        throw .invalidLedger("impression \(impression.number) of stream \(impression.stream) cannot be pending")
      }
      last[impression.stream] = impression.number
    }
  }

  private static func checkAscending(_ numbers: [Int], _ member: String) throws(AdServingError) {
    for (one, next) in zip(numbers, numbers.dropFirst()) where one >= next {
      throw .invalidLedger("'\(member)' has \(next) after \(one)")
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a list, and throws as soon as it has more than `most` elements.
  func decodeList<Element: Decodable>(forKey key: Key, atMost most: Int) throws -> [Element] {
    var container = try nestedUnkeyedContainer(forKey: key)
    var elements: [Element] = []
    while !container.isAtEnd {
      guard elements.count < most else {
        throw refusal(
          of: key, AdServingError.invalidLedger("'\(key.stringValue)' has more than \(most) elements"))
      }
      elements.append(try container.decode(Element.self))
    }
    return elements
  }
}

/// A time as a ledger keeps and encodes it: exact, in numbers that any JSON parser reads without loss.
struct LedgerTime: Hashable {
  /// The time, within a quarter of a million years of the origin, so that adding to it cannot overflow.
  let time: Duration

  private static let limit: Int64 = 1 << 43
  private static let billion: Int64 = 1_000_000_000

  /// Makes a time, clamped to the range.
  init(_ time: Duration) {
    self.time = max(.seconds(-LedgerTime.limit), min(time, .seconds(LedgerTime.limit)))
  }
}

extension LedgerTime: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var parts: [Int64] = []
    while !container.isAtEnd, parts.count < 4 { parts.append(try container.decode(Int64.self)) }
    guard let time = LedgerTime(parts: parts) else {
      throw DecodingError.refused(AdServingError.invalidLedger("\(parts) is no time"), at: decoder.codingPath)
    }
    self = time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for part in parts { try container.encode(part) }
  }

  /// Seconds, nanoseconds and attoseconds, without trailing zeros.
  private var parts: [Int64] {
    let (seconds, attoseconds) = time.components
    let (nanoseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: LedgerTime.billion)
    if rest != 0 { return [seconds, nanoseconds, rest] }
    return nanoseconds != 0 ? [seconds, nanoseconds] : [seconds]
  }

  private init?(parts: [Int64]) {
    guard 1...3 ~= parts.count, -LedgerTime.limit...LedgerTime.limit ~= parts[0],
      parts.dropFirst().allSatisfy({ -LedgerTime.billion < $0 && $0 < LedgerTime.billion })
    else { return nil }
    let attoseconds = (parts.count > 1 ? parts[1] : 0) * LedgerTime.billion + (parts.count > 2 ? parts[2] : 0)
    self.init(Duration(secondsComponent: parts[0], attosecondsComponent: attoseconds))
    // Each time has only one valid form.
    guard self.parts == parts else { return nil }
  }
}

extension KeyedDecodingContainer {
  /// The largest number that is accepted, which leaves as many larger ones to be assigned.
  static var mostNumber: Int { ImpressionLedger.mostNumber }

  /// Decodes a number, and throws if it is out of range.
  func decodeNumber(forKey key: Key, atLeast least: Int = 0, atMost most: Int = mostNumber) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard least...most ~= number else {
      let fault = "'\(key.stringValue)' is \(number), which is not within \(least) and \(most)"
      throw refusal(of: key, AdServingError.invalidLedger(fault))
    }
    return number
  }

  /// Throws if a version is not the one that can be decoded.
  func checkVersion(_ known: Int, forKey key: Key) throws {
    let version = try decode(Int.self, forKey: key)
    if version != known { throw refusal(of: key, AdServingError.invalidLedger("version \(version) is not known")) }
  }

  /// Decodes a position in a feed, and throws if it is out of range.
  func decodePlace(forKey key: Key) throws -> FeedPath {
    let place = try decode(FeedPath.self, forKey: key)
    guard 0...RowMap.limit ~= place.section, 0...RowMap.limit ~= place.row else {
      let fault = "'\(key.stringValue)' is \(place), where no row can stand"
      throw refusal(of: key, AdServingError.invalidLedger(fault))
    }
    return place
  }
}
