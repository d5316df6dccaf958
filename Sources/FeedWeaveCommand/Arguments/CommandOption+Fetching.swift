// The options that control how feeds are fetched.
extension CommandOption {
  /// The option for the longest time that fetching a feed may take.
  static let maxTime = CommandOption(
    "--max-time", value: "time", help: "The maximum time for fetching a feed, such as 10s. Default: 30s."
  ) { settings, value throws(CommandError) in
    settings.maxTime = try duration(value, of: "--max-time", in: 1...3600, example: "10s")
  }

  /// The option for fetching feeds again while they are viewed.
  static let refresh = CommandOption(
    "--refresh", value: "time", help: "Fetch addresses again each time that this time has passed, such as 15m."
  ) { settings, value throws(CommandError) in
    settings.refresh = try duration(value, of: "--refresh", in: 60...604_800, example: "15m")
  }

  private static let units: [(letter: Character, seconds: Int)] = [("s", 1), ("m", 60), ("h", 3600), ("d", 86400)]

  /// Returns the duration that a whole number and the letter of a unit name.
  private static func duration(
    _ text: String, of name: String, in range: ClosedRange<Int>, example: String
  ) throws(CommandError) -> Duration {
    let unit = units.first { $0.letter == text.last }
    if let unit, let number = Int(text.dropLast()), text.first != "+" {
      let (seconds, overflow) = number.multipliedReportingOverflow(by: unit.seconds)
      if !overflow, range ~= seconds { return .seconds(seconds) }
    }
    let limits =
      "\(Duration.seconds(range.lowerBound).inWholeUnits) to \(Duration.seconds(range.upperBound).inWholeUnits)"
    throw .invalidValue(
      option: name, value: text, expected: "a time such as \(example), in s, m, h or d, from \(limits)", near: nil)
  }
}
