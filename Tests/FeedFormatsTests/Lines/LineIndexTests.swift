import TestSupport
import Testing

@testable import FeedFormats

/// The index of lines against a splitter that looks at whole files.
@Suite struct LineIndexTests {
  /// A line with its number and the offset where it begins.
  private struct Line: Equatable {
    var number, start: Int
  }

  /// The lines of a file that are not blank.
  private func lines(of file: [UInt8], isFinished: Bool) -> [Line] {
    var lines: [Line] = []
    var start = 0
    for (row, line) in file.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      var content = line[...]
      while let first = content.first {
        if [0x20, 0x09, 0x0D].contains(first) {
          content.removeFirst()
        } else if content.starts(with: [0xEF, 0xBB, 0xBF]) {
          content.removeFirst(3)
        } else {
          break
        }
      }
      let hasNewline = start + line.count < file.count
      if !content.isEmpty, hasNewline || isFinished { lines.append(Line(number: row + 1, start: start)) }
      start += line.count + 1
    }
    return lines
  }

  private func lines(of index: LineIndex) -> [Line] {
    #expect(index.checkInvariants())
    return (0..<index.count).map { Line(number: index.number(of: $0), start: index.range(of: $0).lowerBound) }
  }

  private func append(_ bytes: some Sequence<UInt8>, to index: inout LineIndex) {
    index.append(Array(bytes))
  }

  private func check(_ file: [UInt8], cutAt cuts: [Int], _ comment: @autoclosure () -> String) {
    var index = LineIndex()
    var start = 0
    for cut in cuts + [file.count] {
      append(file[start..<cut], to: &index)
      start = cut
      #expect(lines(of: index) == lines(of: Array(file[..<cut]), isFinished: false), "\(comment()), to \(cut)")
      var finished = index
      finished.finish()
      #expect(lines(of: finished) == lines(of: Array(file[..<cut]), isFinished: true), "\(comment()), ends at \(cut)")
    }
    #expect(index.byteCount == file.count)
  }

  private static let files = [
    "", "\n", "a", "a\n", "a\nb", "a\r\n\r\nb\r\n", "\n\n a\n\t\n\nb", "\u{FEFF}a\n\u{FEFF}b\n",
    "\u{FEFF}\n\u{FEFF}\n b",
    " \u{FEFF}\u{FEFF} a\n", "\r\n\u{FEFF}", "{}\n\n\n{}\n \n[]\n\n",
  ]

  @Test func `files in two or three pieces have the same lines`() {
    for file in Self.files.map({ Array($0.utf8) }) {
      for first in 0...file.count {
        for second in first...file.count { check(file, cutAt: [first, second], "\(file) at \(first), \(second)") }
      }
    }
  }

  @Test func `short files of hostile bytes have the same lines`() {
    let alphabet: [UInt8] = [0x0A, 0x0D, 0x7B, 0xEF, 0xBB, 0xBF]
    let length = Sample.of(6, few: 4)
    func extend(_ file: [UInt8]) {
      check(file, cutAt: Array(file.indices), "\(file)")
      if file.count < length { for byte in alphabet { extend(file + [byte]) } }
    }
    extend([])
  }

  @Test func `long lines and many lines are found wherever they end`() {
    for seed in 0..<Sample.of(200, few: 30) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var file: [UInt8] = []
      for _ in 0..<3000 {
        let length =
          Int.random(in: 0...10, using: &random) == 0 ? Int.random(in: 0...200, using: &random) : seed % 3 == 0 ? 0 : 1
        file += Array(repeating: 0x61, count: length) + [0x0A]
      }
      var index = LineIndex()
      var start = 0
      while start < file.count {
        let end = min(start + Int.random(in: 1...5000, using: &random), file.count)
        append(file[start..<end], to: &index)
        start = end
      }
      #expect(lines(of: index) == lines(of: file, isFinished: false), "seed \(seed)")
    }
  }

  @Test func `a line ends where the next one begins`() {
    var index = LineIndex()
    append(Array("a\n\nb\n\nc".utf8), to: &index)
    #expect((0..<index.count).map { index.range(of: $0) } == [0..<3, 3..<6])
    index.finish()
    #expect((0..<index.count).map { index.range(of: $0) } == [0..<3, 3..<6, 6..<7] && index.hasUnfinishedLine)
    append(Array("d\n".utf8), to: &index)
    #expect(index.count == 3 && index.range(of: 2) == 6..<9 && !index.hasUnfinishedLine)
  }

  @Test func `no line is counted beyond the maximum`() {
    for text in ["a\nb\nc\nd", "a\nb\n"] {
      var index = LineIndex(maxCount: 2)
      append(Array(text.utf8), to: &index)
      index.finish()
      #expect(index.count == 2 && index.isFull && index.byteCount == text.utf8.count)
      #expect((0..<2).map { index.range(of: $0).lowerBound } == [0, 2])
    }
  }

  @Test func `distances of more than 32 bits are kept`() {
    let limit = 1 << 32
    for distances in [[0, 1, limit - 1], [0, limit], [0, 5, limit - 1, limit, limit + 1, 9 * limit]] {
      var offsets = LineOffsets(base: 7)
      for (row, distance) in distances.enumerated() {
        offsets.append(7 + distance)
        #expect(offsets.count == row + 1 && (0...row).map(offsets.start) == distances[...row].map { 7 + $0 })
      }
    }
  }

  @Test func `a line that does not exist is refused`() async {
    await #expect(processExitsWith: .failure) { _ = LineIndex().range(of: 0) }
    await #expect(processExitsWith: .failure) { _ = LineIndex().number(of: -1) }
  }
}
