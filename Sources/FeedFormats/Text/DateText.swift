/// A date as publishers spell it: words, numbers and marks, which are read if they have one meaning only.
///
/// Numbers are told apart by their digits and by the marks between them, and words by ``DateWords``; a word that is not
/// known may only be the first one, where the weekday is.
struct DateText {
  private var tokens: DateTokens

  /// The days that a date in numbers may mean.
  private var days: [CivilDay] = []
  private var month: Int?
  /// The month of a word that may also be a weekday, such as `mar`.
  private var doubtfulMonth: Int?
  private var weekday: Int?
  /// The numbers beside the name of a month: the day and the year.
  private var numbers: [(value: Int, digits: Int)] = []
  /// The seconds since midnight.
  private var clock: Int?
  private var zone: TimeZoneName?
  /// Whether there is a clock with a number that no clock shows.
  private var hasBadClock = false

  /// Takes a text, of which the first 100 characters are read.
  init(_ text: String) { tokens = DateTokens(text) }

  /// Returns the seconds since 1970, or nil if the text is no date, or could be several.
  mutating func read() -> Int64? {
    if let seconds = secondsSince1970 { return seconds }
    while let token = tokens[0] {
      let isKnown =
        switch token {
        case .number(let value, let digits): readNumber(value, digits)
        case .word(let word): readWord(word)
        case .mark(let mark): readMark(mark)
        }
      guard isKnown, !hasBadClock else { return nil }
    }
    guard let day else { return nil }
    let time = day.seconds + Int64(clock ?? 0)
    return zone.map { $0.utc(ofLocal: time) } ?? time
  }

  /// The only day that the text may mean.
  private var day: CivilDay? {
    var days = days
    if days.isEmpty, let month = month ?? doubtfulMonth, let (day, year) = dayAndYear {
      days = [CivilDay(year: year, month: month, day: day)]
    } else if month != nil || !numbers.isEmpty {
      return nil
    }
    days = days.filter(\.exists)
    if days.count > 1, let weekday { days = days.filter { $0.weekday == weekday } }
    return days.allSatisfy { $0 == days.first } ? days.first : nil
  }

  /// The day and the year beside the name of a month: a number of three or four digits is the year, else the last one.
  private var dayAndYear: (day: Int, year: Int)? {
    guard numbers.count == 2 else { return nil }
    let (first, last) = numbers[0].digits > 2 ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    guard first.digits <= 2, let year = Self.year(last.value, digits: last.digits) else { return nil }
    return (first.value, year)
  }

  /// Returns a year in full: as in RFC 2822, two digits mean 1950 to 2049, and three count from 1900.
  private static func year(_ value: Int, digits: Int) -> Int? {
    switch digits {
    case 2: value + (value < 50 ? 2000 : 1900)
    case 3 where value >= 100: value + 1900
    case 4: value
    default: nil
    }
  }
}

// MARK: - Numbers

extension DateText {
  /// The time that a single number means: seconds since 1970, of ten digits, or milliseconds, of thirteen.
  private var secondsSince1970: Int64? {
    guard tokens.count == 1, case .number(let value, let digits)? = tokens[0] else { return nil }
    return digits == 10 ? Int64(value) : digits == 13 ? Int64(value / 1000) : nil
  }

  private var hasDate: Bool { !days.isEmpty || (month ?? doubtfulMonth) != nil && numbers.count == 2 }

  private mutating func readNumber(_ value: Int, _ digits: Int) -> Bool {
    if readClock() || readDayOfNumbers() { return true }
    tokens.position += 1
    guard digits <= 4, numbers.count < 2, days.isEmpty else { return false }
    numbers.append((value, digits))
    // The ending of an ordinal number.
    if case .word(let word)? = tokens[0], DateWords.ordinals.contains(word) { tokens.position += 1 }
    return true
  }

  private mutating func readDayOfNumbers() -> Bool {
    guard days.isEmpty, numbers.isEmpty, month == nil else { return false }
    if let compact = tokens.number(0, digits: 8...8) {
      days = [CivilDay(year: compact / 10_000, month: compact / 100 % 100, day: compact % 100)]
      tokens.position += 1
      return true
    }
    if let compact = tokens.number(0, digits: 14...14), let clock = Self.clock(compact % 1_000_000) {
      let date = compact / 1_000_000
      (days, self.clock) = ([CivilDay(year: date / 10_000, month: date / 100 % 100, day: date % 100)], clock)
      tokens.position += 1
      return true
    }
    return readISODay() || readThreeNumbers()
  }

