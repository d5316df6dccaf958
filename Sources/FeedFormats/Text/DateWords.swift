/// The words of dates in English, German, French, Spanish, Italian, Portuguese and Dutch, without accents.
///
/// Words are in small ASCII letters. Months and weekdays may be shortened to any beginning that has one meaning in all of
/// these languages.
enum DateWords {
  /// Returns the month of a word, counted from 1.
  static func month(_ word: String) -> Int? {
    if let month = monthsOfBeginnings[word] { return month.map { $0 + 1 } }
    // Of other words, such as those with a wrong letter, the beginning counts, unless they are weekdays.
    guard word.utf8.count > 3, !isWeekday(word) else { return nil }
    return monthsOfBeginnings[String(word.prefix(3))]?.map { $0 + 1 }
  }

  /// Returns whether a word is a weekday.
  static func isWeekday(_ word: String) -> Bool { weekdaysOfBeginnings[word] != nil }

  /// Returns the weekday of a word, counted from 0 for Monday; nil if it is none, or short for several.
  static func weekday(_ word: String) -> Int? { weekdaysOfBeginnings[word] ?? nil }

  private static let monthsOfBeginnings = places(ofBeginningsIn: months, from: 3)
  private static let weekdaysOfBeginnings = places(ofBeginningsIn: weekdays, from: 2)

  /// Returns the line that has a word with each beginning of a length, or nil if there are several.
  private static func places(ofBeginningsIn lines: [String], from length: Int) -> [String: Int?] {
    var places: [String: Int?] = [:]
    for (place, line) in lines.enumerated() {
      for word in line.split(separator: " ") where word.count >= length {
        for end in length...word.count {
          let beginning = String(word.prefix(end))
          places[beginning] = .some(places[beginning, default: place] == place ? place : nil)
        }
      }
    }
    return places
  }

  private static let months = [
    "january januar janner janvier enero gennaio janeiro januari",
    "february februar feber fevrier febrero febbraio fevereiro februari",
    "march marz maerz mars marzo marco maart mrz mrt",
    "april avril abril aprile", "may mai mayo maggio maio mei", "june juni juin junio giugno junho",
    "july juli juillet julio luglio julho", "august aout agosto augustus",
    "september septembre septiembre setiembre settembre setembro", "october oktober octobre octubre ottobre outubro",
    "november novembre noviembre novembro", "december dezember decembre diciembre dicembre dezembro",
  ]

  private static let weekdays = [
    "monday montag lundi lunes lunedi segunda maandag", "tuesday dienstag mardi martes martedi terca dinsdag",
    "wednesday mittwoch mercredi miercoles mercoledi quarta woensdag",
    "thursday donnerstag jeudi jueves giovedi quinta donderdag",
    "friday freitag vendredi viernes venerdi sexta vrijdag",
    "saturday samstag sonnabend samedi sabado sabato zaterdag", "sunday sonntag dimanche domingo domenica zondag",
  ]

  /// Words between the parts of a date that say nothing.
  static let fillers: Set = [
    "t", "at", "on", "of", "the", "den", "der", "um", "le", "a", "de", "del", "el", "la", "las", "il", "alle", "ore",
    "as", "feira", "om", "op", "min",
  ]

  /// Words beside the hour of a time.
  static let hours: Set = ["h", "hs", "uhr", "uur", "u"]

  /// The endings of ordinal numbers.
  static let ordinals: Set = ["st", "nd", "rd", "th", "er", "e", "o", "a"]
}

// MARK: - Letters

extension DateWords {
  /// Returns small letters without accents, white space as spaces, and signs as ASCII has them.
  static func folded(_ text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var folded: [Unicode.Scalar] = []
    for scalar in text {
      switch scalar {
      case "A"..."Z": folded.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      case "\u{300}"..."\u{36F}": continue
      case "\u{A0}", "\u{2009}", "\u{202F}": folded.append(" ")
      case "\u{2010}", "\u{2011}", "\u{2212}": folded.append("-")
      case "\u{5E74}", "\u{6708}": folded.append("-")
      case "\u{65E5}": folded.append(" ")
      default: folded.append(plainLetters[scalar] ?? scalar)
      }
    }
    return folded
  }

  /// The letters of these languages with accents, and what they are without.
  private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = {
    var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (plain, accented) in [
      ("a", "\u{E0}\u{E1}\u{E2}\u{E3}\u{E4}\u{C0}\u{C1}\u{C4}\u{AA}"), ("c", "\u{E7}\u{C7}"),
      ("e", "\u{E8}\u{E9}\u{EA}\u{EB}\u{C8}\u{C9}\u{CA}"), ("i", "\u{EC}\u{ED}\u{EE}\u{EF}\u{CC}"),
      ("o", "\u{F2}\u{F3}\u{F4}\u{F5}\u{F6}\u{BA}\u{B0}"), ("u", "\u{F9}\u{FA}\u{FB}\u{FC}\u{DB}"),
    ] as [(Unicode.Scalar, String)] {
      for letter in accented.unicodeScalars { letters[letter] = plain }
    }
    return letters
  }()
}
