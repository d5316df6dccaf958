import TestSupport
import Testing

@testable import FeedFormats

@Suite struct UTF8CheckTests {
  /// Every lead byte, with second, third and fourth bytes from both sides of every boundary of the table.
  @Test func `every sequence around a boundary is judged as by the standard library`() {
    let edges: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x91, 0x9F, 0xA0, 0xA1, 0xBF, 0xC0, 0xC2, 0xE0, 0xFF,
    ]
    var wrong: [[UInt8]] = []
    var sample = Sample(oneIn: 6)
    func check(_ bytes: [UInt8]) {
      guard sample.takesNext() || bytes.count == 1 else { return }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      if (UTF8Check.firstInvalid(in: bytes, from: 0) == nil) != isValid { wrong.append(bytes) }
    }
    for lead in UInt8.min...UInt8.max {
      check([lead])
      for second in UInt8.min...UInt8.max {
        check([lead, second])
        guard lead >= 0xC0, edges.contains(second) else { continue }
        for third in edges {
          check([lead, second, third])
          guard lead >= 0xE0 else { continue }
          for fourth in edges { check([lead, second, third, fourth]) }
        }
      }
    }
    #expect(wrong.prefix(5).isEmpty)
  }

  @Test func `every scalar value is one sequence`() {
    var buffer: [UInt8] = []
    // The few are on both sides of every boundary.
    let ranges: [ClosedRange<UInt32>] = Sample.of(
      [0...0x10FFFF], few: [0...0xFFF, 0xD700...0xE0FF, 0xFF00...0x100FF, 0x10FF00...0x10FFFF])
    for value in ranges.joined() {
      guard Unicode.Scalar(value) != nil else { continue }
      buffer.removeAll(keepingCapacity: true)
      buffer.append(scalarValue: value)
      guard UTF8Check.sequenceLength(in: buffer, at: 0, end: buffer.count) != buffer.count else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }

  @Test func `the first invalid byte is named`() {
    #expect(UTF8Check.firstInvalid(in: Array("aé日😀".utf8), from: 0) == nil)
    #expect(UTF8Check.firstInvalid(in: Array("aé".utf8) + [0xFF, 0x41], from: 0) == 3)
    #expect(UTF8Check.firstInvalid(in: [0x41, 0xE2, 0x82], from: 0) == 1)
  }
}
