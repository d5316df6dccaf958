/// The advice that plans may name, each with the positions at which it may stand.
///
/// It is a value: a registry that is changed after weaving changes nothing that is woven.
///
/// ```swift
/// var registry = AdviceRegistry.standard(output: { print($0) })
/// registry.register("impression", on: .queued()) { (event: WovenEvent) in upload(event.className) }
/// registry.register("double", at: [.around]) { (info: AspectInfo) in
///   try info.proceed(with: info.arguments.map { ($0 as? Int).map { $0 * 2 } ?? $0 })
/// }
/// ```
public struct AdviceRegistry: Sendable {
  /// Makes the advice of one hook, or says why it does not fit there.
  public typealias Maker = @Sendable (_ hook: PlannedHook) throws(WeavingError) -> BoxedAdvice

  /// An advice with the positions at which it may stand, the usual one first.
  struct Definition: Sendable {
    let positions: [AdvicePosition]
    let make: Maker
  }

  private var definitions: [String: Definition] = [:]

  /// Makes a registry without advice.
  public init() {}

  /// The names of the advice, in order.
  public var names: [String] { definitions.keys.sorted() }

  func definition(_ name: String, at place: WeavingPlan.Place) throws(WeavingError) -> Definition {
    if let definition = definitions[name] { return definition }
    throw .unknownAdvice(
      place.appending("advice"), name: name, suggestion: NameSuggestion.near(name, in: names).first)
  }
}

/// Registering takes the place of an earlier advice of the name.
extension AdviceRegistry {
  /// Registers a maker, which is asked once for each message that a plan hooks, and may look at what the plan says there.
  ///
  /// The first of the positions is where the advice stands if a plan does not say.
  ///
  /// - Precondition: there is a position.
  public mutating func register(_ name: String, at positions: [AdvicePosition], making make: @escaping Maker) {
    precondition(!positions.isEmpty, "the advice '\(name)' has no position")
    definitions[name] = Definition(positions: positions, make: make)
  }

  /// Registers an advice that is given each call, with full control of it.
  ///
  /// Around a call and in its place, what it returns is the result; what nil stands for is said at ``BoxedAdvice``. In place of a
  /// call the original runs only if the advice proceeds.
  public mutating func register(
    _ name: String, at positions: [AdvicePosition], advice: @escaping @Sendable (AspectInfo) throws -> Any?
  ) {
    register(name, at: positions, BoxedAdvice(advice))
  }

  /// Registers an advice that is the same for all messages, and whose types, if it says any, must fit them.
  public mutating func register(_ name: String, at positions: [AdvicePosition], _ advice: BoxedAdvice) {
    register(name, at: positions) { _ throws(WeavingError) in advice }
  }

  /// Registers a handler of events: behind calls if a plan does not say, else where it says, but not around them.
  ///
  /// The dispatcher says where the handler runs. What it is given is a snapshot, so it may run at any time.
  public mutating func register(
    _ name: String, on dispatcher: EventDispatcher = .immediate, handler: @escaping @Sendable (WovenEvent) -> Void
  ) {
    register(name, at: AdviceRegistry.watching) { hook throws(WeavingError) in
      BoxedAdvice { info in
        let event = WovenEvent(info, hook)
        dispatcher.dispatch { handler(event) }
        return nil
      }
    }
  }

  /// Where advice may stand that only looks on.
  static let watching: [AdvicePosition] = [.after, .before, .afterReturning, .afterThrowing]
}

// MARK: - Standard

/// The advice that comes with the runtime.
extension AdviceRegistry {
  /// A registry of `log`, `count`, `measure`, `trace` and `ignore`, to which more can be added.
  ///
  /// | advice | stands | does |
  /// |---|---|---|
  /// | `log` | after, before, afterReturning, afterThrowing | writes a line for each event, with arguments and result |
  /// | `count` | the same | counts the calls of each event, class and message |
  /// | `measure` | around | counts how long they took, until an asynchronous one has finished |
  /// | `trace` | around | writes calls as they are entered and left, nested, with arguments, results and errors |
  /// | `ignore` | instead | has nothing done; the result is nothing, nil, or what the plan says |
  ///
  /// - Parameters:
  ///   - output: takes the lines of `log`, and those of `trace` where nobody else takes its events.
  ///   - dispatcher: where `output` and `trace` run.
  ///   - clock: what `measure` and `trace` read.
  ///   - counts: where `count` counts.
  ///   - latencies: where `measure` counts.
  ///   - trace: takes the events of `trace`; nil for `output` to take them as lines.
  public static func standard(
    output: @escaping @Sendable (String) -> Void, on dispatcher: EventDispatcher = .immediate,
    clock: some Clock<Duration> = ContinuousClock(), counts: CallCounts = CallCounts(),
    latencies: CallLatencies = CallLatencies(), trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) -> AdviceRegistry {
    let stopwatch = Stopwatch(clock)
    let tracer = Tracer(stopwatch, on: dispatcher, trace ?? { output("\($0)") })
    var registry = AdviceRegistry()
    registry.register("log", on: dispatcher) { output("\($0)") }
    registry.register("count", at: watching, making: counts.advice)
    registry.register("measure", at: [.around]) { hook in latencies.advice(hook, stopwatch) }
    registry.register("trace", at: [.around], making: tracer.advice)
    registry.register("ignore", at: [.instead], making: IgnoredCall.advice)
    return registry
  }
}

/// The advice `ignore`: in place of the implementation, which does not run, it gives the result that the plan says.
enum IgnoredCall {
  static func advice(_ hook: PlannedHook) throws(WeavingError) -> BoxedAdvice {
    let type = hook.message.signature.result
    guard let result = ScalarResult.value(of: type, from: hook.result) else {
      throw .unfittingResult(
        hook.place.appending("result"), class: hook.className, selector: hook.selector, expected: "\(type)")
    }
    return BoxedAdvice({ _ in result.box() }, awaiting: { _ in result.box() })
  }
}

/// What a clock shows, as the time since it was first looked at.
struct Stopwatch: Sendable {
  /// The time now.
  let now: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }
}
