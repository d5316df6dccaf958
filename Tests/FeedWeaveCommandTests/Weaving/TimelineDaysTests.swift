import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct TimelineDaysTests {
  private let now: Int64 = 1_782_900_000

  private func days(of dates: [Int64?]) -> TimelineDays {
    var document = FeedDocument(format: .itemLines)
    document.items = dates.map { date in
      var item = FeedItem()
      item.datePublished = date
      return item
    }
    return TimelineDays(FeedSection(file: .path("a"), name: nil, document: document, isTimeline: true))
  }

  /// The title of each row's day, found by a walk: that of the nearest date above it, or none if no date follows.
  private func titles(of dates: [Int64?]) -> [SafeText?] {
    dates.indices.map { row in
      guard let date = dates[...row].last(where: { $0 != nil }) ?? nil else { return nil }
      return dates[row...].allSatisfy { $0 == nil } ? "Undated" : Age.day(of: date, now: now)
    }
  }

  @Test func `days are those that a walk over all rows finds`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let dates: [Int64?] = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Bool.random(using: &random) ? nil : now - 43_200 * Int64.random(in: 0...5, using: &random)
      }
      let (days, titles) = (days(of: dates), titles(of: dates))
      let heads = dates.indices.filter { $0 > 0 && titles[$0 - 1] != nil && titles[$0] != titles[$0 - 1] }
      for row in dates.indices {
        #expect(days.title(of: row, now: now) == titles[row], "\(dates), \(row)")
        #expect(days.heading(over: row, now: now) == (heads.contains(row) ? titles[row] : nil), "\(dates), \(row)")
        #expect(days.nextHeading(from: row, isForward: true) == heads.first { $0 > row }, "\(dates), \(row)")
        #expect(days.nextHeading(from: row, isForward: false) == heads.last { $0 < row }, "\(dates), \(row)")
      }
    }
  }
}
