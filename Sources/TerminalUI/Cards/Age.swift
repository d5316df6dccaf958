/// Describes in words how long ago or on which day an instant was; the caller provides the current time.
public enum Age {
  /// Returns the words for an instant: "now", "5 min", "3 h", "2 d", "in 3 h", or the day in UTC.
  ///
  /// Both instants are in seconds since 1970. Whole units are counted, rounded down. From 7 days on, in the past or the
  /// future, the words are the day: "2026-11-21". An instant outside the years 0 to 9999 gives an empty text.
  public static func words(from instant: Int64, now: Int64) -> SafeText {
    let (difference, overflow) = now.subtractingReportingOverflow(instant)
    let seconds = overflow ? UInt64.max : difference.magnitude
    guard seconds >= minute else { return "now" }
    guard let span = span(seconds) else {
      guard let date = Date(instant) else { return "" }
      return SafeText("\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))")
    }
    return SafeText(difference < 0 ? "in " + span : span)
  }

  /// Returns the day of an instant in UTC as a heading: "Today", "Yesterday", "Tomorrow", or "Wednesday, 1 July 2026".
  ///
  /// Both instants are in seconds since 1970. An instant outside the years 0 to 9999 gives an empty text.
  public static func day(of instant: Int64, now: Int64) -> SafeText {
    guard let date = Date(instant) else { return "" }
    let number = number(ofDay: instant)
    switch number - Self.number(ofDay: now) {
    case 0: return "Today"
    case -1: return "Yesterday"
    case 1: return "Tomorrow"
    default:
      // 1970 began on a Thursday.
      let weekday = weekdays[Int((number % 7 + 11) % 7)]
      return SafeText("\(weekday), \(date.day) \(months[date.month - 1]) \(date.year)")
    }
  }

  /// Returns the number of days from 1970 to the day of an instant in UTC.
  public static func number(ofDay instant: Int64) -> Int64 {
    let (days, seconds) = instant.quotientAndRemainder(dividingBy: Int64(day))
    return seconds < 0 ? days - 1 : days
  }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

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

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A day in the Gregorian calendar.
  private struct Date {
    var year = 0
    var month = 1
    var day = 1

    /// Creates the day of an instant; nil outside the years 0 to 9999.
    init?(_ instant: Int64) {
      // From 0000-01-01 to 10000-01-01, exclusive.
      guard (-62_167_219_200..<253_402_300_800).contains(instant) else { return nil }
      var days = Int((instant + 62_167_219_200) / Int64(Age.day))
      // Every 400 years have 146,097 days, so the loop runs for at most 400 years.
      year = 400 * (days / 146_097)
      days %= 146_097
      while days >= Self.length(ofYear: year) {
        days -= Self.length(ofYear: year)
        year += 1
      }
      while days >= Self.length(ofMonth: month, year) {
        days -= Self.length(ofMonth: month, year)
        month += 1
      }
      day += days
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
  }
}
