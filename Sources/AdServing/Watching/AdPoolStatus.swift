/// What a pool has and does at one time, for a monitoring system.
///
/// ```swift
/// let text = AdPoolStatus.prometheusText(of: [(["source": "sales"], await sales.status)])
/// ```
public struct AdPoolStatus: Hashable, Sendable {
  /// The number of ads in stock.
  public let stock: Int
  /// The time since the oldest of them came into stock, also by `AdPool.restock(_:at:)`; nil without any.
  ///
  /// Putting an ad back does not make it younger.
  public let stockAge: Duration?
  /// The number of callers that wait for ads.
  public let waitingCallers: Int
  /// The number of requests that the source has not answered, and that have not timed out or still run nevertheless.
  public let runningRequests: Int
}

extension AdPoolStatus {
  /// Returns the states of several pools in the text format that Prometheus reads, told apart by their labels.
  ///
  /// Its metrics are others than those of ``ServingCounters/prometheusText(prefix:labels:)``, so that the two texts can be
  /// joined.
  /// - Precondition: As for ``ServingCounters/prometheusText(prefix:labels:)``; no two pools have the same labels.
  public static func prometheusText(
    prefix: String = "feedweave", of pools: [(labels: [String: String], status: AdPoolStatus)]
  ) -> String {
    let series = Dictionary(uniqueKeysWithValues: pools.map { (PrometheusLabels($0.labels), $0.status) })
    return PrometheusMetric.text(metrics, prefix: prefix, of: series)
  }

  private static let metrics = [
    gauge("stock_ads", "Ads in stock.") { $0.stock },
    PrometheusMetric(name: "stock_age_seconds", type: "gauge", help: "The age of the oldest ad in stock.") { status in
      [PrometheusSample("\(Double((status.stockAge ?? .zero).wholeMilliseconds) / 1_000)")]
    },
    gauge("waiting_callers", "Callers that wait for ads.") { $0.waitingCallers },
    gauge("running_requests", "Requests that the source has not answered.") { $0.runningRequests },
  ]

  private static func gauge(
    _ name: String, _ help: String, _ number: @escaping @Sendable (AdPoolStatus) -> Int
  ) -> PrometheusMetric<AdPoolStatus> {
    PrometheusMetric(name: name, type: "gauge", help: help) { [PrometheusSample("\(number($0))")] }
  }
}
