/// What help can be asked for.
enum HelpTopic: Sendable {
  /// The program as a whole.
  case program
  /// The program in a few lines, for who calls it without a word.
  case short
  /// One command.
  case command(Command)
  /// The words of placement rules.
  case rules
  /// The members of ads, rules and weaving plans.
  case formats

  /// The topics that have a name, which `feedweave help` takes.
  static let names = Command.all.map(\.name) + ["rules", "formats"]

  /// The topic of a name.
  static func named(_ name: String) -> HelpTopic? {
    switch name {
    case "rules": .rules
    case "formats": .formats
    default: Command.named(name).map(HelpTopic.command)
    }
  }
}
