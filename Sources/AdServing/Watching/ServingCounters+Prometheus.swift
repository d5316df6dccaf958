extension ServingCounters {
  /// Returns the counters in the text format that Prometheus reads, version 0.0.4.
  ///
  /// ```
  /// # HELP feedweave_refused_places_total Places that stayed content, by the rule that refused them.
  /// # TYPE feedweave_refused_places_total counter
  /// feedweave_refused_places_total{region="eu",rule="gap"} 17
  /// ```
  /// Serve it with the content type `text/plain; version=0.0.4`. Every kind has a line, also at 0, always in the same
  /// order.
  /// - Parameters:
  ///   - prefix: The beginning of all metric names.
  ///   - labels: Labels of every line.
  /// - Precondition: `prefix` is a metric name, and every label is a label name other than `rule`, `outcome` and
  ///   `fault`.
  public func prometheusText(prefix: String = "feedweave", labels: [String: String] = [:]) -> String {
    ServingCounters.prometheusText(prefix: prefix, of: [(labels, self)])
  }

  /// Returns several counters as one text, such as those of each source, told apart by their labels.
  ///
  /// The text of each metric may be written only once, so texts cannot be joined. Counters with the same labels are
  /// added.
  /// - Precondition: As for ``prometheusText(prefix:labels:)``.
  public static func prometheusText(
    prefix: String = "feedweave", of counters: [(labels: [String: String], counters: ServingCounters)]
  ) -> String {
    precondition(isMetricName(prefix), "\(prefix.debugDescription) is not a metric name")
    var series: [LabelSet: ServingCounters] = [:]
    for (labels, counters) in counters { series[LabelSet(labels), default: ServingCounters()] += counters }
    let lines = series.sorted { $0.key.text < $1.key.text }.map { (labels: $0.key, counters: $0.value) }
    return metrics.map { metric in
      let name = "\(prefix)_\(metric.name)_total"
      return """
        # HELP \(name) \(metric.help)
        # TYPE \(name) counter
        \(lines.map { metric.samples($0.counters, name, $0.labels) }.joined())
        """
    }.joined()
  }
}

// MARK: - Metrics

extension ServingCounters {
  /// A metric with its text.
  private struct Metric: Sendable {
    let name: String
    let help: String
    /// Returns the lines of a series.
    let samples: @Sendable (_ counters: ServingCounters, _ name: String, _ labels: LabelSet) -> String

    init(_ total: Total, _ help: String) {
      self.name = total.rawValue.snakeCase
      self.help = help
      samples = { counters, name, labels in "\(name)\(labels.text) \(counters.totals[total])\n" }
    }

    init<Kind>(
      _ name: String, by label: String, _ help: String, _ tally: @escaping @Sendable (ServingCounters) -> Tally<Kind>
    ) {
      self.name = name
      self.help = help
      samples = { counters, name, labels in
        Kind.allCases.map { kind in
          "\(name)\(labels.adding(label, kind.rawValue.snakeCase)) \(tally(counters)[kind])\n"
        }.joined()
      }
    }
  }

  private static let metrics = [
    Metric(.pages, "Pages that were merged."),
    Metric(.contentRows, "Rows of content on pages."),
    Metric(.ads, "Ads on pages."),
    Metric(.namedPlaces, "Places that the rules name on pages, with and without an ad."),
    Metric("refused_places", by: "rule", "Places that stayed content, by the rule that refused them.") { $0.refusals },
    Metric(.capHits, "Ads that frequency caps kept from a user."),
    Metric("source_requests", by: "outcome", "Requests to sources that have ended, by outcome.") { $0.requests },
    Metric(.expiredAds, "Ads that expired before they were shown."),
    Metric("cursor_faults", by: "fault", "Cursors that were refused, by fault.") { $0.cursorFaults },
  ]

  /// The labels that metrics have of their own.
  private static let ownLabels: Set = ["rule", "outcome", "fault"]

  /// The labels of a line as text, in order of their names.
  private struct LabelSet: Hashable {
    private let list: String

    init(_ labels: [String: String]) {
      for name in labels.keys {
        precondition(
          isLabelName(name) && !ownLabels.contains(name), "\(name.debugDescription) is not a label of the caller's")
      }
      list = labels.sorted { $0.key < $1.key }.map { "\($0)=\"\($1.escapedLabelValue)\"" }.joined(separator: ",")
    }

    /// The labels in braces; empty if there are none.
    var text: String { list.isEmpty ? "" : "{\(list)}" }

    /// Returns the labels in braces with one more, whose value needs no escape.
    func adding(_ name: String, _ value: String) -> String {
      "{\(list)\(list.isEmpty ? "" : ",")\(name)=\"\(value)\"}"
    }
  }

  private static func isMetricName(_ name: String) -> Bool {
    isLabelName(name.replacing(":", with: "_"))
  }

  /// Returns whether a name has only ASCII letters, digits and underscores, and does not begin with a digit.
  private static func isLabelName(_ name: String) -> Bool {
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
  /// A name in camel case with underscores and small letters, such as `no_fill` for `noFill`.
  fileprivate var snakeCase: String {
    reduce(into: "") { word, letter in word += letter.isUppercase ? "_\(letter.lowercased())" : "\(letter)" }
  }

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
