import AdServing
import Testing

@testable import FeedFormats

@Suite struct DecimalAmountTests {
  private func amount(_ text: String) -> DecimalAmount? { DecimalAmount(Array(text.utf8)[...]) }

  @Test func `numbers are read exactly`() {
    let amounts: [(String, Int64)] = [
      ("0", 0), ("-0.0", 0), ("0e99999999", 0), ("1", 1_000_000), ("0.5", 500_000), ("5e-1", 500_000), ("0.1", 100_000),
      ("0.000001", 1), ("1E-6", 1), ("1.10e+1", 11_000_000), ("100000000e-8", 1_000_000), ("0.01e02", 1_000_000),
      ("9007199254.740991", 9_007_199_254_740_991), ("1.0000000000", 1_000_000), ("1000", 1_000_000_000),
    ]
    for (text, micros) in amounts {
      #expect(amount(text)?.micros == micros && amount(text)?.isExact == true, "\(text)")
    }
  }

  @Test func `what is finer than a millionth is rounded down`() {
    for (text, micros) in [
      ("0.0000019", 1), ("0.33333333", 333_333), ("1e-7", 0), ("1e-99999999", 0), ("12.3456789e-3", 12_345),
    ] {
      #expect(amount(text)?.micros == Int64(micros) && amount(text)?.isExact == false, "\(text)")
    }
  }

  @Test func `what is no price is refused`() {
    for text in ["-1", "-0.0000001", "1e10", "9007199254.740992", "1e99999999", "123456789012345678901234567890"] {
      #expect(amount(text) == nil, "\(text)")
    }
  }

  @Test func `amounts are written as they are read`() {
    for micros in [0, 1, 10, 999_999, 1_000_000, 1_250_000, 9_007_199_254_740_991] as [Int64] {
      #expect(amount(Price.number(micros))?.micros == micros)
    }
    #expect(Price.number(1_250_000) == "1.25" && Price.number(3_000_000) == "3")
  }
}
