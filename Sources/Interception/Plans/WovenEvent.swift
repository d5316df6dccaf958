/// An event for a call hooked by a plan, as a text snapshot that any thread may store.
public struct WovenEvent: Sendable, Hashable {
  /// How a call ended.
  public enum Outcome: Sendable, Hashable {
    /// The call returned a result, given as text.
    case returned(String)
    /// The call threw an error, given as text.
    case threw(String)
  }

  /// The event's name in the plan; the selector's name if the plan doesn't specify one.
  public let name: String
  /// The plan's group.
  public let group: String
  /// The name of the receiver's declared class.
  public let className: String
  /// The receiver's identity, valid as long as the receiver is alive.
  public let receiver: ObjectIdentifier
  /// The message.
  public let selector: Selector
  /// The position in the call at which the event was created.
  public let position: AdvicePosition
  /// The arguments as text.
  public let arguments: [String]
  /// How the call ended; nil for an event before the call.
  public let outcome: Outcome?
  /// The text of the call behind the class, between and behind the arguments.
  fileprivate let pieces: [String]

  /// The key under which the call is counted.
  public var key: CallKey { CallKey(event: name, className: className, selector: selector) }
}

extension WovenEvent: CustomStringConvertible {
  /// The event and the call: `"rows inserted: ListView.insertRows(at: [0, 1], with: fade)"`.
  public var description: String {
    CallText.line(name, selector, className, pieces, outcome) { arguments[$0] }
  }
}

extension WovenEvent.Outcome: CustomStringConvertible {
  /// The result or the error: `"12"`, `"threw overdrawn"`.
  public var description: String {
    switch self {
    case .returned(let result): result
    case .threw(let error): "threw \(error)"
    }
  }

  /// Appends the outcome to the text of a call, unless it is a `Void` result.
  fileprivate func append(to text: inout String) {
    switch self {
    case .returned("()"): return
    case .returned(let result):
      text += " -> "
      text += result
    case .threw(let error):
      text += " threw "
      text += error
    }
  }
}

// MARK: - Source

/// Makes the events of one hook.
final class EventSource: Sendable {
  private let hook: PlannedHook
  private let pieces: [String]

  init(_ hook: PlannedHook) {
    self.hook = hook
    pieces = CallText.pieces(of: hook.selector.name, count: hook.message.layout.elements.count)
  }

  /// Returns the event for a call's current state.
  func event(_ info: AspectInfo) -> WovenEvent { event(info, outcome: WovenEvent.Outcome(info)) }

  /// Returns the description of the event for a call's current state, without making the event.
  func line(_ info: AspectInfo) -> String {
    CallText.line(hook.event, hook.selector, info.className, pieces, WovenEvent.Outcome(info)) { index in
      CallText.of(info.boxedArgument(at: index))
    }
  }

  func event(_ info: AspectInfo, outcome: WovenEvent.Outcome?) -> WovenEvent {
    let receiver = info.receiver
    return WovenEvent(
      name: hook.event, group: hook.group, className: receiver.statedClass.name, receiver: ObjectIdentifier(receiver),
      selector: hook.selector, position: hook.position, arguments: info.arguments.map(CallText.of), outcome: outcome,
      pieces: pieces)
  }
}

extension WovenEvent.Outcome {
  /// Creates the call's outcome; nil if it isn't known yet.
  fileprivate init?(_ info: AspectInfo) {
    if let error = info.error {
      self = .threw(CallText.of(error))
    } else if let result = info.result {
      self = .returned(CallText.of(result))
    } else {
      return nil
    }
  }
}

/// Text descriptions of calls and values.
enum CallText {
  /// The maximum length of a value's text, in characters.
  private static let longestValue = 200

  /// Returns what is behind the class, between and behind the arguments of a call in Swift notation.
  ///
  /// The call is `.transfer(3, to: Account)`, or `.balance = 3` for a property. Without arguments, and if their number
  /// isn't that of the labels, it is the only piece.
  static func pieces(of name: String, count: Int) -> [String] {
    if name.hasPrefix("getter:") { return [".\(name.dropFirst(7))"] }
    if name.hasPrefix("setter:") { return [".\(name.dropFirst(7)) = ", ""] }
    guard count > 0 else { return [".\(name)"] }
    guard let open = name.firstIndex(of: "("), name.hasSuffix(")") else {
      return [".\(name)("] + Array(repeating: ", ", count: count - 1) + [")"]
    }
    let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
    guard labels.count == count else { return [".\(name)"] }
    let pieces = labels.enumerated().map { ($0 == 0 ? ".\(name[...open])" : ", ") + ($1 == "_" ? "" : "\($1): ") }
    return pieces + [")"]
  }

