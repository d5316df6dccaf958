/// The advice that plans can refer to by name, with the positions allowed for each.
///
/// It has value semantics: changing a registry after weaving doesn't affect what is woven.
///
/// ```swift
/// var registry = AdviceRegistry.standard(output: { print($0) })
/// registry.register("impression", on: .queued()) { (event: WovenEvent) in upload(event.className) }
/// registry.register("double", at: [.around]) { (info: AspectInfo) in
///   try info.proceed(with: info.arguments.map { ($0 as? Int).map { $0 * 2 } ?? $0 })
/// }
/// ```
public struct AdviceRegistry: Sendable {
  /// A closure that creates the advice of one hook, or throws if it doesn't fit there.
  public typealias Maker = @Sendable (_ hook: PlannedHook) throws(WeavingError) -> BoxedAdvice

  /// A registered advice with its allowed positions, the default one first.
  struct Definition: Sendable {
    let positions: [AdvicePosition]
    let make: Maker
  }

  private var definitions: [String: Definition] = [:]

  /// Creates an empty registry.
  public init() {}

  /// The sorted names of the registered advice.
  public var names: [String] { definitions.keys.sorted() }

  func definition(_ name: String, at place: WeavingPlan.Place) throws(WeavingError) -> Definition {
    if let definition = definitions[name] { return definition }
    throw .unknownAdvice(
      place.appending("advice"), name: name, suggestion: NameSuggestion.near(name, in: names).first)
  }
}

/// Registering advice replaces an earlier one with the same name.
extension AdviceRegistry {
  /// Registers a closure that creates the advice for each message hooked by a plan, given the planned hook.
  ///
  /// The first position is the default, used if a plan doesn't specify one.
  ///
  /// - Precondition: `positions` isn't empty.
  public mutating func register(_ name: String, at positions: [AdvicePosition], making make: @escaping Maker) {
    precondition(!positions.isEmpty, "the advice '\(name)' has no position")
    definitions[name] = Definition(positions: positions, make: make)
  }

  /// Registers advice that receives each call and fully controls it.
  ///
  /// The return value of around and instead advice is the call's result; see ``BoxedAdvice`` for the meaning of nil.
  /// With instead advice, the original runs only if the advice proceeds.
  public mutating func register(
    _ name: String, at positions: [AdvicePosition], advice: @escaping @Sendable (AspectInfo) throws -> Any?
  ) {
    register(name, at: positions, BoxedAdvice(advice))
  }

  /// Registers the same advice for all messages; if it declares types, they must fit the hooked messages.
  public mutating func register(_ name: String, at positions: [AdvicePosition], _ advice: BoxedAdvice) {
    register(name, at: positions) { _ throws(WeavingError) in advice }
  }

  /// Registers an event handler, which runs after calls by default, or at another position except around and instead.
  ///
  /// The dispatcher determines where the handler runs. The event is a snapshot, so the handler may run at any time.
  public mutating func register(
    _ name: String, on dispatcher: EventDispatcher = .immediate, handler: @escaping @Sendable (WovenEvent) -> Void
  ) {
    register(name, at: AdviceRegistry.watching) { hook throws(WeavingError) in
      let source = EventSource(hook)
      return BoxedAdvice { info in
        dispatcher.dispatch(source.event(info), to: handler)
        return nil
      }
    }
  }

  /// The positions for advice that only observes calls.
  private static let watching: [AdvicePosition] = [.after, .before, .afterReturning, .afterThrowing]
}

// MARK: - Standard

/// The predefined advice.
extension AdviceRegistry {
  /// Creates a registry with the advice `log`, `count`, `measure`, `trace` and `ignore`, to which more can be added.
  ///
  /// | advice | positions | effect |
  /// |---|---|---|
  /// | `log` | after, before, afterReturning, afterThrowing | writes a line for each event, with arguments and result |
  /// | `count` | the same | counts the calls of each event, class and message |
  /// | `measure` | around | records the calls' durations, for asynchronous calls until they have finished |
  /// | `trace` | around | writes each call's start and end, indented by nesting, with arguments, results and errors |
  /// | `ignore` | instead | skips the method; the result is `()`, nil, or the one given in the plan |
  ///
  /// - Parameters:
  ///   - output: receives the lines of `log`, and those of `trace` if the parameter `trace` is nil.
  ///   - dispatcher: determines where `output` and `trace` run.
  ///   - clock: the clock that `measure` and `trace` use.
  ///   - counts: receives the counts of `count`.
  ///   - latencies: receives the durations of `measure`.
  ///   - trace: receives the events of `trace`; if nil, `output` receives them as lines.
  public static func standard(
    output: @escaping @Sendable (String) -> Void, on dispatcher: EventDispatcher = .immediate,
    clock: some Clock<Duration> = ContinuousClock(), counts: CallCounts = CallCounts(),
    latencies: CallLatencies = CallLatencies(), trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) -> AdviceRegistry {
    let stopwatch = Stopwatch(clock)
    let tracer = Tracer(stopwatch, on: dispatcher, trace ?? { output("\($0)") })
    var registry = AdviceRegistry()
    registry.register("log", at: watching) { hook throws(WeavingError) in
      let source = EventSource(hook)
      return BoxedAdvice { info in
        dispatcher.dispatch(source.line(info), to: output)
        return nil
      }
    }
    registry.register("count", at: watching, making: counts.advice)
    registry.register("measure", at: [.around]) { hook in latencies.advice(hook, stopwatch) }
    registry.register("trace", at: [.around], making: tracer.advice)
    registry.register("ignore", at: [.instead], making: ignoring)
    return registry
  }

  /// The advice `ignore`: skips the implementation, and returns the result given in the plan.
  private static func ignoring(_ hook: PlannedHook) throws(WeavingError) -> BoxedAdvice {
    let type = hook.message.signature.result, scalar = hook.result
    guard ScalarResult.value(of: type, from: scalar) != nil else {
      throw .unfittingResult(
        hook.place.appending("result"), class: hook.className, selector: hook.selector, expected: "\(type)")
    }
    // A boxed value isn't Sendable, so each call makes it.
    let advice: @Sendable (AspectInfo) -> Any? = { _ in ScalarResult.value(of: type, from: scalar) }
    return BoxedAdvice(advice, awaiting: advice)
  }
}

/// A clock's time as a duration since the stopwatch was created.
struct Stopwatch: Sendable {
  /// Returns the time elapsed since the creation.
  let now: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    // With a type that the compiler knows, reading the usual clock takes a third of the time.
    if let clock = clock as? ContinuousClock {
      now = Stopwatch.reading(clock)
    } else {
      now = Stopwatch.reading(clock)
    }
  }

  private static func reading(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
