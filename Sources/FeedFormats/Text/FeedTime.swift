/// Points in time as feeds spell them, without calendars, locales or time zones of the machine.
///
/// Both spellings are read tolerantly: RFC 3339 as JSON Feed and Atom have it (`2018-08-24T07:00:00+02:00`; also with a
/// space, without seconds, without an offset, or as a date alone), and RFC 822 as RSS has it (`Wed, 02 Nov 2011 17:29:59
/// GMT`; also without the weekday, with the month in full, with a year of two digits). A time without an offset is taken
/// as UTC. Fractions of a second are passed over.
public enum FeedTime {
  /// The seconds since 1970 that a text names, or nil when it names no time.
  public static func seconds(of text: String) -> Int64? {
    var scanner = FeedTimeScanner(text)
    return scanner.scanTime()
  }

  /// The time as RFC 3339 in UTC, `2018-08-24T05:00:00Z`; years outside 0...9999 are held at the ends.
  public static func rfc3339(_ seconds: Int64) -> String {
    let seconds = min(max(seconds, CivilDay(year: 0, month: 1, day: 1).seconds), 253_402_300_799)
    let days = Int((seconds - (seconds < 0 ? 86_399 : 0)) / 86_400)
    let rest = Int(seconds) - days * 86_400
    let day = CivilDay(daysSince1970: days)
    let date = "\(padded(day.year, to: 4))-\(padded(day.month, to: 2))-\(padded(day.day, to: 2))"
    return "\(date)T\(padded(rest / 3600, to: 2)):\(padded(rest / 60 % 60, to: 2)):\(padded(rest % 60, to: 2))Z"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic is Howard Hinnant's, "chrono-Compatible Low-Level Date Algorithms": years begin in March, eras have 400.
struct CivilDay: Equatable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Whether the calendar has this day.
  var exists: Bool {
    guard (0...9999).contains(year), (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }

  /// The days since 1 January 1970.
  var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The first second of the day, in seconds since 1970.
  var seconds: Int64 { Int64(daysSince1970) * 86_400 }
}
