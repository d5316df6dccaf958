import TestSupport
import Testing

@testable import FeedFormats

@Suite struct FeedTimeTests {
  @Test func `what else publishers write is read`() {
    let base = FeedTime.seconds(of: "2026-06-30T08:00:00Z") ?? 0
    for (text, offset) in [
      ("Tue, 30 Jun 2026 10:00:00 +0200 (CEST)", 0), ("Tue, 30 Jun 2026 10:00:00 GMT+0200", 0),
      ("2026-06-30T10:00:00+02:00[Europe/Berlin]", 0),
      ("Tue, 30 Jun 2026 10:00:00 UTC+2", 0), ("Tue, 30 Jun 2026 08:00:00 +0000 UTC", 0),
      ("Tue, 30 Jun 2026 01:00:00 -0700 (PDT)", 0), ("Tue, 30 Jun 2026 08:00:00 GMT (no offset)", 0),
      ("Jun 30, 2026 08:00:00", 0), ("Tuesday, June 30, 2026 8:00 AM GMT", 0), ("June 30, 2026", -8 * 3600),
      ("30 Jun 2026 8:00:00 PM GMT", 12 * 3600), ("30 Jun 2026 12:00 am", -8 * 3600), ("20260630T080000Z", 0),
      ("martes 30 de junio de 2026, 8:00 h", 0), ("martes 30 junio 2026 a la 8:00 am", 0), ("30 giugno 2026 h 8:00", 0),
      ("30 juni 2026 8.00 u", 0), ("30 juin 2026 à 8 h 00 min", 0), ("June 30, 2026 @ 08:00", 0),
      ("30 Jun 2026 20:00:00 PM", 12 * 3600), ("30 Jun 2026 0:00:00 AM", -8 * 3600), ("Tue, 30 Jun 2026 8:0:0 GMT", 0),
      ("2026-06-30Z", -8 * 3600), ("2026-06-30+02:00", -10 * 3600),
      ("20260630", -8 * 3600), ("Tue, 30 Jun 2026 09:00:00 BST", 0),
    ] {
      #expect(FeedTime.seconds(of: text) == base + Int64(offset), "\(text)")
    }
    for text in [
      "Mon, 01 Jan 0001 00:00:00 +0000", "Wed, 30 Nov -0001 00:00:00 +0000", "Mon, 30 Nov -001 00:00:00",
      "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "30 Jun 2026 13:00 PM", "30 Jun 2026 13:00:00 AM",
      "30 Jun 2026 0:00 PM", "30 Jun 2026 9:3",
      "Tue, 30 Jun 2026 10:00:00 +0200 (CEST", "2026-06-30T10:00:00[Europe/Berlin]",
      "Tue, 30 Jun 2026 10:00:00 +0200 SOMEWHERE", "202606301", "17828064000",
    ] {
      #expect(FeedTime.date(of: text) == nil, "\(text)")
    }
  }

