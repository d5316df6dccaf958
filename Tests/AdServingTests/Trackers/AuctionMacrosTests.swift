import Placement
import TestSupport
import Testing

@testable import AdServing

@Suite struct AuctionMacrosTests {
  private func macros() throws -> AuctionMacros {
    var macros = AuctionMacros()
    (macros.auctionID, macros.bidID, macros.impressionID) = ("a 1", "b", "i")
    (macros.seatID, macros.adID, macros.loss, macros.multiplier) = ("s&t", "d\"<é", 102, 3)
    (macros.price, macros.bid) = (try Price("1.5 EUR"), try Price("2 EUR"))
    (macros.minimumToWin, macros.impressionTime) = (try Price("1.000001 EUR"), .nanoseconds(1_700_000_000_123_999_999))
    macros.others = ["CACHE_7": "x"]
    return macros
  }

  @Test func `each macro is replaced by its value`() throws {
    let macros = try macros()
    for (text, expected) in [
      ("", ""), ("https://x.example/", "https://x.example/"), ("${AUCTION_ID}", "a%201"), ("${AUCTION_BID_ID}", "b"),
      ("${AUCTION_IMP_ID}", "i"), ("${AUCTION_SEAT_ID}", "s%26t"), ("${AUCTION_AD_ID}", "d%22%3C%C3%A9"),
      ("p=${AUCTION_PRICE}&c=${AUCTION_CURRENCY}", "p=1.5&c=EUR"), ("${AUCTION_MBR}", "0.75"),
      ("${AUCTION_LOSS}", "102"), ("${AUCTION_MIN_TO_WIN}", "1.000001"), ("${AUCTION_MULTIPLIER}", "3"),
      ("${AUCTION_IMP_TS}", "1700000000123"), ("${CACHE_7}", "x"), ("[${AUCTION_UNKNOWN}${X}]", "[]"),
      ("${AUCTION_PRICE:B64}", "MS41"), ("${AUCTION_LOSS:B64}/", "MTAy/"), ("${AUCTION_SEAT_ID:B64}", "cyZ0"),
      ("${AUCTION_MULTIPLIER:B64}", "Mw=="), ("${AUCTION_AD_ID:B64}", "ZCI8w6k="), ("${AUCTION_PRICE:X}", ""),
      ("${AUCTION_PRICE:rot}", "5.1"),
      // No macros.
      ("$", "$"), ("${", "${"), ("${}", "${}"), ("${AUCTION_PRICE", "${AUCTION_PRICE"),
      ("$AUCTION_PRICE", "$AUCTION_PRICE"),
      ("${auction_price}", "${auction_price}"), ("${AUCTION_PRICE:}", "${AUCTION_PRICE:}"), ("`${x.y}`", "`${x.y}`"),
      ("${AUCTION_PRICE:a b}", "${AUCTION_PRICE:a b}"), ("$${AUCTION_LOSS}}", "$102}"),
      ("${${AUCTION_LOSS}}", "${102}"), ("é${AUCTION_LOSS}é", "é102é"),
    ] {
      let filled = macros.filled(text, encodings: ["rot": { String($0.reversed()) }])
      #expect(filled == expected, "\(text)")
    }
  }

  @Test func `what is not known becomes empty and a test is an audit`() throws {
    var empty = AuctionMacros()
    let names = [
      "ID", "BID_ID", "IMP_ID", "SEAT_ID", "AD_ID", "PRICE", "CURRENCY", "MBR", "LOSS", "MIN_TO_WIN", "MULTIPLIER",
      "IMP_TS",
    ]
    let text = names.map { "${AUCTION_\($0)}" }.joined(separator: "|")
    #expect(empty.filled(text) == String(repeating: "|", count: 11))
    empty.isTest = true
    #expect(empty.filled(text + "|${AUCTION_PRICE:B64}") == Array(repeating: "AUDIT", count: 13).joined(separator: "|"))
    var macros = try macros()
    for (price, bid, ratio) in [
      ("1 EUR", "0 EUR", ""), ("1 EUR", "1 USD", ""), ("9007199254.740991 EUR", "0.000001 EUR", ""),
      ("0 EUR", "1 EUR", "0"), ("1 EUR", "3 EUR", "0.333333"), ("9007199254 EUR", "9007199254 EUR", "1"),
    ] {
      (macros.price, macros.bid) = (try Price(price), try Price(bid))
      #expect(macros.filled("${AUCTION_MBR}") == ratio, "\(price) of \(bid)")
    }
  }

  @Test func `values and results are bounded`() {
    var macros = AuctionMacros()
    for (count, isUsed) in [(256, true), (257, false)] {
      macros.seatID = String(repeating: "s", count: count)
      #expect(macros.filled("${AUCTION_SEAT_ID}") == (isUsed ? macros.seatID : ""), "\(count)")
    }
    macros.seatID = "s"
    let endless: AuctionMacros.Encodings = ["E": { _ in String(repeating: "e", count: 513) }]
    #expect(macros.filled("[${AUCTION_SEAT_ID:E}]", encodings: endless) == "[]")
    let name = String(repeating: "N", count: 65)
    #expect(macros.filled("${\(name)}") == "${\(name)}" && macros.filled("${\(name.dropLast())}") == "")
    for (count, isUsed) in [(8_191, true), (8_192, false)] {
      let text = String(repeating: "x", count: count)
      #expect((macros.filled(text + "${AUCTION_SEAT_ID}") != nil) == isUsed, "\(count)")
    }
    #expect(macros.filled("${AUCTION_SEAT_ID}${AUCTION_SEAT_ID}", atMost: 1) == nil)
  }

  @Test func `values are not searched for macros`() {
    var macros = AuctionMacros()
    (macros.seatID, macros.adID) = ("${AUCTION_AD_ID}", "secret")
    #expect(macros.filled("${AUCTION_SEAT_ID}") == "%24%7BAUCTION_AD_ID%7D")
  }
}
