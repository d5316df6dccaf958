internal import Foundation

/// Formats results as a table for people, or as one JSON object per line for programs.
enum BenchmarkReport {
  /// The heading of the table.
  static let heading =
    row("", "ns", "baseline", "ratio", "limit", "aim") + "\n" + String(repeating: "-", count: 132)

  /// Returns the line of a result in the table.
  static func line(_ result: BenchmarkResult) -> String {
    let limit = result.benchmark.limit.map(short) ?? result.benchmark.timeLimit.map { short($0) + " ns" } ?? "-"
    let target = result.benchmark.target.map(short) ?? "-"
    let mark = result.isAboveLimit ? "  ABOVE" : ""
    return switch result.outcome {
    case .times(let time, let baseline):
      row(result.benchmark.name, fixed(time), fixed(baseline), fixed(result.figure, 4), limit, target) + mark
    case .count(let count):
      row(result.benchmark.name, "", "", "\(count)", limit, target) + mark
    }
  }

  /// Returns the JSON object of a result, on one line.
  static func json(_ result: BenchmarkResult) -> String {
    var members = [("name", quoted(result.benchmark.name))]
    switch result.outcome {
    case .times(let time, let baseline):
      members += [
        ("ns", fixed(time, 3)), ("baseline", quoted(result.benchmark.baselineName)),
        ("baseline_ns", fixed(baseline, 3)), ("ratio", fixed(result.figure, 5)),
      ]
    case .count(let count):
      members.append(("count", "\(count)"))
    }
    members.append(("limit", result.benchmark.limit.map(short) ?? "null"))
    if let limit = result.benchmark.timeLimit { members.append(("limit_ns", short(limit))) }
    members.append(("group", quoted(result.benchmark.group)))
    return "{" + members.map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }

  private static func row(_ name: String, _ columns: String...) -> String {
    let padded = name + String(repeating: " ", count: max(0, 76 - name.count))
    return padded + columns.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }

  private static func fixed(_ value: Double, _ digits: Int = 1) -> String {
    String(format: "%.\(digits)f", value)
  }

  private static func short(_ value: Double) -> String { String(format: "%g", value) }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20: String(format: "\\u%04x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