  /// Reads `2018-W34-5` or `2018-236`.
  private mutating func readISODay() -> Bool {
    guard let year = tokens.number(0, digits: 4...4), tokens.isMark("-", 1) else { return false }
    let first = CivilDay(year: year, month: 1, day: 1)
    let days: Int
    if let ordinal = tokens.number(2, digits: 3...3) {
      days = first.daysSince1970 + ordinal - 1
      guard CivilDay(daysSince1970: days).year == year else { return false }
      tokens.position += 3
    } else if tokens[2] == .word("w"), let week = tokens.number(3, digits: 2...2), 1...53 ~= week,
      tokens.isMark("-", 4),
      let weekday = tokens.number(5, digits: 1...1), 1...7 ~= weekday
    {
      // The fourth of January is in the first week.
      let fourth = CivilDay(year: year, month: 1, day: 4)
      days = fourth.daysSince1970 - fourth.weekday + (week - 1) * 7 + weekday - 1
      tokens.position += 6
    } else {
      return false
    }
    self.days = [CivilDay(daysSince1970: days)]
    return true
  }

  /// Reads three numbers with the same mark between them, and keeps all days that they may mean.
  private mutating func readThreeNumbers() -> Bool {
    guard let first = tokens.number(0, digits: 1...4), case .mark(let mark)? = tokens[1],
      ["-", "/", "."].contains(mark),
      let second = tokens.number(2, digits: 1...2), tokens.isMark(mark, 3),
      case .number(let third, let lastDigits)? = tokens[4],
      case .number(_, let firstDigits)? = tokens[0]
    else { return false }
    if firstDigits > 2 {
      guard firstDigits == 4, lastDigits <= 2 else { return false }
      days = [CivilDay(year: first, month: second, day: third)]
    } else {
      guard let year = Self.year(third, digits: lastDigits), lastDigits != 3 else { return false }
      days = [CivilDay(year: year, month: second, day: first)]
      // With full stops between them, the day is first wherever it can be.
      if mark != "." || !days[0].exists { days.append(CivilDay(year: year, month: first, day: second)) }
      if mark != ".", lastDigits == 2, let year = Self.year(first, digits: firstDigits) {
        days.append(CivilDay(year: year, month: second, day: third))
      }
    }
    tokens.position += 5
    return true
  }
}

// MARK: - Clocks

extension DateText {
  /// Reads `7:00:00.25`, `070000`, `7.00.00`, `7 PM` or `7h30`.
  private mutating func readClock() -> Bool {
    guard clock == nil, let first = tokens.number(0, digits: 1...6), case .number(_, let digits)? = tokens[0] else {
      return false
    }
    if digits > 2 {
      guard days.count == 1, digits != 3, digits != 5, tokens.position > 1, tokens[-1] == .word("t"),
        let seconds = Self.clock(digits == 4 ? first * 100 : first)
      else { return false }
      tokens.position += 1
      skipFraction()
      clock = seconds
      return true
    }
    guard let (clockLength, minute, second) = minuteAndSecond else { return false }
    tokens.position += clockLength
    if clockLength > 3 { skipFraction() }
    var hour: Int? = first
    if let (isAfternoon, length) = halfOfDay(0) {
      // `17:00:00 PM` and `0:30:00 AM` say it twice.
      let isTwice = clockLength == 5 && (isAfternoon ? 13...23 ~= first : first == 0)
      hour = 1...12 ~= first ? first % 12 + (isAfternoon ? 12 : 0) : isTwice ? first : nil
      tokens.position += length
    }
    clock = hour.flatMap { Self.clock($0 * 10_000 + minute * 100 + second) }
    hasBadClock = clock == nil || tokens.isMark(":", 0)
    return true
  }

  /// Reads `am`, `pm` or `p.m.`, from a token on; returns the number of its tokens.
  private func halfOfDay(_ offset: Int) -> (isAfternoon: Bool, length: Int)? {
    switch tokens[offset] {
    case .word("am"): return (false, 1)
    case .word("pm"): return (true, 1)
    case .word(let half)
    where ["a", "p"].contains(half) && tokens.isMark(".", offset + 1) && tokens[offset + 2] == .word("m"):
      return (half == "p", 3)
    default: return nil
    }
  }

