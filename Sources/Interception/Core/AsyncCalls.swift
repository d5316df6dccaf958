/// An asynchronous call that around or instead advice controls.
///
/// It is valid only while the advice runs, and can't be copied or stored.
@safe
public struct AsyncAroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  @usableFromInline typealias Message = AsyncThrowingMessage<Receiver, Arguments, Result, Failure>

  // The properties of an `AroundCall`.
  @usableFromInline let frame: Message.Frame.Pointer
  @usableFromInline let level: Message.Level
  @usableFromInline let inner: Int

  /// The arguments that ``proceed()`` passes on.
  public var arguments: Arguments

  @inlinable
  init(_ frame: Message.Frame.Pointer, _ level: Message.Level, _ inner: Int, _ arguments: Arguments) {
    unsafe self.frame = unsafe frame
    unsafe self.level = unsafe level
    self.inner = inner
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe frame.pointee.target.object }

  /// Runs the rest of the call, inner advice and implementation, with ``arguments``; may be called repeatedly.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @inline(__always) @discardableResult
  public nonisolated(nonsending) func proceed() async throws(Failure) -> Result {
    try await proceed(arguments)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @inline(__always) @discardableResult
  public nonisolated(nonsending) func proceed(_ arguments: Arguments) async throws(Failure) -> Result {
    try await unsafe Message.proceed(frame, level, inner, arguments)
  }
}

/// An asynchronous call that has reached an implementation installed with `override`, which can call the superclass's.
///
/// It is valid only during the call, and can't be copied or stored.
@safe
public struct AsyncOverrideCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  @usableFromInline typealias Message = AsyncThrowingMessage<Receiver, Arguments, Result, Failure>

  @usableFromInline let frame: Message.Frame.Pointer
  /// The level of the implementation.
  @usableFromInline let level: Message.Level

  /// The arguments that ``callSuper()`` passes on.
  public var arguments: Arguments

  @inlinable
  init(_ frame: Message.Frame.Pointer, _ level: Message.Level, _ arguments: Arguments) {
    unsafe self.frame = unsafe frame
    unsafe self.level = unsafe level
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe frame.pointee.target.object }

  /// Runs the superclass's implementation and the advice hooked there, with ``arguments``.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func callSuper() async throws(Failure) -> Result {
    try await callSuper(arguments)
  }

  /// Runs the superclass's implementation and the advice hooked there, with other arguments.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func callSuper(_ arguments: Arguments) async throws(Failure) -> Result {
    try await unsafe Message.inherit(frame, level, arguments)
  }
}

// MARK: - Running

/// The running of chains, in the order of synchronous calls; see `ThrowingMessage.run`.
///
/// Functions are loaded into variables before they are called, since the optimizer mishandles reading a function from a
/// value within an asynchronous call.
extension AsyncThrowingMessage {
  @usableFromInline typealias Before = AdviceNode<AsyncAdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>>
  /// Around or instead advice.
  @usableFromInline typealias Around =
    AdviceNode<AsyncAdviceFunction<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>>
  @usableFromInline typealias After =
    AdviceNode<AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>>
  @usableFromInline typealias Override =
    ImplementationNode<AsyncAdviceFunction<AsyncOverrideCall<Receiver, Arguments, Result, Failure>, Result, Failure>>
  @usableFromInline typealias Frame = CallFrame<Receiver, Arguments, Result, Failure>
  @usableFromInline typealias Level = UnsafePointer<Chain.Level>

  /// Runs a level and all inside it.
  @inlinable @inline(__always)
  static nonisolated(nonsending) func run(
    _ frame: Frame.Pointer, _ level: Level, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    // Each function that suspends costs as much as an advice, so there is none between these.
    if unsafe level.pointee.befores.count == 0 && level.pointee.afters.count == 0 {
      return try await unsafe proceed(frame, level, 0, arguments)
    }
    return try await unsafe runAll(frame, level, arguments)
  }

  /// Runs a level with before or after advice, and all inside it.
  @inlinable
  static nonisolated(nonsending) func runAll(
    _ frame: Frame.Pointer, _ level: Level, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    let (befores, afters) = unsafe (level.pointee.befores.count, level.pointee.afters.count)
    var call = unsafe BeforeCall(frame.pointee.target, arguments)
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      for index in 0..<befores {
        let advice = unsafe level.pointee.befores.node(index, as: Before.self)
        if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
        let body = advice.borrow { $0.function.body }
        try await body(&call)
      }
      outcome = .success(try await unsafe proceed(frame, level, 0, call.arguments))
    } catch {
      outcome = .failure(error)
    }
    if afters == 0 { return try outcome.get() }
    var done = unsafe AfterCall(frame.pointee.target, call.arguments, outcome)
    for index in 0..<afters {
      let advice = unsafe level.pointee.afters.node(index, as: After.self)
      let hasThrown = done.hasThrown
      if advice.borrow({ $0.isConditional && !$0.isAdmitted(afterThrowing: hasThrown) }) { continue }
      let body = advice.borrow { $0.function.body }
      do throws(Failure) {
        try await body(&done)
      } catch {
        done.outcome = .failure(error)
      }
    }
    return try done.outcome.get()
  }

  /// Runs a level's around advice from an index inward; after the last one, the instead advice or the implementation.
  @inlinable @inline(__always)
  static nonisolated(nonsending) func proceed(
    _ frame: Frame.Pointer, _ level: Level, _ index: Int, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    if unsafe index < level.pointee.arounds.count {
      let advice = unsafe level.pointee.arounds.node(index, as: Around.self)
      if advice.borrow({ !$0.isConditional || $0.isAdmitted }) {
        let body = advice.borrow { $0.function.body }
        var call = unsafe AsyncAroundCall(frame, level, index + 1, arguments)
        return try await body(&call)
      }
    } else if unsafe level.pointee.inner == .original {
      let original = unsafe frame.pointee.awaitableOriginal
      return try await unsafe original(frame.pointee.target, arguments)
    }
    return try await unsafe proceedElsewhere(frame, level, index, arguments)
  }

  /// Proceeds past around advice that isn't admitted, or to instead advice, an implementation, or another level.
  @inlinable
  static nonisolated(nonsending) func proceedElsewhere(
    _ frame: Frame.Pointer, _ level: Level, _ index: Int, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    let arounds = unsafe level.pointee.arounds.count
    if index < arounds { return try await unsafe proceed(frame, level, index + 1, arguments) }
    var last: Result?
    if index == arounds {
      for number in 0..<(unsafe level.pointee.insteads.count) {
        let advice = unsafe level.pointee.insteads.node(number, as: Around.self)
        if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
        let body = advice.borrow { $0.function.body }
        var call = unsafe AsyncAroundCall(frame, level, arounds + 1, arguments)
        last = .some(try await body(&call))
      }
    }
    if let last { return last }
    guard let implementation = unsafe level.pointee.implementation,
      unsafe !frame.pointee.type.inheritsStrictly(from: level.pointee.type)
    else { return try await unsafe inherit(frame, level, arguments) }
    let body = Unretained<Override>(nonzero: implementation.bits).borrow { $0.function.body }
    var call = unsafe AsyncOverrideCall(frame, level, arguments)
    return try await body(&call)
  }

  /// Runs the next level, or the original after the last one.
  @inlinable @inline(__always)
  static nonisolated(nonsending) func inherit(
    _ frame: Frame.Pointer, _ level: Level, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    if unsafe !level.pointee.isLast { return try await unsafe run(frame, level + 1, arguments) }
    let original = unsafe frame.pointee.awaitableOriginal
    return try await unsafe original(frame.pointee.target, arguments)
  }
}
