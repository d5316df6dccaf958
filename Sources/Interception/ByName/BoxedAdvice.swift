/// Advice that works on messages of any types, through an ``AspectInfo``; it is checked against a message when it is hooked.
///
/// ```swift
/// let log = BoxedAdvice { info in
///   print(info.className, info.selector, info.arguments)
///   return nil
/// }
/// try Runtime.hook("Account", "deposit(_:)", .before, log)
/// ```
///
/// Around a call and in its place, what the advice returns is the result of the call; at other positions it does not count. `nil`
/// stands for what its latest proceed came to. Where it has not proceeded, nil stands for proceeding now around a call, and for
/// doing nothing in place of a call, which then returns what the advice falls back on (``fallingBack(on:)``), or else nothing or nil;
/// a message that returns neither needs a result, and `nil` is a fault (``Runtime/onFault(_:)``).
public struct BoxedAdvice: Sendable {
  @usableFromInline let source: AdviceSource

  /// Takes advice that takes any message: nothing is known of its result and of its errors before it runs.
  ///
  /// What it returns or throws and the message cannot is reported as a fault: see ``Runtime/onFault(_:)``.
  public init(_ body: @escaping @Sendable (AspectInfo) throws -> Any?) {
    source = .known(ErasedAdvice(nil, answer: body, run: { _ = try body($0) }))
  }

  /// Takes advice that suspends, and takes whatever asynchronous message it is hooked to.
  @_disfavoredOverload
  public init(_ body: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?) {
    source = .known(ErasedAdvice(nil, answer: nil, run: nil, asyncAnswer: body))
  }

  /// Takes advice for messages of both kinds: `body` runs in calls that do not suspend, `asyncBody` in those that do.
  ///
  /// Advice that proceeds needs both to be hooked to any message, since it must await what it proceeds to if that suspends.
  public init(
    _ body: @escaping @Sendable (AspectInfo) throws -> Any?,
    awaiting asyncBody: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?
  ) {
    source = .known(ErasedAdvice(nil, answer: body, run: { _ = try body($0) }, asyncAnswer: asyncBody))
  }

  /// Takes advice that says what it takes: nothing, or the info, and then as many of the message's arguments as it likes.
  @inlinable
  public init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) {
    source = .known(ErasedAdvice(taking: advice))
  }

  /// Takes advice that suspends, and says what it takes in the same way.
  @inlinable
  @_disfavoredOverload
  public init<each Parameter, Output, Failure: Error>(
    taking advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) {
    source = .known(ErasedAdvice(awaiting: advice))
  }

  /// Takes a value of unknown type that should be such a function.
  ///
  /// Whether it is one, and fits, is found out when it is hooked. Such a function may take up to six of the message's arguments.
  public init(function value: any Sendable) {
    source = .function(value)
  }

  private init(_ source: AdviceSource) {
    self.source = source
  }

  /// The same advice with a result to fall back on: what a call returns in whose place the advice neither gives one nor proceeds.
  ///
  /// So advice that returns nothing can stand in place of any method:
  ///
  /// ```swift
  /// let notice = BoxedAdvice(taking: { (info: AspectInfo) in print(info.selector, "is not in this edition") })
  /// try Runtime.hook("DiscBurner", "burn(copies:)", .instead, notice.fallingBack(on: 0))
  /// ```
  ///
  /// It is compared with the message when it is hooked, at every position, and counts in place of a call only. A fault of the advice
  /// is reported, and where the message cannot throw it, the call returns this result too.
  public func fallingBack(on result: any Sendable) -> BoxedAdvice {
    switch source {
    case .fallingBack(let source, _): BoxedAdvice(.fallingBack(source, result: result))
    case .known, .function: BoxedAdvice(.fallingBack(source, result: result))
    }
  }
}
