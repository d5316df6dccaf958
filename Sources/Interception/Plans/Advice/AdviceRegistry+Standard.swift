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
