/// Describes in words how long ago an instant was; the caller provides the current time.
public enum Age {
  /// Returns the words for an instant: "now", "5 min", "3 h", "2 d", "in 3 h", or the day in UTC.
  ///
  /// Both instants are in seconds since 1970. Whole units are counted, rounded down. From 7 days on, in the past or the
  /// future, the words are the day: "2026-11-21". An instant outside the years 0 to 9999 gives an empty text.
  public static func words(from instant: Int64, now: Int64) -> SafeText {
    let (difference, overflow) = now.subtractingReportingOverflow(instant)
    let seconds = overflow ? UInt64.max : difference.magnitude
    guard seconds >= minute else { return "now" }
    guard let span = span(seconds) else { return day(of: instant) }
    return SafeText(difference < 0 ? "in " + span : span)
  }

  private static let minute: UInt64 = 60
  private static let hour = 60 * minute
  private static let day = 24 * hour

  private static func span(_ seconds: UInt64) -> String? {
    switch seconds {
    case ..<hour: "\(seconds / minute) min"
    case ..<day: "\(seconds / hour) h"
    case ..<(7 * day): "\(seconds / day) d"
    default: nil
    }
  }

  /// Returns the day of an instant in the Gregorian calendar.
  private static func day(of instant: Int64) -> SafeText {
    // From 0000-01-01 to 10000-01-01, exclusive.
    guard (-62_167_219_200..<253_402_300_800).contains(instant) else { return "" }
    var days = Int((instant + 62_167_219_200) / Int64(day))
    var year = 0
    // Every 400 years have 146,097 days, so the loop runs for at most 400 years.
    year += 400 * (days / 146_097)
    days %= 146_097
    while days >= length(ofYear: year) {
      days -= length(ofYear: year)
      year += 1
    }
    var month = 1
    while days >= length(ofMonth: month, year) {
      days -= length(ofMonth: month, year)
      month += 1
    }
    return SafeText(padded(year, 4) + "-" + padded(month, 2) + "-" + padded(days + 1, 2))
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func length(ofYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
