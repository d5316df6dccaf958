import Foundation
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct EastAsianWidthTests {
  /// The characters that are wide: in a whole run each is asked about, else they are those within the ranges.
  private var wideScalars: [Unicode.Scalar] {
    if Sample.isWhole { return UnicodeFiles.scalars(oneIn: 1).filter(EastAsianWidth.isWide) }
    let boundaries = EastAsianWidth.boundaries
    return stride(from: 0, to: boundaries.count, by: 2).flatMap { index in
      (boundaries[index]..<boundaries[index + 1]).compactMap(Unicode.Scalar.init)
    }
  }

  /// Counts and an order-dependent sum over all code points, computed once from EastAsianWidth-15.0.0.txt.
  @Test func `the table has the checked-in summary`() {
    #expect(EastAsianWidth.boundaries.count == 2 * 121)
    #expect(zip(EastAsianWidth.boundaries, EastAsianWidth.boundaries.dropFirst()).allSatisfy(<))
    var count = 0
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for scalar in wideScalars {
      count += 1
      hash = (hash ^ UInt64(scalar.value)) &* 0x100_0000_01B3
    }
    #expect(count == 182_516)
    #expect(hash == 0x8C77_1DAD_F928_F26F)
  }

  @Test func `the edges of ranges are where they belong`() {
    let wide: [Unicode.Scalar] = ["\u{1100}", "\u{115F}", "\u{3000}", "\u{FF01}", "\u{FF60}", "\u{20000}", "\u{3FFFD}"]
    let narrow: [Unicode.Scalar] = [
      "\0", "a", "\u{10FF}", "\u{1160}", "\u{303F}", "\u{FF61}", "\u{3FFFE}", "\u{10FFFF}",
    ]
    for scalar in wide { #expect(EastAsianWidth.isWide(scalar), "\(scalar.debugDescription)") }
    for scalar in narrow { #expect(!EastAsianWidth.isWide(scalar), "\(scalar.debugDescription)") }
  }

  @Test func `the table equals the Unicode file, where that is installed`() throws {
    guard let file = UnicodeFiles.read("EastAsianWidth.txt") else { return }
    var isWide = [Bool](repeating: false, count: 0x110000)
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count == 2, ["W", "F"].contains(fields[1]) else { continue }
      let edges = fields[0].components(separatedBy: "..").compactMap { Int($0, radix: 16) }
      for value in try #require(edges.first)...(try #require(edges.last)) { isWide[value] = true }
    }
    let wrong = UnicodeFiles.scalars(oneIn: 17).filter { EastAsianWidth.isWide($0) != isWide[Int($0.value)] }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }
}
