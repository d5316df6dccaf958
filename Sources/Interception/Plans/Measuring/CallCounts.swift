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