  /// Returns the text of an event: its name, unless that is the selector's, the call, and the outcome.
  static func line(
    _ name: String, _ selector: Selector, _ className: String, _ pieces: [String], _ outcome: WovenEvent.Outcome?,
    _ argument: (Int) -> String
  ) -> String {
    var text = ""
    text.reserveCapacity(100)
    if name != selector.name { text += name + ": " }
    text += className
    text += pieces[0]
    for index in 1..<pieces.count {
      text += argument(index - 1)
      text += pieces[index]
    }
    outcome?.append(to: &text)
    return text
  }

  /// Returns a value's text, with strings quoted and optionals unwrapped, truncated to ``longestValue`` characters.
  static func of(_ value: Any) -> String {
    // What is usual, and needn't ask for conformances, which takes longer than the rest of a log.
    if type(of: value) == Int.self { return String(MessageKind.unbox(value) as Int) }
    let text: String
    if let string = value as? String {
      text = string.debugDescription
    } else if let optional = value as? any WrappingValue, let wrapped = optional.wrapped {
      return of(wrapped)
    } else {
      text = String(describing: value)
    }
    return text.utf8.count <= longestValue || text.count <= longestValue ? text : text.prefix(longestValue - 1) + "…"
  }
}

/// A type-erased optional.
private protocol WrappingValue {
  var wrapped: Any? { get }
}

extension Optional: WrappingValue {
  fileprivate var wrapped: Any? { self }
}

/// A dispatcher that determines where event handlers run: in the call itself, on an executor, or as a closure decides.
///
/// ```swift
/// registry.register("impression", on: .queued()) { event in upload(event) }
/// registry.register("impression", on: EventDispatcher { work in queue.async(execute: work) }) { event in … }
/// ```
public struct EventDispatcher: Sendable {
  /// A closure to run once.
  public typealias Work = @Sendable () -> Void

  /// Nil for work that runs at once.
  private let schedule: (@Sendable (_ work: @escaping Work) -> Void)?

  private init() { schedule = nil }

  /// Creates a dispatcher from a closure that runs the given work at any time; to keep the order of events, it must run
  /// work in order.
  public init(_ schedule: @escaping @Sendable (_ work: @escaping Work) -> Void) {
    self.schedule = schedule
  }

  /// Runs handlers synchronously, within the event's call.
  public static let immediate = EventDispatcher()

  /// Creates a dispatcher that runs handlers serially in a task, in the order of events; calls don't wait for them.
  ///
  /// - Parameter executor: the task's executor; nil for the default one.
  public static func queued(on executor: (any TaskExecutor)? = nil) -> EventDispatcher {
    let queue = EventQueue(on: executor)
    return EventDispatcher { work in queue.append(work) }
  }

  /// Waits until the handlers of all earlier events have run; requires a dispatcher that keeps their order.
  public func drain() async {
    await withCheckedContinuation { continuation in
      dispatch { continuation.resume() }
    }
  }

  /// Runs work in the same way as handlers, for example synchronously or in the queue.
  public func dispatch(_ work: @escaping Work) {
    schedule?(work) ?? work()
  }

  /// Runs a handler with a value, which makes a closure only for later.
  func dispatch<Value: Sendable>(_ value: Value, to handler: @escaping @Sendable (Value) -> Void) {
    if schedule == nil { handler(value) } else { dispatch { handler(value) } }
  }
}

/// A task that runs appended work in order; after the last reference to the queue is released, it finishes all work and
/// ends.
private final class EventQueue: Sendable {
  private let continuation: AsyncStream<EventDispatcher.Work>.Continuation

  init(on executor: (any TaskExecutor)?) {
    let (stream, continuation) = AsyncStream.makeStream(of: EventDispatcher.Work.self)
    self.continuation = continuation
    Task(executorPreference: executor) {
      for await work in stream { work() }
    }
  }

  deinit { continuation.finish() }

  func append(_ work: @escaping EventDispatcher.Work) {
    continuation.yield(work)
  }
}