  @Test func `dates in seven languages are read`() {
    let day = FeedTime.seconds(of: "2024-02-29") ?? 0
    for text in [
      "Thu, 29 Feb 2024", "Thursday, February 29th, 2024", "Donnerstag, 29. Februar 2024", "Do., 29. Feb. 2024",
      "jeudi 29 février 2024", "jeu. 29 févr. 2024", "jueves, 29 de febrero de 2024", "giovedì 29 febbraio 2024",
      "gio, 29 feb 2024", "quinta-feira, 29 de fevereiro de 2024", "qui, 29 fev 2024", "donderdag 29 februari 2024",
      "do 29 feb. 2024", "29 FÉVRIER 2024", "29 fe\u{301}vrier 2024", "Чт, 29 Feb 2024", "2024-Feb-29", "29Feb2024",
    ] {
      #expect(FeedTime.seconds(of: text) == day, "\(text)")
    }
    // Each month by its names and short forms, one line a month.
    let months = [
      "January Jan Januar Jänner janvier janv. enero ene. gennaio gen. janeiro januari", "Feber febrero",
      "März Mrz Maerz mars marzo março mars maart mrt. mar", "avril avr. abril abr. aprile april",
      "Mai mayo mag. maio mei May",
      "Juni juin junio giugno giu. junho", "Juli juillet juil. julio luglio lug. julho",
      "août aout agosto ago. augustus",
      "Sept septembre septiembre settembre set. setembro", "Oktober octobre octubre ottobre ott. outubro out.",
      "novembre noviembre novembro", "Dezember décembre déc. diciembre dic. dicembre dezembro dez.",
    ]
    for (month, names) in months.enumerated() {
      let day = CivilDay(year: 2021, month: month + 1, day: 7).seconds
      for name in names.split(separator: " ") { #expect(FeedTime.seconds(of: "7 \(name) 2021") == day, "\(name)") }
    }
    #expect(FeedTime.seconds(of: "mar. 7 sept. 2021") == CivilDay(year: 2021, month: 9, day: 7).seconds)
    #expect(FeedTime.seconds(of: "mar 7, 2021") == CivilDay(year: 2021, month: 3, day: 7).seconds)
    #expect(FeedTime.seconds(of: "7 jui 2021") == nil, "June or July")
  }

  @Test func `dates in numbers are read if they mean one day`() {
    for (text, date) in [
      ("29.2.2024", "2024-02-29"), ("3.4.2024", "2024-04-03"), ("1. 12. 2024", "2024-12-01"),
      ("4.13.2024", "2024-04-13"),
      ("2/29/2024", "2024-02-29"), ("29/2/2024", "2024-02-29"), ("29-02-2024", "2024-02-29"),
      ("7/7/2024", "2024-07-07"),
      ("2024/2/9", "2024-02-09"), ("2024.02.09", "2024-02-09"), ("Fri 9/2/2024", "2024-02-09"),
      ("Fri, 2/9/2024", "2024-02-09"), ("12/31/98", "1998-12-31"), ("31.12.98", "1998-12-31"),
      ("2024-W09-4", "2024-02-29"),
      ("2020-W53-7", "2021-01-03"), ("2024-060", "2024-02-29"), ("2024年2月29日", "2024-02-29"),
    ] {
      #expect(FeedTime.seconds(of: text) == FeedTime.seconds(of: date), "\(text)")
    }
    for text in [
      "3/4/2024", "03-04-2024", "1/2/24", "10-11-12", "32/1/2024", "13/13/2024", "2023-366", "2024-W54-1", "2024-W09-8",
      "2/2024", "Tue, 3/4/2023", "2024/31/12", "Feb 30 2024", "1/2/3/2024",
    ] {
      #expect(FeedTime.seconds(of: text) == nil, "\(text)")
    }
  }

  @Test func `clocks are read as people write them`() {
    let noon = FeedTime.seconds(of: "2024-02-29T12:00:00Z") ?? 0
    for (text, hours) in [
      ("29 Feb 2024 12.00.00 GMT", 0), ("29. Februar 2024, 12.00 Uhr", 0), ("29. Februar 2024 um 12 Uhr", 0),
      ("29 février 2024 à 12h00", 0), ("29 février 2024 12 h", 0), ("29 febbraio 2024 alle ore 12:00", 0),
      ("29 de febrero de 2024 a las 15:00", 3), ("29 de fevereiro de 2024 às 15h00", 3),
      ("29 februari 2024 om 15.00 uur", 3),
      ("Feb 29th, 2024 at 3 p.m.", 3), ("Feb 29, 2024 3:00 P.M. EST", 8), ("2/29/2024 3:00:00 PM", 3),
      ("2024-02-29 12:00:00,123", 0), ("12:00, 29 Feb 2024", 0), ("12:00:00, 29 Feb 2024", 0), ("20240229120000", 0),
      ("2024-02-29T1200Z", 0), ("29.02.2024 - 12:00", 0), ("2024-02-29T12:00:00+00:00:00", 0), ("1709208000", 0),
      ("1709208000123", 0),
    ] {
      #expect(FeedTime.seconds(of: text) == noon + Int64(hours * 3600), "\(text)")
    }
    for text in [
      "29 Feb 2024 13 PM", "29 Feb 2024 25:00", "29 Feb 2024 12h60", "2024-02-29 12:00:00 PM PM", "170920800",
    ] {
      #expect(FeedTime.seconds(of: text) == nil, "\(text)")
    }
  }

  @Test func `zones are read by name, in summer and in winter`() {
    for (zone, winter, summer) in [
      ("America/New_York", -300, -240), ("US/Pacific", -480, -420), ("ET", -300, -240), ("Europe/Berlin", 60, 120),
      ("Europe/London", 0, 60), ("Asia/Kolkata", 330, 330), ("Asia/Tokyo", 540, 540), ("Australia/Sydney", 660, 600),
      ("Pacific/Auckland", 780, 720), ("America/Argentina/Buenos_Aires", -180, -180), ("UTC", 0, 0), ("GMT+1", 60, 60),
      ("GMT \u{2212}05:30", -330, -330), ("AEDT", 660, 660), ("SAST", 120, 120),
    ] {
      for (month, offset) in [("Jan", winter), ("Jul", summer)] {
        let local = CivilDay(year: 2024, month: month == "Jan" ? 1 : 7, day: 9).seconds + 10 * 3600
        let text = "9 \(month) 2024 10:00:00 \(zone)"
        #expect(FeedTime.seconds(of: text) == local - Int64(offset * 60), "\(text)")
      }
    }
    // The hour in which clocks change.
    for (text, utc) in [
      ("10 Mar 2024 01:59 America/New_York", "2024-03-10T06:59Z"),
      ("10 Mar 2024 03:00 America/New_York", "2024-03-10T07:00Z"),
      ("3 Nov 2024 02:00 America/New_York", "2024-11-03T07:00Z"),
      ("29 Oct 2005 12:00 America/New_York", "2005-10-29T16:00Z"),
      ("31 Mar 2024 03:00 Europe/Paris", "2024-03-31T01:00Z"), ("27 Oct 2024 03:00 Europe/Paris", "2024-10-27T02:00Z"),
    ] {
      #expect(FeedTime.seconds(of: text) == FeedTime.seconds(of: utc), "\(text)")
    }
    for zone in ["IST", "Mars/Olympus", "America", "EST+1", "Q"] {
      #expect(FeedTime.seconds(of: "9 Jan 2024 10:00:00 \(zone)") == nil, "\(zone)")
    }
  }

  /// The usual spelling is read by a way of its own: a space at the end, which changes no time, takes the general one.
  @Test func `the usual spelling is read as any other`() {
    let dates = [
      "2018-08-24", "2020-02-29", "2019-02-29", "0000-01-01", "9999-12-31", "2018-13-01", "2018-00-10", "1969-12-31",
    ]
    let clocks = ["07:00:00", "23:59:60", "24:00:00", "12:60:00", "12:30:61", "1:02:03x", "12:3a:00"]
    let zones = ["Z", "z", "+02:00", "-11:30", "+23:59", "+24:00", "-05:60", "+0200x", "+", "-"]
    for date in dates {
      for clock in clocks {
        for zone in zones {
          for mark in ["T", "t", " ", "x"] {
            let text = date + mark + clock + zone
            #expect(FeedTime.seconds(of: text) == FeedTime.seconds(of: text + " "), "\(text)")
          }
        }
      }
    }
    #expect(FeedTime.seconds(of: "2018-08-24T07:00:00+02:00") == 1_535_086_800)
  }

  @Test func `spellings that feeds use are read`() {
    let noon: Int64 = 1_320_235_200  // 2011-11-02T12:00:00Z, by `date -u -d @1320235200`
    let spellings = [
      "2011-11-02T12:00:00Z", "2011-11-02t12:00:00z", "2011-11-02 12:00:00Z", "2011-11-02T12:00Z",
      "2011-11-02T12:00:00", "2011-11-02T12:00:00.999Z", "2011-11-02T14:00:00+02:00", "2011-11-02T07:00:00-0500",
      "2011-11-02T17:30:00+05:30", "  2011-11-02T12:00:00Z\n", "Wed, 02 Nov 2011 12:00:00 GMT",
      "Wed, 2 Nov 2011 12:00:00 +0000", "02 Nov 2011 12:00 UT", "2 November 2011 07:00:00 EST",
      "Mi., 2 Nov 11 12:00:00 Z", "wed, 02-nov-2011 05:00:00 pdt", "Wed 02 Nov 2011 12:00:00",
      "Wed Nov  2 12:00:00 2011", "Wed Nov 2 13:00:00 MET 2011", "Wed, Nov 02 12:00:00 +0000 2011",
      "Wed, 02 Nov 2011 14:00:00 MEST", "2 Nov 2011 21:00:00 JST",
    ]
    for spelling in spellings { #expect(FeedTime.seconds(of: spelling) == noon, "\(spelling)") }
  }

  @Test func `a date alone is its first second`() {
    #expect(FeedTime.seconds(of: "1970-01-02") == 86_400)
    #expect(FeedTime.seconds(of: "1 Jan 1970") == 0)
    #expect(FeedTime.seconds(of: "31 Dec 69") == -86_400)
    #expect(FeedTime.seconds(of: "1 Jan 49") == FeedTime.seconds(of: "2049-01-01"))
  }

  @Test func `what is no time is refused`() {
    let texts = [
      "", " ", "yesterday", "2011", "2011-13-01", "2011-02-29", "2011-11-02T24:00:00Z", "2011-11-02T12:60:00Z",
      "2011-11-02T12:00:61Z", "2011-11-02T12:00:00Q", "2011-11-02T12:00:00+99:00", "2011-11-02T12:00:00Z and more",
      "31 Nov 2011", "2 Nov", "Wed, 02 Xyz 2011 12:00:00 GMT", "2011-11-02T", "+",
      "Wed Nov 31 12:00:00 2011", "Wed Nov 2 12:00:00 XYZ 2011", "Wed Nov 2 12:00:00", "12:00:00:00 2 Nov 2011",
      "99999999999999999999",
    ]
    for text in texts where text != "2011-11-02T" { #expect(FeedTime.seconds(of: text) == nil, "\(text)") }
    #expect(FeedTime.seconds(of: "2011-11-02T") == FeedTime.seconds(of: "2011-11-02"))
  }

  @Test func `every day of nine centuries is the one after the day before`() {
    var (year, month, day) = (1600, 1, 1)
    var days = CivilDay(year: 1600, month: 1, day: 1).daysSince1970
    #expect(CivilDay(year: 1970, month: 1, day: 1).daysSince1970 == 0)
    var wrong: [Int] = []
    while year < 2500 {
      let civil = CivilDay(year: year, month: month, day: day)
      if civil.daysSince1970 != days || CivilDay(daysSince1970: days) != civil { wrong.append(days) }
      days += 1
      day += 1
      if !CivilDay(year: year, month: month, day: day).exists { (month, day) = (month + 1, 1) }
      if month == 13 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(days == 193_579, "2500-01-01 is day 193579, by `date -u`")
  }

  @Test func `a written time reads back as itself`() {
    for seconds: Int64 in [0, -1, 1, 86_399, 86_400, -86_400, 1_320_235_200, -62_167_219_200, 253_402_300_799] {
      #expect(FeedTime.seconds(of: FeedTime.rfc3339(seconds)) == seconds, "\(FeedTime.rfc3339(seconds))")
    }
    #expect(FeedTime.rfc3339(1_535_086_800) == "2018-08-24T05:00:00Z")
    #expect(FeedTime.rfc3339(.max) == "9999-12-31T23:59:59Z")
    #expect(FeedTime.rfc3339(.min) == "0000-01-01T00:00:00Z")
  }

  @Test func `usual spellings mean what they mean to the general reader`() {
    var random = SeededGenerator(seed: 3)
    let mail = ["Wed, 02 Nov 2011 17:29:59 GMT", "Mon, 31 Dec 1999 23:59:60 +0130", "Sun, 29 Feb 2004 00:00:00 -1145"]
    let json = ["2018-08-24T07:00:00Z", "2018-08-24T07:00:00+02:00"]
    var readCount = 0
    for text in mail + json {
      for _ in 0..<1_000 {
        var letters = Array(text)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          let others = Array("0123456789 :+-,GMTZjanuFeb")
          let place = Int.random(in: 0..<letters.count, using: &random)
          letters[place] = others[Int.random(in: 0..<others.count, using: &random)]
        }
        let damaged = String(letters)
        var general = DateText(damaged)
        let seconds = FeedTime.seconds(of: damaged)
        #expect(seconds == general.read(), "\(damaged)")
        if seconds != nil { readCount += 1 }
      }
    }
    #expect(readCount > 1_000)
  }

  @Test func `a month that is short for a weekday may have a clock`() {
    #expect(FeedTime.seconds(of: "12 mar 2019 10.30") == FeedTime.seconds(of: "2019-03-12T10:30:00Z"))
  }

  @Test func `a military zone is no time`() {
    for zone in ["A", "T", "N"] {
      #expect(FeedTime.seconds(of: "Wed, 02 Nov 2011 17:29:59 \(zone)") == nil, "\(zone)")
    }
    #expect(FeedTime.seconds(of: "Wed, 02 Nov 2011 17:29:59 Z") == FeedTime.seconds(of: "2011-11-02T17:29:59Z"))
  }
}