  /// The number of tokens of a clock, with its minutes and seconds.
  private var minuteAndSecond: (length: Int, minute: Int, second: Int)? {
    if tokens.isMark(":", 1), let minute = tokens.number(2, digits: 1...2) {
      if tokens.isMark(":", 3), let second = tokens.number(4, digits: 1...2) { return (5, minute, second) }
      if tokens.number(2, digits: 2...2) != nil { return (3, minute, 0) }
    }
    if hasDate, tokens.isMark(".", 1), let minute = tokens.number(2, digits: 2...2) {
      guard tokens.isMark(".", 3), let second = tokens.number(4, digits: 2...2) else { return (3, minute, 0) }
      return (5, minute, second)
    }
    if halfOfDay(1) != nil { return (1, 0, 0) }
    guard case .word(let word)? = tokens[1], DateWords.hours.contains(word) else { return nil }
    return tokens.number(2, digits: 2...2).map { (3, $0, 0) } ?? (2, 0, 0)
  }

  /// Skips the fraction of a second; after a comma, only milliseconds and the like are one.
  private mutating func skipFraction() {
    guard tokens.isMark(".", 0) || tokens.isMark(",", 0), case .number(_, let digits)? = tokens[1] else { return }
    if tokens.isMark(".", 0) || digits % 3 == 0 { tokens.position += 2 }
  }

  /// Returns the seconds since midnight of six digits; a leap second counts as the last second of its minute.
  private static func clock(_ digits: Int) -> Int? {
    let (hour, minute, second) = (digits / 10_000, digits / 100 % 100, digits % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }
}

// MARK: - Words and marks

extension DateText {
  private mutating func readWord(_ word: String) -> Bool {
    tokens.position += 1
    if DateWords.hours.contains(word) { return true }
    // A day may have a zone without a clock, as dates of XML Schema.
    if clock != nil || word == "z" && tokens[0] == nil, let zone = readZone(word) {
      // A zone after an offset says nothing new, but GMT may be followed by one.
      self.zone = self.zone ?? zone
      return true
    }
    // A letter at the end is a military zone, whose sign is not known.
    if clock != nil, word.utf8.count == 1, tokens[0] == nil { return false }
    if DateWords.fillers.contains(word) { return true }
    switch (DateWords.month(word), DateWords.isWeekday(word)) {
    case (let found?, false):
      guard month == nil else { return false }
      month = found
    case (let found?, true): doubtfulMonth = found
    case (nil, true): weekday = DateWords.weekday(word)
    case (nil, false): return tokens.position == 1
    }
    return true
  }

  private mutating func readZone(_ word: String) -> TimeZoneName? {
    var name = word
    while tokens.isMark("/", 0), case .word(let part)? = tokens[1] {
      name += "/" + part
      tokens.position += 2
    }
    return TimeZoneName(name)
  }

  private mutating func readMark(_ mark: Unicode.Scalar) -> Bool {
    tokens.position += 1
    switch mark {
    case ",", ".": return true
    case "@" where clock == nil: return true
    case "-" where clock == nil, "/" where clock == nil: return tokens.position > 1 && tokens[0] != nil
    case "+" where clock != nil || !days.isEmpty, "-" where clock != nil: return readOffset(isNegative: mark == "-")
    case "(" where clock != nil:
      // A comment at the end, such as `(CEST)`.
      tokens.position = tokens.count
      return tokens.last == .mark(")")
    case "[" where zone != nil:
      // The place of the zone, such as `[Europe/London]`.
      tokens.position = tokens.count
      return tokens.last == .mark("]")
    default: return false
    }
  }

  /// Reads `02:00`, `0500`, `2`, or `02:00:00` after its sign.
  private mutating func readOffset(isNegative: Bool) -> Bool {
    guard zone?.isUTC ?? true, let first = tokens.number(0, digits: 1...4), case .number(_, let digits)? = tokens[0],
      digits != 3
    else { return false }
    tokens.position += 1
    var (hours, minutes) = digits == 4 ? (first / 100, first % 100) : (first, 0)
    if digits < 3, tokens.isMark(":", 0), let number = tokens.number(1, digits: 2...2) {
      minutes = number
      tokens.position += tokens.isMark(":", 2) && tokens.number(3, digits: 2...2) == 0 ? 4 : 2
    }
    guard hours < 24, minutes < 60 else { return false }
    hours = hours * 3600 + minutes * 60
    zone = TimeZoneName(offset: isNegative ? -hours : hours)
    return true
  }
}
