/// Takes a spelled time apart: numbers, words and the marks between them.
struct FeedTimeScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text.prefix(80).utf8 }

  /// The seconds since 1970, when the whole text is a time.
  mutating func scanTime() -> Int64? {
    skipSpaces()
    let start = rest
    if let seconds = scanUnixDate() { return seconds }
    rest = start
    guard let day = scanISODay() ?? scanMailDay(), day.exists else { return nil }
    skip { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0.isWhitespace || $0 == UInt8(ascii: ",") }
    guard !rest.isEmpty else { return day.seconds }
    guard let clock = scanClock(), let offset = scanOffset(), rest.isEmpty else { return nil }
    return day.seconds + Int64(clock - offset)
  }

  /// `2018-08-24`.
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

  /// `Fri, 24 Aug 2018`, the weekday, which says nothing new, being any word.
  private mutating func scanMailDay() -> CivilDay? {
    _ = scanWord()
    skip { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") || $0.isWhitespace }
    guard let day = scanNumber(1...2) else { return nil }
    skip { $0 == UInt8(ascii: "-") || $0.isWhitespace }
    guard let month = Self.months.firstIndex(of: scanWord().prefix(3).lowercased()) else { return nil }
    skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0.isWhitespace }
    let before = rest.count
    guard let year = scanNumber(2...4) else { return nil }
    // RFC 2822 reads years of two digits around 1950 and those of three as counted from 1900.
    let century = before - rest.count == 4 ? 0 : before - rest.count == 2 && year < 50 ? 2000 : 1900
    return CivilDay(year: year + century, month: month + 1, day: day)
  }

  /// `Thu Jan  2 15:04:05 2004`, the form of C's `asctime`; `date` puts the zone before the year.
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

  /// `07:00:00.25` in seconds; a leap second is the last second of its minute.
  private mutating func scanClock() -> Int? {
    guard let hour = scanNumber(1...2), hour < 24, skipOne(":"), let minute = scanNumber(2...2), minute < 60
    else { return nil }
    var second = 0
    if skipOne(":") {
      guard let number = scanNumber(2...2), number <= 60 else { return nil }
      second = min(number, 59)
      if skipOne(".") || skipOne(",") { skip { $0.isASCIIDigit } }
    }
    return hour * 3600 + minute * 60 + second
  }

  /// `Z`, `+02:00`, `-0500`, `GMT`, `EST`, or nothing, in seconds.
  private mutating func scanOffset() -> Int? {
    skipSpaces()
    defer { skipSpaces() }
    if rest.isEmpty { return 0 }
    let isNegative = rest.first == UInt8(ascii: "-")
    guard isNegative || rest.first == UInt8(ascii: "+") else { return Self.zones[scanWord().uppercased()] }
    rest.removeFirst()
    guard let hours = scanNumber(1...2), hours < 24 else { return nil }
    _ = skipOne(":")
    let minutes = scanNumber(2...2) ?? 0
    return minutes < 60 ? (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1) : nil
  }

  /// The zones of RFC 822, and those of Europe and the far East that feeds name by letters which mean one thing only.
  ///
  /// RFC 822's military letters were defined with the wrong sign and are not read.
  private static let zones = [
    "Z": 0, "GMT": 0, "UT": 0, "UTC": 0, "WET": 0, "EST": -18_000, "EDT": -14_400, "CST": -21_600, "CDT": -18_000,
    "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200, "AKST": -32_400, "AKDT": -28_800, "HST": -36_000,
    "WEST": 3600, "MET": 3600, "CET": 3600, "MEZ": 3600, "MEST": 7200, "MESZ": 7200, "CEST": 7200, "EET": 7200,
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
