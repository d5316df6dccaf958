/// How long the calls took that the advice `measure` has seen, from any thread.
public final class CallLatencies: Sendable {
  private let histograms = VisibleMutex<[CallKey: LatencyHistogram]>([:])

  /// Makes a collection without times.
  public init() {}

  /// How long calls of a kind took.
  public subscript(_ key: CallKey) -> LatencyHistogram {
    histograms.withLock { $0[key] ?? LatencyHistogram() }
  }

  /// How long calls of an event took, of any class and message.
  public func histogram(of event: String) -> LatencyHistogram {
    all.filter { $0.key.event == event }.values.reduce(into: LatencyHistogram()) { $0.merge($1) }
  }

  /// All histograms as they are now.
  public var all: [CallKey: LatencyHistogram] { histograms.withLock { $0 } }

  func record(_ duration: Duration, _ key: CallKey) {
    histograms.withLock { $0[key, default: LatencyHistogram()].record(duration) }
  }
}

extension CallLatencies: CustomStringConvertible {
  /// A line for each kind of call, with its percentiles.
  public var description: String {
    all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }
}
