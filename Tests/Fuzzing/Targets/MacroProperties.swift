import AdServing
import Foundation

/// Macros in any text become what a search by a regular expression makes of them, or nothing if that is too long.
///
/// The first line of the input is a value, and the rest a text.
enum MacroProperties {
  static func check(_ input: [UInt8]) throws {
    let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let value = String(decoding: parts[0], as: UTF8.self)
    let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : value
    for isTest in [false, true] {
      var macros = AuctionMacros()
      (macros.seatID, macros.loss, macros.isTest) = (value, 102, isTest)
      let expected = model(text, value, isTest: isTest)
      let filled = macros.filled(text, encodings: ["TWICE": { $0 + $0 }])
      let isLong = expected.utf8.count > AuctionMacros.longestAddress
      try require(
        filled == (isLong ? nil : expected), "a text is filled as '\(filled ?? "nothing")', not '\(expected)'")
    }
  }

  private static func model(_ text: String, _ value: String, isTest: Bool) -> String {
    // By scalars: a combining mark after a macro is none of it.
    let macro = /\$\{([A-Z0-9_]{1,64})(?::([A-Za-z0-9_-]{1,64}))?\}/.matchingSemantics(.unicodeScalar)
    return text.replacing(macro) { match in
      if isTest { return "AUDIT" }
      guard let value = ["AUCTION_SEAT_ID": value, "AUCTION_LOSS": "102"][String(match.1)] else { return "" }
      if value.utf8.count > AuctionMacros.longestValue { return "" }
      let encoded =
        switch match.2 {
        case nil: value
        case "B64": Data(value.utf8).base64EncodedString()
        case "TWICE": value + value
        default: ""
        }
      let isUsed = encoded.utf8.count <= 2 * AuctionMacros.longestValue
      return isUsed ? encoded.addingPercentEncoding(withAllowedCharacters: unchanged) ?? "" : ""
    }
  }

  private static let unchanged = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~=/:,")
}
