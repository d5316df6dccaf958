/// Reads and writes times as feeds spell them, independently of the machine's calendar, locale and time zone.
///
/// Two formats are read, with tolerance: RFC 3339, used by JSON Feed and Atom (`2018-08-24T07:00:00+02:00`; also with a
/// space, without seconds, without an offset, or as a date alone), and RFC 822, used by RSS (`Wed, 02 Nov 2011 17:29:59
/// GMT`; also without the weekday, with the full name of the month, with a two-digit year, or as `Nov 2, 2011`). A time without an offset
/// is interpreted as UTC. Fractions of a second are ignored.
public enum FeedTime {
  /// Returns the seconds since 1970 of a text, or nil if it is not a time.
  public static func seconds(of text: String) -> Int64? {
    if let seconds = secondsOfUsualSpelling(text) { return seconds }
    var scanner = FeedTimeScanner(text)
    return scanner.scanTime()
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

  /// Returns a time as RFC 3339 in UTC, `2018-08-24T05:00:00Z`; the year is clamped to 0...9999.
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
/// The arithmetic is from Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": years begin in March, and an
/// era has 400 years.
struct CivilDay: Equatable {
  fileprivate var year: Int
  fileprivate var month: Int
  fileprivate var day: Int

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

/// Scans the numbers, words and separators of a time.
struct FeedTimeScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text.prefix(80).utf8 }

  /// Returns the seconds since 1970 if the whole text is a time.
  fileprivate mutating func scanTime() -> Int64? {
    skipSpaces()
    let start = rest
    if let seconds = scanUnixDate() { return seconds }
    rest = start
    guard let day = scanISODay() ?? scanCompactDay() ?? scanAmericanDay() ?? scanMailDay(), day.exists else {
      return nil
    }
    skip { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0.isWhitespace || $0 == UInt8(ascii: ",") }
    guard !rest.isEmpty else { return day.seconds }
    guard let clock = scanClock(), let offset = scanOffset(), rest.isEmpty else { return nil }
    return day.seconds + Int64(clock - offset)
  }

  /// Scans `2018-08-24`.
  private mutating func scanISODay() -> CivilDay? {
    let start = rest
    if let year = scanNumber(4...4), skipOne("-"), let month = scanNumber(1...2), skipOne("-"),
      let day = scanNumber(1...2)
    {
      return CivilDay(year: year, month: month, day: day)
    }
    rest = start
    return nil
  }

  /// Scans `20180824`.
  private mutating func scanCompactDay() -> CivilDay? {
    let start = rest
    let isAlone = rest.prefix { $0.isASCIIDigit }.count == 8
    if isAlone, let year = scanNumber(4...4), let month = scanNumber(2...2), let day = scanNumber(2...2) {
      return CivilDay(year: year, month: month, day: day)
    }
    rest = start
    return nil
  }

  /// Scans `Aug 24, 2018` or `Friday, August 24, 2018`.
  private mutating func scanAmericanDay() -> CivilDay? {
    let start = rest
    for _ in 0..<2 {
      let month = Self.months.firstIndex(of: scanWord().prefix(3).lowercased())
      skip { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") || $0.isWhitespace }
      guard let month else { continue }
      guard let day = scanNumber(1...2), skipOne(",") else { break }
      skipSpaces()
      guard let year = scanNumber(4...4) else { break }
      return CivilDay(year: year, month: month + 1, day: day)
    }
    rest = start
    return nil
  }

  /// Scans `Fri, 24 Aug 2018`; the weekday is redundant and may be any word.
  private mutating func scanMailDay() -> CivilDay? {
    _ = scanWord()
    skip { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") || $0.isWhitespace }
    guard let day = scanNumber(1...2) else { return nil }
    skip { $0 == UInt8(ascii: "-") || $0.isWhitespace }
    guard let month = Self.months.firstIndex(of: scanWord().prefix(3).lowercased()) else { return nil }
    skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0.isWhitespace }
    let before = rest.count
    guard let year = scanNumber(2...4), before - rest.count != 3 || year >= 100 else { return nil }
    // As in RFC 2822, two-digit years mean 1950 to 2049, and three-digit years count from 1900.
    let century = before - rest.count == 4 ? 0 : before - rest.count == 2 && year < 50 ? 2000 : 1900
    return CivilDay(year: year + century, month: month + 1, day: day)
  }

  /// Scans `Thu Jan  2 15:04:05 2004`, the format of C's `asctime`; the `date` command adds the zone before the year.
  private mutating func scanUnixDate() -> Int64? {
    _ = scanWord()
    skip { $0 == UInt8(ascii: ",") || $0.isWhitespace }
    guard let month = Self.months.firstIndex(of: scanWord().prefix(3).lowercased()) else { return nil }
    skipSpaces()
    guard let day = scanNumber(1...2) else { return nil }
    skip { $0 == UInt8(ascii: ",") || $0.isWhitespace }
    guard let clock = scanClock() else { return nil }
    skipSpaces()
    var offset = 0
    if let first = rest.first, !first.isASCIIDigit {
      guard let zone = scanOffset() else { return nil }
      offset = zone
    }
    guard let year = scanNumber(4...4) else { return nil }
    skipSpaces()
    let date = CivilDay(year: year, month: month + 1, day: day)
    return rest.isEmpty && date.exists ? date.seconds + Int64(clock - offset) : nil
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Scans `07:00:00.25`, `070000` or `7:00 PM` and returns seconds; a leap second counts as the last second of its
  /// minute.
  private mutating func scanClock() -> Int? {
    let isCompact = rest.prefix { $0.isASCIIDigit }.count == 6
    guard var hour = scanNumber(isCompact ? 2...2 : 1...2), hour < 24, isCompact || skipOne(":"),
      let minute = scanNumber(2...2), minute < 60
    else { return nil }
    var second = 0
    if isCompact || skipOne(":") {
      guard let number = scanNumber(2...2), number <= 60 else { return nil }
      second = min(number, 59)
      if skipOne(".") || skipOne(",") { skip { $0.isASCIIDigit } }
    }
    if let isAfternoon = scanHalfOfDay() {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return hour * 3600 + minute * 60 + second
  }

  /// Scans `am` or `PM`.
  private mutating func scanHalfOfDay() -> Bool? {
    let start = rest
    skipSpaces()
    switch scanWord().lowercased() {
    case "am": return false
    case "pm": return true
    default:
      rest = start
      return nil
    }
  }

  /// Scans `Z`, `+02:00`, `-0500`, `GMT`, `EST`, `GMT+2`, or nothing, and returns the offset in seconds.
  ///
  /// The name of a zone after an offset, also in parentheses, says nothing new.
  private mutating func scanOffset() -> Int? {
    skipSpaces()
    defer { skipSpaces() }
    if rest.isEmpty { return 0 }
    if let first = rest.first, first.isASCIILetter {
      let name = scanWord().uppercased()
      guard let offset = Self.zones[name] else { return nil }
      let isZero = offset == 0 && name != "Z" && (rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-"))
      guard isZero else {
        skipComment()
        return offset
      }
    }
    guard let offset = scanSignedOffset() else { return nil }
    skipSpaces()
    if rest.first?.isASCIILetter == true, Self.zones[scanWord().uppercased()] == nil { return nil }
    skipComment()
    return offset
  }

  /// Scans `+02:00`, `-0500` or `+2`.
  private mutating func scanSignedOffset() -> Int? {
    let isNegative = rest.first == UInt8(ascii: "-")
    guard isNegative || rest.first == UInt8(ascii: "+") else { return nil }
    rest.removeFirst()
    guard let hours = scanNumber(1...2), hours < 24 else { return nil }
    _ = skipOne(":")
    let minutes = scanNumber(2...2) ?? 0
    return minutes < 60 ? (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1) : nil
  }

  /// Skips a comment at the end, such as `(CEST)`.
  private mutating func skipComment() {
    let start = rest
    skipSpaces()
    if skipOne("(") {
      skip { $0 != UInt8(ascii: ")") }
      if skipOne(")") { return }
    }
    rest = start
  }

  /// The zones of RFC 822, and other zone abbreviations in feeds that have only one meaning.
  ///
  /// RFC 822 defines its military letters with the wrong sign, so they are not read.
  private static let zones = [
    "Z": 0, "GMT": 0, "UT": 0, "UTC": 0, "WET": 0, "EST": -18_000, "EDT": -14_400, "CST": -21_600, "CDT": -18_000,
    "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200, "AKST": -32_400, "AKDT": -28_800, "HST": -36_000,
    "WEST": 3600, "BST": 3600, "MET": 3600, "CET": 3600, "MEZ": 3600, "MEST": 7200, "MESZ": 7200, "CEST": 7200,
    "EET": 7200,
    "EEST": 10_800, "MSK": 10_800, "JST": 32_400, "KST": 32_400, "AEST": 36_000, "AEDT": 39_600, "NZST": 43_200,
    "NZDT": 46_800,
  ]

  private mutating func scanNumber(_ widths: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(widths.upperBound).prefix { $0.isASCIIDigit }
    guard digits.count >= widths.lowerBound else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func scanWord() -> String {
    let letters = rest.prefix { $0.isASCIILetter }
    rest = rest[letters.endIndex...]
    return String(Substring(letters))
  }

  private mutating func skipOne(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpaces() { skip { $0.isWhitespace } }

  private mutating func skip(where matches: (UInt8) -> Bool) { rest = rest.drop(while: matches) }
}
