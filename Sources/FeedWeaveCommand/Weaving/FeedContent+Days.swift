import FeedFormats
import Placement
import TerminalUI

// The days of a timeline, in UTC, which are headings only: for rules it is one section.
extension FeedContent {
  /// Returns the title of a section; of a timeline, the day of its rows from one on.
  func title(ofSection section: Int, above row: Int = 0) -> SafeText {
    let path = UserPath(section: section, row: row)
    let date = lastDate(upTo: path)
    if date != nil, isUndated(from: path) { return Self.undated }
    return date.map { Age.day(of: $0, now: now()) } ?? SafeText(sections[section].title)
  }

  /// Returns the counts of a section as the detail of its title: those of a timeline are not those of the day in it.
  func detail(ofSection section: Int, _ counts: String) -> String {
    sections[section].isTimeline ? "\(counts) in all" : counts
  }

  /// Returns the day that begins with a row; empty if none does, and for the first one, which the title has.
  func heading(over path: UserPath) -> SafeText {
    beginsDay(path) ? date(of: path).map { Age.day(of: $0, now: now()) } ?? Self.undated : ""
  }

  /// Returns the next or the previous row with which a section or a day begins; nil if there is none.
  func nextHeading(from path: UserPath, isForward: Bool) -> UserPath? {
    guard sections[path.section].isTimeline else {
      if !isForward, path.row > 0 { return UserPath(section: path.section, row: 0) }
      let others = Self.numbers(after: path.section, before: sections.count, isForward)
      return others.first { sections[$0].itemCount > 0 }.map { UserPath(section: $0, row: 0) }
    }
    let rows = Self.numbers(after: path.row, before: sections[path.section].itemCount, isForward)
    return rows.lazy.map { UserPath(section: path.section, row: $0) }.first { $0.row == 0 || self.beginsDay($0) }
  }

  private static func numbers(after number: Int, before end: Int, _ isForward: Bool) -> StrideTo<Int> {
    isForward ? stride(from: number + 1, to: end, by: 1) : stride(from: number - 1, to: -1, by: -1)
  }

  private func beginsDay(_ path: UserPath) -> Bool {
    let before = UserPath(section: path.section, row: path.row - 1)
    guard path.row > 0, let former = lastDate(upTo: before) else { return false }
    guard let date = date(of: path) else { return self.date(of: before) != nil && isUndated(from: path) }
    return Age.number(ofDay: former) != Age.number(ofDay: date)
  }

  /// The heading of the items without a date that follow all others.
  private static let undated: SafeText = "Undated"

  /// Whether a row of a timeline and all rows after it have no date; others stand beside a neighbour of their feed.
  private func isUndated(from path: UserPath) -> Bool {
    let section = sections[path.section]
    return section.isTimeline && datedCounts[path.section]..<section.itemCount ~= path.row
  }

  /// Returns the date of a row of a timeline, or of the nearest row before it that has one.
  private func lastDate(upTo path: UserPath) -> Int64? {
    guard path.row >= 0 else { return nil }
    return (0...path.row).reversed().lazy.compactMap { self.date(of: UserPath(section: path.section, row: $0)) }.first
  }

  private func date(of path: UserPath) -> Int64? {
    sections[path.section].isTimeline ? item(at: path)?.date : nil
  }
}
