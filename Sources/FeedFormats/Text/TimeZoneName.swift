/// A time zone as dates name it: an offset, an abbreviation such as `EST`, or a name such as `America/New_York`.
struct TimeZoneName: Equatable {
  /// When clocks are put forward by an hour.
  enum Summer: Equatable {
    case never
    /// From the second Sunday of March to the first one of November, at two; until 2006 from April to October.
    case america
    /// From the last Sunday of March to that of October, at one in UTC.
    case europe
    /// From the first Sunday of October to that of April, at two or three.
    case australia
    /// From the last Sunday of September to the first one of April.
    case newZealand
  }

  /// The offset from UTC in winter, in seconds.
  private let offset: Int
  private let summer: Summer
  /// Whether the zone is UTC by name, so that an offset may follow it.
  let isUTC: Bool

  /// Creates a zone without a name.
  init(offset: Int) { (self.offset, summer, isUTC) = (offset, .never, false) }

  /// Creates the zone of a name in small letters; returns nil if it is not known, or is that of several zones.
  ///
  /// RFC 822 defines its military letters with the wrong sign, so they are not read.
  init?(_ name: String) {
    if let seconds = Self.abbreviations[name] {
      (offset, summer, isUTC) = (seconds, .never, seconds == 0 && name != "z")
    } else if let zone = Self.zones[name] {
      (offset, summer, isUTC) = (zone.offset, zone.summer, false)
    } else {
      return nil
    }
  }

  /// Returns the seconds since 1970 of a local time, which is given as if it were UTC.
  func utc(ofLocal local: Int64) -> Int64 { local - Int64(offset) - (isSummer(local) ? 3600 : 0) }

  private func isSummer(_ local: Int64) -> Bool {
    let days = local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
    let year = CivilDay(daysSince1970: Int(days)).year
    let two: Int64 = 2 * 3600
    func sunday(_ number: Int, of month: Int, in year: Int) -> Int64 {
      Self.sunday(number, of: month, in: year).seconds
    }
    switch summer {
    case .never: return false
    case .america where year < 2007:
      return sunday(1, of: 4, in: year) + two <= local && local < sunday(-1, of: 10, in: year) + two
    case .america: return sunday(2, of: 3, in: year) + two <= local && local < sunday(1, of: 11, in: year) + two
    case .europe:
      let change = Int64(offset + 3600)
      return sunday(-1, of: 3, in: year) + change <= local && local < sunday(-1, of: 10, in: year) + change + 3600
    case .australia:
      return local < sunday(1, of: 4, in: year) + two + 3600 || sunday(1, of: 10, in: year) + two <= local
    case .newZealand:
      return local < sunday(1, of: 4, in: year) + two + 3600 || sunday(-1, of: 9, in: year) + two <= local
    }
  }

  /// Returns a Sunday of a month: the first one, the second one, or the last one for -1.
  private static func sunday(_ number: Int, of month: Int, in year: Int) -> CivilDay {
    let next = month == 12 ? CivilDay(year: year + 1, month: 1, day: 1) : CivilDay(year: year, month: month + 1, day: 1)
    let first = number > 0 ? CivilDay(year: year, month: month, day: 1).daysSince1970 : next.daysSince1970 - 7
    let weekday = CivilDay(daysSince1970: first).weekday
    return CivilDay(daysSince1970: first + (6 - weekday) + (max(number, 1) - 1) * 7)
  }

