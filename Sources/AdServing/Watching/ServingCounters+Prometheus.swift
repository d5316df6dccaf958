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
  /// - Precondition: `prefix` is a metric name, and every label is a label name other than `rule`, `outcome`, `fault`,
  ///   `reason` and `le`.
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
    var series: [PrometheusLabels: ServingCounters] = [:]
    for (labels, counters) in counters { series[PrometheusLabels(labels), default: ServingCounters()] += counters }
    return PrometheusMetric.text(metrics, prefix: prefix, of: series)
  }
}

// MARK: - Metrics

extension ServingCounters {
  private typealias Metric = PrometheusMetric<ServingCounters>

  private static let metrics = [
    total(.pages, "Pages that were merged."),
    total(.contentRows, "Rows of content on pages."),
    total(.ads, "Ads on pages."),
    total(.namedPlaces, "Places that the rules name on pages, with and without an ad."),
    tally("refused_places", by: "rule", "Places that stayed content, by the rule that refused them.") { $0.refusals },
    total(.servedAds, "Ads of a source on pages."),
    total(.capHits, "Callers from whom frequency caps kept an ad."),
    tally("source_requests", by: "outcome", "Requests to sources that have ended, by outcome.") { $0.requests },
    Metric(name: "source_latency_seconds", type: "histogram", help: "How long sources took to answer.") { counters in
      counters.latency.samples
    },
    total(.refusedAds, "Ads of a source that were refused."),
    total(.expiredAds, "Ads that expired before they were shown."),
    tally("cursor_faults", by: "fault", "Cursors that were refused, by fault.") { $0.cursorFaults },
    total(.newImpressions, "Impressions that were received for the first time."),
    total(.repeatedImpressions, "Impressions that had been received before."),
    tally("refused_impressions", by: "reason", "Impressions that were not taken, by reason.") { $0.refusedImpressions },
  ]

  private static func total(_ total: Total, _ help: String) -> Metric {
    Metric(name: "\(total.rawValue.snakeCase)_total", type: "counter", help: help) { counters in
      [PrometheusSample("\(counters.totals[total])")]
    }
  }

  private static func tally<Kind>(
    _ name: String, by label: String, _ help: String, _ tally: @escaping @Sendable (ServingCounters) -> Tally<Kind>
  ) -> Metric {
    Metric(name: "\(name)_total", type: "counter", help: help) { counters in
      Kind.allCases.map { PrometheusSample("\(tally(counters)[$0])", (label, $0.rawValue.snakeCase)) }
    }
  }
}

extension String {
  /// A name in camel case with underscores and small letters, such as `no_fill` for `noFill`.
  fileprivate var snakeCase: String {
    reduce(into: "") { word, letter in word += letter.isUppercase ? "_\(letter.lowercased())" : "\(letter)" }
  }
}
