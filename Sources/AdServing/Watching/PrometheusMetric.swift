/// A metric of a value, in the text format that Prometheus reads, version 0.0.4.
struct PrometheusMetric<Value>: Sendable {
  let name: String
  let type: String
  let help: String
  /// Returns the samples of a value.
  let samples: @Sendable (Value) -> [PrometheusSample]

  /// Returns the text of several values, told apart by their labels, with each metric written once.
  /// - Precondition: `prefix` is a metric name.
  static func text(_ metrics: [PrometheusMetric], prefix: String, of values: [PrometheusLabels: Value]) -> String {
    precondition(
      PrometheusLabels.isLabelName(prefix.replacing(":", with: "_")), "\(prefix.debugDescription) is not a metric name")
    let series = values.sorted { $0.key.text < $1.key.text }
    return metrics.map { metric in
      let name = "\(prefix)_\(metric.name)"
      let lines = series.flatMap { labels, value in
        metric.samples(value).map { "\(name)\($0.suffix)\(labels.adding($0.label)) \($0.number)\n" }
      }
      return "# HELP \(name) \(metric.help)\n# TYPE \(name) \(metric.type)\n\(lines.joined())"
    }.joined()
  }
}

/// A line of a metric.
struct PrometheusSample: Sendable {
  let number: String
  /// A label of the metric's own, whose value needs no escape.
  let label: (name: String, value: String)?
  /// What follows the metric's name, such as `_bucket`.
  let suffix: String

  init(_ number: String, _ label: (name: String, value: String)? = nil, suffix: String = "") {
    (self.number, self.label, self.suffix) = (number, label, suffix)
  }
}

/// The caller's labels of a line, in order of their names.
struct PrometheusLabels: Hashable, Sendable {
  /// The labels that metrics have of their own.
  private static let ownLabels: Set = ["rule", "outcome", "fault", "reason", "le"]

  private let list: String

  init(_ labels: [String: String]) {
    for name in labels.keys {
      precondition(
        Self.isLabelName(name) && !Self.ownLabels.contains(name),
        "\(name.debugDescription) is not a label of the caller's")
    }
    list = labels.sorted { $0.key < $1.key }.map { "\($0)=\"\($1.escapedLabelValue)\"" }.joined(separator: ",")
  }

  /// The labels in braces; empty if there are none.
  var text: String { adding(nil) }

  /// Returns the labels in braces with one more.
  func adding(_ label: (name: String, value: String)?) -> String {
    let own = label.map { "\($0.name)=\"\($0.value)\"" } ?? ""
    let all = [list, own].filter { !$0.isEmpty }.joined(separator: ",")
    return all.isEmpty ? "" : "{\(all)}"
  }

  /// Returns whether a name has only ASCII letters, digits and underscores, and does not begin with a digit.
  static func isLabelName(_ name: String) -> Bool {
    let isWord = name.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: false
      }
    }
    return isWord && !("0"..."9" ~= name.unicodeScalars.first ?? "0")
  }
}

extension String {
  /// The text with escaped backslashes, quotation marks and line feeds.
  fileprivate var escapedLabelValue: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
