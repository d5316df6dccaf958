/// Reads and writes times as feeds spell them, independently of the machine's calendar, locale and time zone.
///
/// JSON Feed and Atom use RFC 3339 (`2018-08-24T07:00:00+02:00`), and RSS uses RFC 822 (`Wed, 02 Nov 2011 17:29:59 GMT`);
/// publishers write dates in many other ways, which are read if they have only one meaning: `Oct 12th, 2023 at 5:00 PM`,
/// `12 de octubre de 2023`, `31.5.2017`, `8/21/2018`, seconds since 1970, but not `3/4/2018`. A time without an offset is
/// interpreted as UTC. Fractions of a second are ignored.
public enum FeedTime {
  /// Returns the seconds since 1970 of a text, or nil if it is not a time.
  public static func seconds(of text: String) -> Int64? {
    if let seconds = secondsOfUsualSpelling(text) ?? secondsOfMailSpelling(text) { return seconds }
    var date = DateText(text)
    return date.read()
  }

  /// Returns the seconds of a date in a feed; the years 0 and 1 are zero times of programs, which mean no date.
  static func date(of text: String) -> Int64? {
    seconds(of: text).flatMap { $0 < CivilDay(year: 2, month: 1, day: 1).seconds ? nil : $0 }
  }

  /// Reads the spelling of most JSON and Atom feeds, `2018-08-24T07:00:00Z` or with an offset such as `+02:00`.
  private static func secondsOfUsualSpelling(_ text: String) -> Int64? {
    let length = text.utf8.count
    guard length == 20 || length == 25 else { return nil }
    var bytes = text.utf8.makeIterator()
    /// Returns the number of some digits, and reads one of the bytes that may be after it.
    func number(_ digits: Int, before marks: StaticString) -> (number: Int, mark: UInt8)? {
      var number = 0
      for _ in 0..<digits {
        guard let byte = bytes.next(), byte.isASCIIDigit else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      guard let mark = bytes.next(), "\(marks)".utf8.contains(mark) else { return nil }
      return (number, mark)
    }
    guard let year = number(4, before: "-"), let month = number(2, before: "-"), let day = number(2, before: "Tt "),
      let hour = number(2, before: ":"), let minute = number(2, before: ":"), let second = number(2, before: "Zz+-"),
      hour.number < 24, minute.number < 60, second.number <= 60
    else { return nil }
    let date = CivilDay(year: year.number, month: month.number, day: day.number)
    guard date.exists else { return nil }
    var offset = 0
    if length == 25 {
      guard let hours = number(2, before: ":"), let tens = bytes.next(), let ones = bytes.next(), hours.number < 24,
        tens.isASCIIDigit, ones.isASCIIDigit, tens < UInt8(ascii: "6"), second.mark == 0x2B || second.mark == 0x2D
      else { return nil }
      offset = hours.number * 3600 + (Int(tens - 0x30) * 10 + Int(ones - 0x30)) * 60
      if second.mark == UInt8(ascii: "-") { offset = -offset }
    } else if second.mark | 0x20 != UInt8(ascii: "z") {
      return nil
    }
    return date.seconds + Int64(hour.number * 3600 + minute.number * 60 + min(second.number, 59) - offset)
  }

  /// Reads the spelling of most RSS feeds, `Wed, 02 Nov 2011 17:29:59 GMT` or with an offset such as `+0200`.
  ///
  /// The date of each item is read when the feed is, and takes a sixth of that time otherwise.
  private static func secondsOfMailSpelling(_ text: String) -> Int64? {
    guard text.utf8.count == 29 || text.utf8.count == 31 else { return nil }
    let bytes = Array(text.utf8)
    func number(_ places: Range<Int>) -> Int? {
      var number = 0
      for byte in bytes[places] {
        guard byte.isASCIIDigit else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      return number
    }
    func word(_ places: Range<Int>) -> String { String(decoding: bytes[places], as: UTF8.self) }
    guard weekdays.contains(word(0..<3)), word(3..<5) == ", ", bytes[7] == 0x20, bytes[11] == 0x20, bytes[16] == 0x20,
      bytes[19] == UInt8(ascii: ":"), bytes[22] == UInt8(ascii: ":"), bytes[25] == 0x20,
      let day = number(5..<7), let month = months[word(8..<11)], let year = number(12..<16), let hour = number(17..<19),
      let minute = number(20..<22), let second = number(23..<25), hour < 24, minute < 60, second <= 60
    else { return nil }
    let date = CivilDay(year: year, month: month, day: day)
    guard date.exists else { return nil }
    var offset = 0
    if bytes.count == 31 {
      guard let hours = number(27..<29), let minutes = number(29..<31), hours < 24, minutes < 60,
        bytes[26] == UInt8(ascii: "+") || bytes[26] == UInt8(ascii: "-")
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (bytes[26] == UInt8(ascii: "-") ? -1 : 1)
    } else if word(26..<29) != "GMT" {
      return nil
    }
    return date.seconds + Int64(hour * 3600 + minute * 60 + min(second, 59) - offset)
  }

  private static let weekdays: Set = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10, "Nov": 11,
    "Dec": 12,
  ]

  /// Returns a time as RFC 3339 in UTC, `2018-08-24T05:00:00Z`; the year is clamped to 0...9999.
  public static func rfc3339(_ seconds: Int64) -> String {
    let seconds = min(max(seconds, CivilDay(year: 0, month: 1, day: 1).seconds), 253_402_300_799)
    let days = Int((seconds - (seconds < 0 ? 86_399 : 0)) / 86_400)
    let rest = Int(seconds) - days * 86_400
    let day = CivilDay(daysSince1970: days)
    var text: [UInt8] = []
    text.reserveCapacity(20)
    func append(_ number: Int, from divisor: Int, _ mark: Unicode.Scalar) {
      var divisor = divisor
      while divisor > 0 {
        text.append(0x30 + UInt8(number / divisor % 10))
        divisor /= 10
      }
      text.append(UInt8(ascii: mark))
    }
    append(day.year, from: 1000, "-")
    append(day.month, from: 10, "-")
    append(day.day, from: 10, "T")
    append(rest / 3600, from: 10, ":")
    append(rest / 60 % 60, from: 10, ":")
    append(rest % 60, from: 10, "Z")
    return String(decoding: text, as: UTF8.self)
  }
}

/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic is from Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": years begin in March, and an
/// era has 400 years.
struct CivilDay: Equatable {
  let year: Int
  let month: Int
  let day: Int

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

  /// The day of the week, counted from 0 for Monday.
  var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  /// The first second of the day, in seconds since 1970.
  var seconds: Int64 { Int64(daysSince1970) * 86_400 }
}
