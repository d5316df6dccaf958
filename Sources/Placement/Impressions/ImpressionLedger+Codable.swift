extension ImpressionLedger: Codable {
  /// The version that is written, and the only one that is read.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, rule, stream, streams, pending, lost, paused, clock, nextDisplay, displays
  }

  /// Reads a ledger, and refuses one that no history leads to.
  ///
  /// - Complexity: O(n log n) for all that is in it.
  /// - Throws: ``PlacementError/invalidLedger(_:)``, which names the value, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == ImpressionLedger.version else {
      throw PlacementError.invalidLedger("version \(version) is not known")
    }
    rule = try container.decode(ViewabilityRule.self, forKey: .rule)
    stream = try container.decodeNumber(forKey: .stream)
    streams = try container.decodeList(forKey: .streams, atMost: ImpressionLedger.mostStreams)
    pending = try container.decodeList(forKey: .pending, atMost: ImpressionLedger.capacity)
    displays = try container.decodeList(forKey: .displays, atMost: ImpressionLedger.mostDisplays)
    lostCount = try container.decodeNumber(forKey: .lost)
    isPaused = try container.decode(Bool.self, forKey: .paused)
    clock = try container.decodeIfPresent(LedgerTime.self, forKey: .clock)?.time
    nextDisplay = try container.decode(Int.self, forKey: .nextDisplay)
    try validate()
  }

  /// Writes all of it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ImpressionLedger.version, forKey: .version)
    try container.encode(rule, forKey: .rule)
    try container.encode(stream, forKey: .stream)
    try container.encode(streams, forKey: .streams)
    try container.encode(pending, forKey: .pending)
    try container.encode(displays, forKey: .displays)
    try container.encode(lostCount, forKey: .lost)
    try container.encode(isPaused, forKey: .paused)
    try container.encodeIfPresent(clock.map { LedgerTime($0) }, forKey: .clock)
    try container.encode(nextDisplay, forKey: .nextDisplay)
  }

  private func validate() throws(PlacementError) {
    try ImpressionLedger.checkAscending(streams.map(\.stream), "streams")
    try ImpressionLedger.checkAscending(displays.map(\.number), "displays")
    guard streams.contains(where: { $0.stream == stream }) else {
      throw .invalidLedger("'streams' lacks its own, which is \(stream)")
    }
    guard (displays.last.map { $0.number + 1 } ?? 0)...(ImpressionLedger.mostNumber + 1) ~= nextDisplay else {
      throw .invalidLedger("'nextDisplay' is \(nextDisplay), which is not above every display")
    }
    for display in displays where display.since ?? display.began > clock ?? .zero || clock == nil {
      throw .invalidLedger("display \(display.number) is later than the clock")
    }
    for display in displays where isPaused && display.since != nil {
      throw .invalidLedger("display \(display.number) is in sight, though all is paused")
    }
    try checkPending()
  }

  private func checkPending() throws(PlacementError) {
    var last: [Int: Int] = [:]
    for impression in pending {
      guard last[impression.stream] ?? -1 < impression.number, impression.number < givenCount(impression.stream) else {
        throw .invalidLedger("impression \(impression.number) of stream \(impression.stream) cannot be pending")
      }
      last[impression.stream] = impression.number
    }
  }

  private static func checkAscending(_ numbers: [Int], _ member: String) throws(PlacementError) {
    for (one, next) in zip(numbers, numbers.dropFirst()) where one >= next {
      throw .invalidLedger("'\(member)' has \(next) after \(one)")
    }
  }
}

extension KeyedDecodingContainer {
  /// A list that is given up as soon as it turns out to be too long.
  fileprivate func decodeList<Element: Decodable>(forKey key: Key, atMost most: Int) throws -> [Element] {
    var container = try nestedUnkeyedContainer(forKey: key)
    var elements: [Element] = []
    while !container.isAtEnd {
      guard elements.count < most else {
        throw PlacementError.invalidLedger("'\(key.stringValue)' has more than \(most) elements")
      }
      elements.append(try container.decode(Element.self))
    }
    return elements
  }
}
