/// A call that a plan has made an event of: a snapshot in words, which any thread may keep.
public struct WovenEvent: Sendable, Hashable {
  /// How a call ended.
  public enum Outcome: Sendable, Hashable {
    /// It returned a result, here in words.
    case returned(String)
    /// It threw an error, here in words.
    case threw(String)
  }

  /// What the plan calls it; the selector's name where the plan does not say.
  public let name: String
  /// The group of the plan.
  public let group: String
  /// The class that the receiver says it is of.
  public let className: String
  /// The receiver, as long as it lives.
  public let receiver: ObjectIdentifier
  /// The message.
  public let selector: Selector
  /// Where in the call the event arose.
  public let position: AdvicePosition
  /// The arguments, in words.
  public let arguments: [String]
  /// How the call ended; nil for an event before the call.
  public let outcome: Outcome?

  /// What the call counts as.
  public var key: CallKey { CallKey(event: name, className: className, selector: selector) }
}

extension WovenEvent: CustomStringConvertible {
  /// The event and the call: `"rows inserted: ListView.insertRows(at: [0, 1], with: fade)"`.
  public var description: String {
    let call = CallText.of(className, selector, arguments) + (outcome?.suffix ?? "")
    return name == selector.name ? call : "\(name): \(call)"
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

  /// What stands behind a call; nothing where the result says nothing.
  var suffix: String {
    switch self {
    case .returned("()"): ""
    case .returned(let result): " -> \(result)"
    case .threw(let error): " threw \(error)"
    }
  }
}

// MARK: - Aspect info

extension WovenEvent {
  /// The event of a call as an advice sees it now.
  init(_ info: AspectInfo, _ hook: PlannedHook) {
    self.init(info, hook, outcome: Outcome(info))
  }

  init(_ info: AspectInfo, _ hook: PlannedHook, outcome: Outcome?) {
    name = hook.event
    group = hook.group
    className = info.className
    receiver = ObjectIdentifier(info.receiver)
    selector = hook.selector
    position = hook.position
    arguments = info.arguments.map(CallText.of)
    self.outcome = outcome
  }
}

extension WovenEvent.Outcome {
  /// What the call has come to; nil ahead of that.
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

extension CallKey {
  /// What a call counts as.
  init(_ info: AspectInfo, _ hook: PlannedHook) {
    self.init(event: hook.event, className: info.className, selector: hook.selector)
  }
}

/// Calls and values in words.
enum CallText {
  /// The longest that one value may be, in characters.
  static let longestValue = 200

  /// A call as Swift would write it: `Account.transfer(3, to: Account)`, `Account.balance = 3` for a property.
  static func of(_ className: String, _ selector: Selector, _ arguments: [String]) -> String {
    let name = selector.name
    if name.hasPrefix("getter:") { return "\(className).\(name.dropFirst(7))" }
    if name.hasPrefix("setter:") { return "\(className).\(name.dropFirst(7)) = \(arguments.joined(separator: ", "))" }
    guard let open = name.firstIndex(of: "("), name.hasSuffix(")") else {
      return "\(className).\(name)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    }
    let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
    guard labels.count == arguments.count else { return "\(className).\(name)" }
    let list = zip(labels, arguments).map { $0 == "_" ? $1 : "\($0): \($1)" }
    return "\(className).\(name[..<open])(\(list.joined(separator: ", ")))"
  }

  /// A value: strings in quotes, optionals as what they wrap, and no more than ``longestValue`` characters of whatever it is.
  static func of(_ value: Any) -> String {
    if let optional = value as? any WrappingValue, let wrapped = optional.wrapped { return of(wrapped) }
    let text = (value as? String)?.debugDescription ?? String(describing: value)
    return text.count > longestValue ? text.prefix(longestValue - 1) + "…" : text
  }
}

/// An optional, whatever it wraps.
private protocol WrappingValue {
  var wrapped: Any? { get }
}

extension Optional: WrappingValue {
  fileprivate var wrapped: Any? { self }
}

/// Where the handlers of events run: in the call itself, on an executor, or wherever a closure puts them.
///
/// ```swift
/// registry.register("impression", on: .queued()) { event in upload(event) }
/// registry.register("impression", on: EventDispatcher { work in queue.async(execute: work) }) { event in … }
/// ```
public struct EventDispatcher: Sendable {
  /// Something to run, once.
  public typealias Work = @Sendable () -> Void

  private let schedule: @Sendable (_ work: @escaping Work) -> Void

  /// Makes a dispatcher of a closure that runs what it is given: sooner or later, and in order if events are to be in order.
  public init(_ schedule: @escaping @Sendable (_ work: @escaping Work) -> Void) {
    self.schedule = schedule
  }

  /// Handlers run at once, within the call that the event is about.
  public static let immediate = EventDispatcher { work in work() }

  /// Handlers run one after the other in a task, in the order of the events; the calls do not wait for them.
  ///
  /// - Parameter executor: where the task runs; nil for where tasks run by default.
  public static func queued(on executor: (any TaskExecutor)? = nil) -> EventDispatcher {
    let queue = EventQueue(on: executor)
    return EventDispatcher { work in queue.append(work) }
  }

  /// Returns when the handlers of all events before have run, given that the dispatcher keeps their order.
  public func drain() async {
    await withCheckedContinuation { continuation in
      schedule { continuation.resume() }
    }
  }

  /// Has work run as handlers do: at once, or in the queue.
  public func dispatch(_ work: @escaping Work) {
    schedule(work)
  }
}

/// A task that runs what is appended, in order; it ends when its last owner lets go of the queue, and has run everything then.
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
