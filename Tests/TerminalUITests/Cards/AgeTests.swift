import Foundation
import TerminalUI
import TestSupport
import Testing

@Suite struct AgeTests {
  static let now: Int64 = 1_795_248_000  // 2026-11-21 16:00 UTC

  @Test func `ages are said in the largest whole unit`() {
    let vectors: [(Int64, String)] = [
      (0, "now"), (59, "now"), (-59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_399, "23 h"),
      (86_400, "1 d"), (7 * 86_400 - 1, "6 d"), (7 * 86_400, "2026-11-14"), (-60, "in 1 min"), (-3 * 3600, "in 3 h"),
      (-86_400, "in 1 d"), (-7 * 86_400, "2026-11-28"),
    ]
    for (seconds, words) in vectors {
      #expect(Age.words(from: Self.now - seconds, now: Self.now).string == words, "\(seconds) s")
    }
  }

  @Test func `no instant is too far`() {
    #expect(Age.words(from: .min, now: .max).isEmpty)
    #expect(Age.words(from: .max, now: .min).isEmpty)
    #expect(Age.words(from: .min, now: .min).string == "now")
    #expect(Age.words(from: -62_167_219_200, now: 0).string == "0000-01-01")
    #expect(Age.words(from: -62_167_219_201, now: 0).isEmpty)
    #expect(Age.words(from: 253_402_300_799, now: 0).string == "9999-12-31")
    #expect(Age.words(from: 253_402_300_800, now: 0).isEmpty)
  }

  @Test func `days are those of the Gregorian calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    // Days at their last second, from 1599 to 2401, where the calendar of Foundation is Gregorian too.
    for day in stride(from: Int64(-135_505), through: 157_500, by: Sample.of(13, few: 97)) {
      let instant = day * 86_400 + 86_399
      let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: Double(instant)))
      let expected = [parts.year ?? 0, parts.month ?? 0, parts.day ?? 0]
      let words = Age.words(from: instant, now: .max).string.split(separator: "-").compactMap { Int($0) }
      #expect(words == expected, "day \(day)")
    }
  }

  @Test(
    arguments: [
      (1_782_907_200, "Today"), (1_782_863_999, "Yesterday"), (1_782_864_000, "Today"), (1_782_950_400, "Tomorrow"),
      (1_783_036_800, "Friday, 3 July 2026"), (0, "Thursday, 1 January 1970"), (-1, "Wednesday, 31 December 1969"),
      (951_782_400, "Tuesday, 29 February 2000"), (-62_167_219_200, "Saturday, 1 January 0"), (.min, ""), (.max, ""),
    ] as [(Int64, SafeText)])
  func `a day is told by a word or its date`(_ instant: Int64, _ words: SafeText) {
    // 2026-07-01T12:00:00Z
    #expect(Age.day(of: instant, now: 1_782_907_200) == words)
  }

  @Test func `days are numbered without a gap`() {
    for day in Int64(-3)...3 {
      for second in [0, 1, 86_399] as [Int64] { #expect(Age.number(ofDay: day * 86_400 + second) == day) }
    }
  }
}
