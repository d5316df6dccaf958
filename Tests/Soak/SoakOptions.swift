/// The options of the command line.
struct SoakOptions: Equatable {
  /// The rows of the content at first.
  var rows = 10_000_000
  /// The simulated time.
  var minutes = 60
  /// The seed of all random choices.
  var seed: UInt64 = 1
  /// Whether growth beyond the bounds is an error.
  var checks = false
  var help = false

  /// The simulated time of a line of the table.
  var interval: Duration { .seconds(minutes >= 30 ? 300 : 60) }

  /// An invalid argument.
  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  init() {}

  /// Parses the arguments after the program's name.
  /// - Throws: ``UsageError``.
  init(arguments: [String]) throws(UsageError) {
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--check": checks = true
      case "--help", "-h": help = true
      case "--rows": rows = try SoakOptions.number(after: word, words.popFirst(), 1_000...100_000_000)
      case "--minutes": minutes = try SoakOptions.number(after: word, words.popFirst(), 1...1_440)
      case "--seed": seed = UInt64(try SoakOptions.number(after: word, words.popFirst(), 0...Int.max))
      default: throw UsageError(description: "unknown option '\(word)'")
      }
    }
  }

  private static func number(
    after word: String, _ text: String?, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = text.flatMap({ Int($0) }), range.contains(number) else {
      let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError(description: "'\(word)' needs \(expected), not '\(text ?? "")'")
    }
    return number
  }

  /// The text of `--help`.
  static let helpText = """
    OVERVIEW: Use a woven list with a placer for a simulated hour, and show what acts cost and how much memory is used.

    USAGE: feedweave-soak [--rows N] [--minutes N] [--seed N] [--check]

    OPTIONS:
      --rows N     Begin with N rows of content; 10,000,000 by default.
      --minutes N  Simulate N minutes; 60 by default. They take as long as the acts in them.
      --seed N     Choose acts, answers and their times by a seed; 1 by default.
      --check      Exit with 1 if memory or the time of acts has grown beyond the bounds.
      -h, --help   Show help information.

    What is shown is checked all the time: a fault ends the soak with 1, with or without '--check'.
    """
}
