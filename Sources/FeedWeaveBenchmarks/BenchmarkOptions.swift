/// The options of the command line.
struct BenchmarkOptions: Equatable {
  var json = false
  var check = false
  var group: String?
  /// What the name of a row must contain; nil for all rows.
  var name: String?
  /// How often each row is measured.
  var rounds = 40
  var help = false

  /// An invalid argument.
  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  init() {}

  /// Parses the arguments after the program's name.
  /// - Throws: ``UsageError``.
  init(arguments: [String], groups: [String]) throws(UsageError) {
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--json": json = true
      case "--check": check = true
      case "--help", "-h": help = true
      case "--filter":
        guard let name = words.popFirst() else { throw UsageError(description: "missing value for '--filter GROUP'") }
        group = try BenchmarkOptions.known(name, among: groups)
      case _ where word.hasPrefix("--filter="):
        group = try BenchmarkOptions.known(String(word.dropFirst("--filter=".count)), among: groups)
      case "--name":
        guard let text = words.popFirst() else { throw UsageError(description: "missing value for '--name TEXT'") }
        name = text
      case _ where word.hasPrefix("--name="): name = String(word.dropFirst("--name=".count))
      case "--rounds": rounds = try BenchmarkOptions.count(words.popFirst() ?? "")
      case _ where word.hasPrefix("--rounds="):
        rounds = try BenchmarkOptions.count(String(word.dropFirst("--rounds=".count)))
      default: throw UsageError(description: "unknown option '\(word)'")
      }
    }
  }

  private static func known(_ name: String, among groups: [String]) throws(UsageError) -> String {
    guard groups.contains(name) else {
      throw UsageError(description: "unknown group '\(name)'; the groups are \(groups.joined(separator: ", "))")
    }
    return name
  }

  private static func count(_ text: String) throws(UsageError) -> Int {
    guard let count = Int(text), count > 0 else {
      throw UsageError(description: "'--rounds N' needs a whole number above 0, not '\(text)'")
    }
    return count
  }

  /// Returns the text of `--help`.
  static func helpText(groups: [String]) -> String {
    """
    OVERVIEW: Measure the libraries, each benchmark next to its baseline in the same process.

    USAGE: feedweave-bench [--json] [--check] [--filter GROUP] [--name TEXT] [--rounds N]

    OPTIONS:
      --json                  Print one JSON object per line instead of the table.
      --check                 Exit with 1 when a row is above its limit.
      --filter GROUP          Run one group: \(groups.joined(separator: ", ")).
      --name TEXT             Run the rows whose names contain a text.
      --rounds N              Measure each row in N rounds; 40 by default. Many are good for a profiler.
      -h, --help              Show help information.

    EXAMPLES:
      feedweave-bench --filter mapping
      feedweave-bench --json --check > figures.ndjson
    """
  }
}
