import FeedFormats
import TerminalUI

extension CommandOption {
  /// The options that say how cards are drawn.
  static let drawing: [CommandOption] = [width, color, noColor, now]

  /// The options that every command has but for help and version.
  static func common(verbose: String) -> [CommandOption] {
    [
      flag("-q", "--quiet", help: "Don't print findings.", \.isQuiet),
      flag("-v", "--verbose", help: verbose, \.isVerbose),
    ]
  }

  /// The form of the output, of those that a command has.
  static func to(_ forms: [Settings.Form], help: String) -> CommandOption {
    let value = forms.map(\.rawValue).joined(separator: "|")
    return choice("--to", value: value, of: forms.map { ($0.rawValue, $0) }, help: help, \.form)
  }

  static let width = number(
    "--width", in: 1...10_000, help: "The columns to draw in. Default: the terminal's, else COLUMNS, else 80.", \.width)

  static let color = choice(
    "--color", value: "auto|always|never", of: [("auto", .auto), ("always", .always), ("never", .never)],
    help: "Whether to draw with colours. Default: auto, as the terminal and the environment suggest.", \.color)

  static let noColor = CommandOption("--no-color", help: "The same as --color never.") { settings, _ in
    settings.color = .never
  }

  private static let now = CommandOption(
    "--now", value: "time", help: "The time that ages are counted from, such as 2026-07-01T12:00:00Z. Default: now."
  ) { settings, value throws(CommandError) in
    guard let seconds = FeedTime.seconds(of: value) else {
      throw .invalidValue(option: "--now", value: value, expected: "a time such as 2026-07-01T12:00:00Z", near: nil)
    }
    settings.now = seconds
  }
}
