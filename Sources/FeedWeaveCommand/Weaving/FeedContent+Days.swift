import BatchUpdates
import FeedFormats
import Placement
import TerminalUI

/// The days of a timeline, in UTC, which are headings only: for rules it is one section.
struct TimelineDays {
  /// The rows with which days begin, ascending, with a date of each.
  ///
  /// The last one has none if items without a date follow all others; elsewhere these stand beside a neighbour of their feed.
  private var starts: [(row: Int, date: Int64?)] = []

  /// Finds the days of a section; there are none if it is no timeline, or without dates.
  ///
  /// - Complexity: O(*n*) for *n* items.
  init(_ section: FeedSection) {
    guard section.isTimeline else { return }
    let items = section.document.items
    var (day, datedCount) = (Int64?.none, 0)
    for (row, item) in items.enumerated() {
      guard let date = item.timelineDate else { continue }
      datedCount = row + 1
      if Age.number(ofDay: date) != day { starts.append((row, date)) }
      day = Age.number(ofDay: date)
    }
    if !starts.isEmpty, datedCount < items.count { starts.append((datedCount, nil)) }
  }

  /// Whether there are none.
  var isEmpty: Bool { starts.isEmpty }

  /// Returns the number of days that begin above a row.
  ///
  /// - Complexity: O(log *n*) for *n* days.
  private func count(above row: Int) -> Int { starts.partitioningIndex { $0.row >= row } }

  /// Returns the title of the day in which a row is; nil above the first day.
  func title(of row: Int, now: Int64) -> SafeText? {
    let count = count(above: row + 1)
    return count > 0 ? title(ofDay: count - 1, now) : nil
  }

  /// Returns the title of the day that begins with a row; nil if none does, and for the first day, which the section has.
  func heading(over row: Int, now: Int64) -> SafeText? {
    let day = count(above: row)
    return day > 0 && day < starts.count && starts[day].row == row ? title(ofDay: day, now) : nil
  }

  private func title(ofDay day: Int, _ now: Int64) -> SafeText {
    starts[day].date.map { Age.day(of: $0, now: now) } ?? "Undated"
  }

  /// Returns the next or the previous row with which a day but the first begins; nil if there is none.
  func nextHeading(from row: Int, isForward: Bool) -> Int? {
    let day = isForward ? max(1, count(above: row + 1)) : count(above: row) - 1
    return day > 0 && day < starts.count ? starts[day].row : nil
  }
}

extension FeedContent {
  /// Returns the title of a section; of a timeline, the day of its rows from one on.
  func title(ofSection section: Int, above row: Int = 0) -> SafeText {
    days[section].title(of: row, now: now()) ?? SafeText(sections[section].title)
  }

  /// Returns the counts of a section as the detail of its title; none beside a day, since they are not those of the day.
  func detail(ofSection section: Int, _ counts: String) -> String { days[section].isEmpty ? counts : "" }

  /// Returns the day that begins with a row; empty if none does, and for the first one, which the title has.
  func heading(over path: UserPath) -> SafeText { days[path.section].heading(over: path.row, now: now()) ?? "" }

  /// Returns the next or the previous row with which a section or a day begins; nil if there is none.
  func nextHeading(from path: UserPath, isForward: Bool) -> UserPath? {
    if let row = days[path.section].nextHeading(from: path.row, isForward: isForward) {
      return UserPath(section: path.section, row: row)
    }
    if !isForward, path.row > 0 { return UserPath(section: path.section, row: 0) }
    let others = isForward ? Array(path.section + 1..<sections.count) : (0..<path.section).reversed()
    return others.first { sections[$0].itemCount > 0 }.map { UserPath(section: $0, row: 0) }
  }
}
