/// How many calls the advice `count` has seen, from any thread.
public final class CallCounts: Sendable {
  private let counts = VisibleMutex<[CallKey: Int]>([:])

  /// Makes a collection without counts.
  public init() {}

  /// How many calls of a kind there were.
  public subscript(_ key: CallKey) -> Int {
    counts.withLock { $0[key] ?? 0 }
  }

  /// How many calls of an event there were, of any class and message.
  public func total(of event: String) -> Int {
    all.reduce(0) { $0 + ($1.key.event == event ? $1.value : 0) }
  }

  /// All counts as they are now.
  public var all: [CallKey: Int] { counts.withLock { $0 } }

  func add(_ key: CallKey) {
    counts.withLock { $0[key, default: 0] += 1 }
  }
}

extension CallCounts: CustomStringConvertible {
  /// A line for each kind of call: `"rows inserted: ListView.insertRows(at:with:): 12"`.
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

// MARK: - Advice

extension CallLatencies {
  /// The advice `measure`: calls that throw count like those that return, and those that suspend until they have finished.
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

/// What calls are told apart by where they are counted and timed.
public struct CallKey: Sendable, Hashable {
  /// What the plan calls the event.
  public let event: String
  /// The class that the receiver says it is of.
  public let className: String
  /// The message.
  public let selector: Selector

  /// Makes a key.
  public init(event: String, className: String, selector: Selector) {
    self.event = event
    self.className = className
    self.selector = selector
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
  /// In the largest unit of which there is one at least, with three digits: `"1.25 ms"`, `"12.5 s"`.
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

  /// What is less than a nanosecond is left out, and what is more than 292 years.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || isTooLarge ? .max : sum
  }

  /// Cut, not rounded, so that 999.9 does not become 1000; without zeros that say nothing.
  private static func threeDigits(_ number: Double) -> String {
    let scale = number < 10 ? 100.0 : number < 100 ? 10.0 : 1.0
    let cut = (number * scale).rounded(.down) / scale
    return cut == cut.rounded() ? "\(Int(cut))" : "\(cut)"
  }
}
