import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct LineReaderTests {
  private func lines(_ bytes: [UInt8], limit: Int = .max, pieces: Int) throws -> [String] {
    var rest = bytes[...]
    var reader = LineReader(limit: limit) {
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
    var lines: [String] = []
    while let line = try reader.next() {
      #expect(line.number == lines.count + 1)
      lines.append(line.isTooLong ? "too long" : String(decoding: line.bytes, as: UTF8.self))
    }
    #expect(try reader.next() == nil)
    return lines
  }

  @Test func `any pieces give the lines of the whole`() throws {
    for text in ["", "\n", "a", "a\n", "\n\n", "ab\n\ncde\nf", "ab\r\ncd\r\n", "\na"] {
      var whole = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      if whole.last == "" { whole.removeLast() }
      for pieces in 1...9 {
        #expect(try lines(Array(text.utf8), pieces: pieces) == whole, "\(text.debugDescription), \(pieces)")
      }
    }
  }

  @Test func `a line that is too long is dropped and the next is read`() throws {
    for pieces in 1...20 {
      #expect(
        try lines(Array("abc\nabcd\nab\nabcdefghij".utf8), limit: 3, pieces: pieces) == [
          "abc", "too long", "ab", "too long",
        ])
    }
  }

  @Test func `an endless line is not kept`() throws {
    var count = 0
    var reader = LineReader(limit: 10) {
      count += 1
      return count < 1_000 ? [UInt8](repeating: 0x61, count: 1000) : count == 1_000 ? Array("\nb".utf8) : []
    }
    #expect(try reader.next()?.isTooLong == true && reader.next()?.bytes == Array("b".utf8))
  }

  @Test func `the rest is given up to the limit`() throws {
    for pieces in 1...9 {
      var rest = Array("a\nbcd\nef".utf8)[...]
      var reader = LineReader(limit: 100) {
        defer { rest = rest.dropFirst(pieces) }
        return Array(rest.prefix(pieces))
      }
      #expect(try reader.next()?.bytes == Array("a".utf8))
      #expect(try reader.rest() == Array("bcd\nef".utf8))
    }
    var reader = LineReader(limit: 100) { [UInt8](repeating: 0x61, count: 64) }
    #expect(try reader.rest().count == 128)
  }
}
