/// What advice by name does that its message cannot do: results and errors of other types, which show only when it runs.
extension Runtime {
  /// Who hears of faults; nil for the standard error stream.
  private static let listener = VisibleMutex<(@Sendable (AspectError) -> Void)?>(nil)

  /// Has faults of advice by name be told to `listener`, in place of the one before; nil has them written to the standard error
  /// stream.
  ///
  /// A fault is a result that is not the message's, or an error that the message cannot throw, of advice that does not declare
  /// what it returns or throws. What it does to the call depends on where the advice stands:
  ///
  /// - Before, after and around a call: the call goes on as if the advice had returned nothing.
  /// - In place of a call: the original does not run unless the advice itself has proceeded. The call then returns what the
  ///   advice falls back on (``BoxedAdvice/fallingBack(on:)``), nothing where the message returns `Void`, and nil where it returns an
  ///   optional; it throws the fault where it may throw an
  ///   ``AspectError``. Where it can do neither, the program stops with a message that names the class, the selector and the types.
  ///
  /// Advice whose closure declares the message's result, as `(info: AspectInfo) -> Int`, is checked when it is hooked.
  public static func onFault(_ listener: (@Sendable (AspectError) -> Void)?) {
    // Given back outside the lock, since that may run anyone's deinit.
    let former = self.listener.withLock { current in
      let former = current
      current = listener
      return former
    }
    _ = former
  }

  static func report(_ fault: AspectError) {
    if let listener = listener.withLock({ $0 }) { return listener(fault) }
    writeToStandardError("Interception: \(fault)")
  }
}
