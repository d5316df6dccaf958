import Placement

/// What the macros of OpenRTB stand for in the addresses and the markup of an ad, such as `${AUCTION_PRICE}`.
///
/// ```swift
/// var macros = AuctionMacros()
/// macros.price = try Price("1.25 USD")
/// macros.filled("https://x.example/?p=${AUCTION_PRICE}&c=${AUCTION_PRICE:B64}&n=${AUCTION_LOSS}")
/// // https://x.example/?p=1.25&c=MS4yNQ==&n=
/// ```
/// A macro is `${NAME}` or `${NAME:ENCODING}`, its name in capitals, digits and underscores. One of which nothing is known
/// becomes empty, and so does one whose encoding is not known. In a test auction each becomes `AUDIT`. Anything else is no
/// macro and is left as it is. Values are spelled with percent signs where an address, JSON or HTML needs it, and are not
/// searched for macros.
public struct AuctionMacros: Hashable, Sendable, Codable {
  /// The name of the bid request (`AUCTION_ID`).
  public var auctionID: String?
  /// The name that the exchange has given to its answer (`AUCTION_BID_ID`).
  public var bidID: String?
  /// The name of the impression that was bid for (`AUCTION_IMP_ID`).
  public var impressionID: String?
  /// The name of the bidder's seat (`AUCTION_SEAT_ID`).
  public var seatID: String?
  /// The name of the ad that the bidder wants to show (`AUCTION_AD_ID`).
  public var adID: String?
  /// What is paid, in whose currency prices are (`AUCTION_PRICE`, `AUCTION_CURRENCY`).
  public var price: Price?
  /// What was bid; the share of it that is paid is `AUCTION_MBR`.
  public var bid: Price?
  /// The lowest price that would have won (`AUCTION_MIN_TO_WIN`).
  public var minimumToWin: Price?
  /// Why the bid was not used, as OpenRTB numbers it (`AUCTION_LOSS`); 0 if it won.
  public var loss: Int?
  /// How many impressions the ad is for at once, on a screen in public (`AUCTION_MULTIPLIER`).
  public var multiplier: Int?
  /// The time of the impression since 1970 (`AUCTION_IMP_TS`, in milliseconds).
  public var impressionTime: Duration?
  /// Macros of the exchange's own, by their names.
  public var others: [String: String] = [:]
  /// Whether the auction is a test, which is never billed.
  public var isTest = false

  /// The number of UTF-8 bytes of a value, also of an encoded one, above which it counts as not known.
  public static let longestValue = 256
  /// The number of bytes of a macro's name, and of its encoding, above which it is no macro.
  static let longestName = 64
  /// The number of UTF-8 bytes above which an address is not used.
  public static let longestAddress = 8_192

  /// Makes macros of which nothing is known.
  public init() {}

  /// Encodings by their names; `B64`, that of RFC 4648 section 4, is known without.
  public typealias Encodings = [String: @Sendable (_ value: String) -> String]

  /// Returns a text with what its macros stand for.
  /// - Parameters:
  ///   - text: An address, or markup.
  ///   - encodings: The encodings that are known beside `B64`.
  ///   - limit: The largest number of UTF-8 bytes of the result.
  /// - Returns: The text, or nil if it would be longer than the limit.
  /// - Complexity: O(*n*) for *n* bytes of the text and the result.
  public func filled(
    _ text: String, encodings: Encodings = [:], atMost limit: Int = AuctionMacros.longestAddress
  ) -> String? {
    var rest = Array(text.utf8)[...]
    var filled: [UInt8] = []
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      filled += rest[..<start]
      rest = rest[start...]
      if let macro = Macro(rest) {
        filled += value(of: macro, encodings).utf8
        rest = rest[macro.end...]
      } else {
        filled.append(rest.removeFirst())
      }
      if filled.count > limit { return nil }
    }
    filled += rest
    return filled.count <= limit ? String(decoding: filled, as: UTF8.self) : nil
  }

  /// Returns what takes the place of a macro.
  private func value(of macro: Macro, _ encodings: Encodings) -> String {
    if isTest { return "AUDIT" }
    guard var value = value(of: macro.name), value.utf8.count <= Self.longestValue else { return "" }
    if let name = macro.encoding {
      if let encode = encodings[name] {
        value = encode(value)
      } else if name == "B64" {
        value = Base64URL.padded(Array(value.utf8))
      } else {
        return ""
      }
    }
    return value.utf8.count <= 2 * Self.longestValue ? value.percentEncoded : ""
  }

  private func value(of name: String) -> String? {
    switch name {
    case "AUCTION_ID": auctionID
    case "AUCTION_BID_ID": bidID
    case "AUCTION_IMP_ID": impressionID
    case "AUCTION_SEAT_ID": seatID
    case "AUCTION_AD_ID": adID
    case "AUCTION_PRICE": price.map { Price.number($0.micros) }
    case "AUCTION_CURRENCY": (price ?? bid)?.currency
    case "AUCTION_MBR": marketRatio
    case "AUCTION_LOSS": loss.map(String.init)
    case "AUCTION_MIN_TO_WIN": minimumToWin.map { Price.number($0.micros) }
    case "AUCTION_MULTIPLIER": multiplier.map(String.init)
    case "AUCTION_IMP_TS": impressionTime.map { String($0.wholeMilliseconds) }
    default: others[name]
    }
  }

  /// What is paid, divided by what was bid, to six decimals.
  private var marketRatio: String? {
    guard let price, let bid, price.currency == bid.currency, bid.micros > 0 else { return nil }
    let ratio = Int128(price.micros) * 1_000_000 / Int128(bid.micros)
    return Int64(exactly: ratio).map(Price.number)
  }
}

/// A macro at the start of some bytes.
private struct Macro {
  let name: String
  let encoding: String?
  /// The index after it.
  let end: Int

  /// Finds a macro; nil if the bytes begin otherwise.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "${".utf8) else { return nil }
    let rest = bytes.dropFirst(2)
    let longest = AuctionMacros.longestName
    let name = rest.prefix(longest + 1).prefix { $0.isCapital || $0.isDigit || $0 == UInt8(ascii: "_") }
    guard 1...longest ~= name.count else { return nil }
    var after = rest[name.endIndex...]
    self.name = String(decoding: name, as: UTF8.self)
    if after.first == UInt8(ascii: ":") {
      let word = after.dropFirst().prefix(longest + 1).prefix { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
      guard 1...longest ~= word.count else { return nil }
      encoding = String(decoding: word, as: UTF8.self)
      after = after[word.endIndex...]
    } else {
      encoding = nil
    }
    guard after.first == UInt8(ascii: "}") else { return nil }
    end = after.startIndex + 1
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  fileprivate var isLetter: Bool { (self & 0xDF).isCapital }
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension String {
  /// The text with all bytes in percent signs that could end a value in an address, a string of JSON or HTML.
  fileprivate var percentEncoded: String {
    var text: [UInt8] = []
    for byte in utf8 {
      if byte.isLetter || byte.isDigit || "-._~=/:,".utf8.contains(byte) {
        text.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Base64URL {
  /// Returns the text of bytes in the alphabet of RFC 4648, section 4, with padding.
  fileprivate static func padded(_ bytes: [UInt8]) -> String {
    let text = text(of: bytes).replacing("-", with: "+").replacing("_", with: "/")
    return text + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }
}
