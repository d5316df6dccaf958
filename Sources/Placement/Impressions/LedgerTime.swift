/// A time as a ledger keeps and writes it: exact, and in numbers that any reader of JSON hands back unchanged.
struct LedgerTime: Hashable {
  /// Within a quarter of a million years of the origin, so that nothing that is added to it overflows.
  let time: Duration

  private static let limit: Int64 = 1 << 43
  private static let billion: Int64 = 1_000_000_000

  /// Brings a time into range.
  init(_ time: Duration) {
    self.time = max(.seconds(-LedgerTime.limit), min(time, .seconds(LedgerTime.limit)))
  }
}

extension LedgerTime: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var parts: [Int64] = []
    while !container.isAtEnd, parts.count < 4 { parts.append(try container.decode(Int64.self)) }
    guard let time = LedgerTime(parts: parts) else { throw PlacementError.invalidLedger("\(parts) is no time") }
    self = time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for part in parts { try container.encode(part) }
  }

  /// Seconds, nanoseconds, attoseconds; without the last ones that are zero.
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
    // One time has one form.
    guard self.parts == parts else { return nil }
  }
}

extension KeyedDecodingContainer {
  /// The largest number that a ledger gives or takes, which leaves as many again to be given.
  static var mostNumber: Int { ImpressionLedger.mostNumber }

  /// A number of a ledger.
  func decodeNumber(forKey key: Key) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard 0...Self.mostNumber ~= number else {
      throw PlacementError.invalidLedger(
        "'\(key.stringValue)' is \(number), which is not within 0 and \(Self.mostNumber)")
    }
    return number
  }

  /// A place in a feed.
  func decodePlace(forKey key: Key) throws -> FeedPath {
    let place = try decode(FeedPath.self, forKey: key)
    guard 0...RowMap.limit ~= place.section, 0...RowMap.limit ~= place.row else {
      throw PlacementError.invalidLedger("'\(key.stringValue)' is \(place), where no row can stand")
    }
    return place
  }
}
