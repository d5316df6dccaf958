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
