extension CommandOption {
  /// The options that say when the next version is shown.
  static let replaying: [CommandOption] = [rate, step]

  private static let rate = CommandOption(
    "--rate", value: "number",
    help: "How many versions are shown in a second, such as 0.5; on a terminal each in place of the one before. "
      + "Default: as many as there are."
  ) { settings, value throws(CommandError) in
    // A decimal, and none of the other things that a number can be spelled as.
    let isDecimal = value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    guard isDecimal, let rate = Double(value), rates.contains(rate) else {
      throw .invalidValue(option: "--rate", value: value, expected: "a number from 0.01 to 1000", near: nil)
    }
    settings.rate = rate
  }

  private static let rates = 0.01...1000.0

  private static let step = flag(
    "--step",
    help: "Wait for Enter before each further version, on standard input, or on the terminal where a file is '-'; "
      + "q and Enter, or the end of the input, quits.",
    \.isStepwise)
}
