/// The options of the command line.
struct BenchmarkOptions: Equatable {
  var json = false
  var check = false
  var group: String?
  /// What the name of a row must contain; nil for all rows.
  var name: String?
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

  /// Returns the text of `--help`.
  static func helpText(groups: [String]) -> String {
    """
    OVERVIEW: Measure the libraries, each benchmark next to its baseline in the same process.

    USAGE: feedweave-bench [--json] [--check] [--filter GROUP] [--name TEXT]

    OPTIONS:
      --json                  Print one JSON object per line instead of the table.
      --check                 Exit with 1 when a row is above its limit.
      --filter GROUP          Run one group: \(groups.joined(separator: ", ")).
      --name TEXT             Run the rows whose names contain a text.
      -h, --help              Show help information.

    EXAMPLES:
      feedweave-bench --filter mapping
      feedweave-bench --json --check > figures.ndjson
    """
  }
}