  /// The abbreviations that have one meaning in feeds, those of RFC 822 among them, in seconds.
  private static let abbreviations = [
    "z": 0, "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "est": -18_000, "edt": -14_400, "cst": -21_600, "cdt": -18_000,
    "mst": -25_200, "mdt": -21_600, "pst": -28_800, "pdt": -25_200, "akst": -32_400, "akdt": -28_800, "hst": -36_000,
    "brt": -10_800, "west": 3600, "bst": 3600, "met": 3600, "cet": 3600, "mez": 3600, "wat": 3600, "mest": 7200,
    "mesz": 7200, "cest": 7200, "eet": 7200, "cat": 7200, "sast": 7200, "eest": 10_800, "msk": 10_800, "eat": 10_800,
    "trt": 10_800, "pkt": 18_000, "npt": 20_700, "wib": 25_200, "hkt": 28_800, "sgt": 28_800, "awst": 28_800,
    "jst": 32_400, "kst": 32_400, "acst": 34_200, "acdt": 37_800, "aest": 36_000, "aedt": 39_600, "nzst": 43_200,
    "nzdt": 46_800, "etc/utc": 0, "etc/gmt": 0,
  ]

  /// The zones by name that many people live in, and whose rules have not changed lately.
  private static let zones: [String: (offset: Int, summer: Summer)] = {
    var zones: [String: (offset: Int, summer: Summer)] = [:]
    for (minutes, summer, names) in rules {
      for name in names.split(separator: " ") { zones[String(name)] = (minutes * 60, summer) }
    }
    return zones
  }()

  /// Offsets in minutes, their rules and names.
  private static let rules: [(Int, Summer, String)] = [
    (-600, .never, "pacific/honolulu us/hawaii"), (-540, .america, "america/anchorage us/alaska"),
    (-480, .america, "pt america/los_angeles america/vancouver america/tijuana us/pacific"),
    (-420, .america, "mt america/denver america/edmonton america/boise us/mountain"),
    (-420, .never, "america/phoenix us/arizona"),
    (-360, .america, "ct america/chicago america/winnipeg america/menominee us/central"),
    (-360, .never, "america/costa_rica america/guatemala america/el_salvador america/regina"),
    (-300, .america, "et america/new_york america/toronto america/detroit america/montreal us/eastern"),
    (-300, .never, "america/bogota america/lima america/jamaica america/panama america/guayaquil"),
    (-240, .america, "america/halifax atlantic/bermuda"), (-240, .never, "america/puerto_rico america/la_paz"),
    (-210, .america, "america/st_johns"), (-180, .never, "america/argentina/buenos_aires america/buenos_aires"),
    (0, .never, "atlantic/reykjavik africa/abidjan africa/accra africa/dakar"),
    (0, .europe, "europe/london europe/dublin europe/lisbon atlantic/canary"),
    (60, .never, "africa/lagos africa/algiers africa/tunis"),
    (
      60, .europe,
      """
      europe/amsterdam europe/berlin europe/brussels europe/paris europe/madrid europe/rome europe/vienna europe/zurich \
      europe/copenhagen europe/oslo europe/stockholm europe/prague europe/warsaw europe/budapest europe/belgrade \
      europe/zagreb europe/ljubljana europe/luxembourg europe/bratislava
      """
    ),
    (120, .never, "africa/johannesburg africa/maputo africa/harare"),
    (120, .europe, "europe/helsinki europe/athens europe/kiev europe/kyiv europe/sofia europe/riga europe/tallinn"),
    (120, .europe, "europe/vilnius europe/bucharest"), (180, .never, "africa/nairobi asia/baghdad asia/riyadh"),
    (240, .never, "asia/dubai"), (300, .never, "asia/karachi asia/tashkent"),
    (330, .never, "asia/kolkata asia/calcutta asia/colombo"), (345, .never, "asia/kathmandu"),
    (360, .never, "asia/dhaka"), (420, .never, "asia/bangkok asia/ho_chi_minh asia/saigon asia/jakarta"),
    (480, .never, "asia/shanghai asia/hong_kong asia/singapore asia/taipei asia/manila asia/kuala_lumpur prc"),
    (480, .never, "australia/perth"), (540, .never, "asia/tokyo asia/seoul japan"),
    (570, .never, "australia/darwin"), (570, .australia, "australia/adelaide"), (600, .never, "australia/brisbane"),
    (600, .australia, "australia/sydney australia/melbourne australia/hobart australia/canberra"),
    (720, .newZealand, "pacific/auckland"),
  ]
}
