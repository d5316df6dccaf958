/// The numbers of calls counted by the advice `count`; safe to access from any thread.
public final class CallCounts: Sendable {
  private let counts = VisibleMutex<[CallKey: Int]>([:])

  /// Creates an empty collection.
  public init() {}

  /// The number of calls with a key.
  public subscript(_ key: CallKey) -> Int {
    counts.withLock { $0[key] ?? 0 }
  }

  /// Returns the number of calls of an event, across all classes and messages.
  public func total(of event: String) -> Int {
    all.reduce(0) { $0 + ($1.key.event == event ? $1.value : 0) }
  }

  /// A snapshot of all counts.
  public var all: [CallKey: Int] { counts.withLock { $0 } }

  func add(_ key: CallKey) {
    counts.withLock { $0[key, default: 0] += 1 }
  }
}

extension CallCounts: CustomStringConvertible {
  /// A line for each key: `"rows inserted: ListView.insertRows(at:with:): 12"`.
  public var description: String {
    all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }
}

// MARK: - Advice

extension CallCounts {
  /// The advice `count`.
  func advice(_ hook: PlannedHook) -> BoxedAdvice {
    BoxedAdvice { info in
      self.add(CallKey(info, hook))
      return nil
    }
  }
}

/// The durations of calls recorded by the advice `measure`; safe to access from any thread.
public final class CallLatencies: Sendable {
  private let histograms = VisibleMutex<[CallKey: LatencyHistogram]>([:])

  /// Creates an empty collection.
  public init() {}

  /// The durations of calls with a key.
  public subscript(_ key: CallKey) -> LatencyHistogram {
    histograms.withLock { $0[key] ?? LatencyHistogram() }
  }

  /// Returns the durations of calls of an event, across all classes and messages.
  public func histogram(of event: String) -> LatencyHistogram {
    all.filter { $0.key.event == event }.values.reduce(into: LatencyHistogram()) { $0.merge($1) }
  }

  /// A snapshot of all histograms.
  public var all: [CallKey: LatencyHistogram] { histograms.withLock { $0 } }

  func record(_ duration: Duration, _ key: CallKey) {
    histograms.withLock { $0[key, default: LatencyHistogram()].record(duration) }
  }
}

extension CallLatencies: CustomStringConvertible {
  /// A line for each key, with percentiles.
  public var description: String {
    all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }
}

// MARK: - Advice (CallLatencies)

extension CallLatencies {
  /// The advice `measure`: it also records calls that throw, and measures asynchronous calls until they have finished.
  func advice(_ hook: PlannedHook, _ stopwatch: Stopwatch) -> BoxedAdvice {
    BoxedAdvice { info in
      let start = stopwatch.now()
      defer { self.record(stopwatch.now() - start, CallKey(info, hook)) }
      try info.proceed()
      return nil
    } awaiting: { info in
      let start = stopwatch.now()
      defer { self.record(stopwatch.now() - start, CallKey(info, hook)) }
      try await info.proceed()
      return nil
    }
  }
}

/// The key by which calls are counted and timed.
public struct CallKey: Sendable, Hashable {
  /// The event's name in the plan.
  public let event: String
  /// The name of the receiver's declared class.
  public let className: String
  /// The message.
  public let selector: Selector

  /// Creates a key.
  public init(event: String, className: String, selector: Selector) {
    (self.event, self.className, self.selector) = (event, className, selector)
  }
}

extension CallKey: Comparable, CustomStringConvertible {
  /// Event, class and message: `"rows inserted: ListView.insertRows(at:with:)"`.
  public var description: String {
    let message = "\(className).\(selector)"
    return event == selector.name ? message : "\(event): \(message)"
  }

  /// By event, then by class, then by message.
  public static func < (one: CallKey, other: CallKey) -> Bool {
    (one.event, one.className, one.selector.name) < (other.event, other.className, other.selector.name)
  }
}

// MARK: - Words

extension Duration {
  /// The duration with three digits, in the largest unit of which it has at least one: `"1.25 ms"`, `"12.5 s"`.
  package var words: String {
    let nanoseconds = Double(wholeNanoseconds)
    let (unit, size) =
      switch nanoseconds {
      case ..<1_000: ("ns", 1.0)
      case ..<1_000_000: ("µs", 1e3)
      case ..<1_000_000_000: ("ms", 1e6)
      default: ("s", 1e9)
      }
    return "\(Duration.threeDigits(nanoseconds / size)) \(unit)"
  }

  /// The duration in whole nanoseconds, truncated and limited to 292 years.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || isTooLarge ? .max : sum
  }

  /// Formats three digits, truncated so that 999.9 doesn't become 1000, and without trailing zeros.
  private static func threeDigits(_ number: Double) -> String {
    let scale = number < 10 ? 100.0 : number < 100 ? 10.0 : 1.0
    let cut = (number * scale).rounded(.down) / scale
    return cut == cut.rounded() ? "\(Int(cut))" : "\(cut)"
  }
}
