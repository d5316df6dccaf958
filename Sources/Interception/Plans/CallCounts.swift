/// The numbers of calls counted by the advice `count`.
public typealias CallCounts = CallRecords<Int>

extension CallCounts {
  /// Creates an empty collection.
  public convenience init() { self.init(initial: 0) }

  /// Returns the number of calls of an event, across all classes and messages.
  public func total(of event: String) -> Int { all(of: event).reduce(0, +) }

  /// The advice `count`.
  func advice(_ hook: PlannedHook) -> BoxedAdvice {
    let counts = HookRecords(hook, in: self)
    return BoxedAdvice { info in
      counts[info].value.withLock { $0 += 1 }
      return nil
    }
  }
}

/// The durations of calls recorded by the advice `measure`.
public typealias CallLatencies = CallRecords<LatencyHistogram>

extension CallLatencies {
  /// Creates an empty collection.
  public convenience init() { self.init(initial: LatencyHistogram()) }

  /// Returns the durations of calls of an event, across all classes and messages.
  public func histogram(of event: String) -> LatencyHistogram {
    all(of: event).reduce(into: LatencyHistogram()) { $0.merge($1) }
  }

  /// The advice `measure`: it also records calls that throw, and measures asynchronous calls until they have finished.
  func advice(_ hook: PlannedHook, _ stopwatch: Stopwatch) -> BoxedAdvice {
    let latencies = HookRecords(hook, in: self)
    @Sendable func record(from start: Duration, _ info: AspectInfo) {
      let duration = stopwatch.now() - start
      latencies[info].value.withLock { $0.record(duration) }
    }
    return BoxedAdvice { info in
      let start = stopwatch.now()
      defer { record(from: start, info) }
      return try info.proceed()
    } awaiting: { info in
      let start = stopwatch.now()
      defer { record(from: start, info) }
      return try await info.proceed()
    }
  }
}

// MARK: - Records

/// What advice of plans records of calls, by their keys; safe to access from any thread.
public final class CallRecords<Value: Sendable>: Sendable {
  fileprivate final class Record: Sendable {
    let value: VisibleMutex<Value>

    init(_ value: Value) { self.value = VisibleMutex(value) }
  }

  private let initial: Value
  // Records are never removed.
  private let records = VisibleMutex<[CallKey: Record]>([:])

  fileprivate init(initial: Value) { self.initial = initial }

  /// What was recorded of the calls with a key.
  public subscript(_ key: CallKey) -> Value { all[key] ?? initial }

  /// A snapshot of all records.
  public var all: [CallKey: Value] { records.withLock { $0 }.mapValues { $0.value.withLock { $0 } } }

  fileprivate func all(of event: String) -> [Value] { all.filter { $0.key.event == event }.map(\.value) }

  /// Returns the record with a key, created at its first use.
  fileprivate func record(_ key: CallKey) -> Record {
    records.withLock { records in
      let record = records[key] ?? Record(initial)
      records[key] = record
      return record
    }
  }
}

extension CallRecords: CustomStringConvertible {
  /// A line for each key: `"rows inserted: ListView.insertRows(at:with:): 12"`.
  public var description: String {
    all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }
}

/// The records of one hook, found by the receiver's class without comparing names.
private final class HookRecords<Value: Sendable>: Sendable {
  private let hook: PlannedHook
  private let records: CallRecords<Value>
  /// The current table, from a stated class, which lives forever, to its record; the lock retains the table.
  private let published = AtomicReference<PointerTable>()
  private let table = VisibleMutex(PointerTable())

  init(_ hook: PlannedHook, in records: CallRecords<Value>) {
    self.hook = hook
    self.records = records
  }

  /// The record of a call.
  subscript(_ info: AspectInfo) -> CallRecords<Value>.Record {
    let stated = Unretained(info.receiver.statedClass).bits
    let known = published.current?.borrow { $0.value(for: stated) } ?? 0
    return Unretained<CallRecords<Value>.Record>(bits: known)?.object ?? add(stated, info)
  }

  private func add(_ stated: UInt, _ info: AspectInfo) -> CallRecords<Value>.Record {
    let record = records.record(CallKey(event: hook.event, className: info.className, selector: hook.selector))
    table.withLock { table in
      guard table.value(for: stated) == 0 else { return }
      table = table.adding(Unretained(record).bits, for: stated)
      published.store(unowned: table)
    }
    return record
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
    let nanoseconds = self / .nanoseconds(1)
    let (unit, size) =
      switch nanoseconds {
      case ..<1_000: ("ns", 1.0)
      case ..<1_000_000: ("µs", 1e3)
      case ..<1_000_000_000: ("ms", 1e6)
      default: ("s", 1e9)
      }
    return "\(Duration.threeDigits(nanoseconds / size)) \(unit)"
  }

  /// Formats three digits, truncated so that 999.9 doesn't become 1000, and without trailing zeros.
  private static func threeDigits(_ number: Double) -> String {
    let scale = number < 10 ? 100.0 : number < 100 ? 10.0 : 1.0
    let cut = (number * scale).rounded(.down) / scale
    return cut == cut.rounded() ? "\(Int(cut))" : "\(cut)"
  }
}
