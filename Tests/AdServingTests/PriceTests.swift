import AdServing
import Foundation
import Testing

@Suite("A price is exact, and has one text")
struct PriceTests {
  @Test(arguments: ["0.00 EUR", "1.25 USD", "0.000001 JPY", "12.345678 USD", "9007199254.740991 CHF"])
  func `text is kept`(text: String) throws {
    let price = try Price(text)
    #expect(price.description == text)
    let data = try JSONEncoder().encode([price])
    #expect(try JSONDecoder().decode([Price].self, from: data) == [price])
  }

  @Test func `other spellings are read`() throws {
    #expect(try Price("3 USD").micros == 3_000_000)
    #expect(try Price("3.5 USD").description == "3.50 USD")
  }

  @Test(arguments: [
    "", "1.25", "1.25 usd", "1.25 US", "-1 USD", "+1 USD", "1. USD", ".5 USD", "1.2.3 USD", "1.0000001 USD",
    "9007199254.740992 USD", "1.25  USD", "1,25 USD", "1.25 USD ", "nan USD", "1e3 USD", "٣ USD",
  ])
  func `wrong text is refused`(text: String) {
    #expect(throws: AdServingError.self) { try Price(text) }
  }
}
