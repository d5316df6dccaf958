import Testing

@testable import FeedFormats

@Suite struct FeedTimeTests {
  @Test func whatElsePublishersWriteIsRead() {
    let base = FeedTime.seconds(of: "2026-06-30T08:00:00Z") ?? 0
    for (text, offset) in [
      ("Tue, 30 Jun 2026 10:00:00 +0200 (CEST)", 0), ("Tue, 30 Jun 2026 10:00:00 GMT+0200", 0),
      ("Tue, 30 Jun 2026 10:00:00 UTC+2", 0), ("Tue, 30 Jun 2026 08:00:00 +0000 UTC", 0),
      ("Tue, 30 Jun 2026 01:00:00 -0700 (PDT)", 0), ("Tue, 30 Jun 2026 08:00:00 GMT (no offset)", 0),
      ("Jun 30, 2026 08:00:00", 0), ("Tuesday, June 30, 2026 8:00 AM GMT", 0), ("June 30, 2026", -8 * 3600),
      ("30 Jun 2026 8:00:00 PM GMT", 12 * 3600), ("30 Jun 2026 12:00 am", -8 * 3600), ("20260630T080000Z", 0),
      ("20260630", -8 * 3600), ("Tue, 30 Jun 2026 09:00:00 BST", 0),
    ] {
      #expect(FeedTime.seconds(of: text) == base + Int64(offset), "\(text)")
    }
    for text in [
      "Mon, 01 Jan 0001 00:00:00 +0000", "Wed, 30 Nov -0001 00:00:00 +0000", "Mon, 30 Nov -001 00:00:00",
      "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "30 Jun 2026 13:00 PM", "30 Jun 2026 0:00 PM",
      "Tue, 30 Jun 2026 10:00:00 +0200 (CEST", "Tue, 30 Jun 2026 10:00:00 +0200 SOMEWHERE", "202606301", "1782806400",
    ] {
      #expect(FeedTime.date(of: text) == nil, "\(text)")
    }
  }

  /// The usual spelling is read by a way of its own: a space at the end, which changes no time, takes the general one.
  @Test func theUsualSpellingIsReadAsAnyOther() {
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

  @Test func spellingsThatFeedsUseAreRead() {
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

  @Test func aDateAloneIsItsFirstSecond() {
    #expect(FeedTime.seconds(of: "1970-01-02") == 86_400)
    #expect(FeedTime.seconds(of: "1 Jan 1970") == 0)
    #expect(FeedTime.seconds(of: "31 Dec 69") == -86_400)
    #expect(FeedTime.seconds(of: "1 Jan 49") == FeedTime.seconds(of: "2049-01-01"))
  }

  @Test func whatIsNoTimeIsRefused() {
    let texts = [
      "", " ", "yesterday", "2011", "2011-13-01", "2011-02-29", "2011-11-02T24:00:00Z", "2011-11-02T12:60:00Z",
      "2011-11-02T12:00:61Z", "2011-11-02T12:00:00Q", "2011-11-02T12:00:00+99:00", "2011-11-02T12:00:00Z and more",
      "31 Nov 2011", "2 Nov", "Wed, 02 Xyz 2011 12:00:00 GMT", "2011-11-02T", "+",
      "Wed Nov 31 12:00:00 2011", "Wed Nov 2 12:00:00 XYZ 2011", "Wed Nov 2 12:00:00", "Wed Nov 2 2011",
      "99999999999999999999",
    ]
    for text in texts where text != "2011-11-02T" { #expect(FeedTime.seconds(of: text) == nil, "\(text)") }
    #expect(FeedTime.seconds(of: "2011-11-02T") == FeedTime.seconds(of: "2011-11-02"))
  }

  @Test func everyDayOfNineCenturiesIsTheOneAfterTheDayBefore() {
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

  @Test func aWrittenTimeReadsBackAsItself() {
    for seconds: Int64 in [0, -1, 1, 86_399, 86_400, -86_400, 1_320_235_200, -62_167_219_200, 253_402_300_799] {
      #expect(FeedTime.seconds(of: FeedTime.rfc3339(seconds)) == seconds, "\(FeedTime.rfc3339(seconds))")
    }
    #expect(FeedTime.rfc3339(1_535_086_800) == "2018-08-24T05:00:00Z")
    #expect(FeedTime.rfc3339(.max) == "9999-12-31T23:59:59Z")
    #expect(FeedTime.rfc3339(.min) == "0000-01-01T00:00:00Z")
  }
}
