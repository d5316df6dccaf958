/// What all advice of an asynchronous call shares; the call retains the chain, and its sender the receiver.
///
/// Unlike the ``CallFrame`` of a synchronous call it is copied, since what is suspended has no stack.
@usableFromInline
struct AsyncCallFrame<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
  @usableFromInline typealias Implementation = AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  @usableFromInline let receiver: Receiver
  @usableFromInline let chain: Unretained<Chain>
  /// The class that declares the message that was sent: advice that proceeds may be of a superclass's message.
  @usableFromInline let type: InterceptableObject.Type
  /// The original of the message that was sent.
  @usableFromInline let original: Implementation

  @inlinable
  init(_ receiver: Receiver, _ chain: Unretained<Chain>, _ original: @escaping Implementation) {
    self.receiver = receiver
    self.chain = chain
    type = Receiver.self
    self.original = original
  }
}

/// An asynchronous call that around or instead advice controls.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct AsyncAroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  @usableFromInline let frame: AsyncCallFrame<Receiver, Arguments, Result, Failure>
  /// The level of the advice.
  @usableFromInline let level: Int
  /// The index of the around advice that `proceed()` runs, as in an ``AroundCall``.
  @usableFromInline let inner: Int

  /// The arguments that ``proceed()`` passes on.
  public var arguments: Arguments

  @inlinable
  init(
    _ frame: AsyncCallFrame<Receiver, Arguments, Result, Failure>, _ level: Int, _ inner: Int, _ arguments: Arguments
  ) {
    self.frame = frame
    self.level = level
    self.inner = inner
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { frame.receiver }

  /// Runs the rest of the call, inner advice and implementation, with ``arguments``; may be called repeatedly.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func proceed() async throws(Failure) -> Result {
    try await frame.proceed(level, inner, arguments)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func proceed(_ arguments: Arguments) async throws(Failure) -> Result {
    try await frame.proceed(level, inner, arguments)
  }
}

/// An asynchronous call that has reached an implementation installed with `override`, which can call the superclass's.
///
/// It is valid only during the call, and can't be copied or stored.
public struct AsyncOverrideCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  @usableFromInline let frame: AsyncCallFrame<Receiver, Arguments, Result, Failure>
  /// The level of the implementation.
  @usableFromInline let level: Int

  /// The arguments that ``callSuper()`` passes on.
  public var arguments: Arguments

  @inlinable
  init(_ frame: AsyncCallFrame<Receiver, Arguments, Result, Failure>, _ level: Int, _ arguments: Arguments) {
    self.frame = frame
    self.level = level
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { frame.receiver }

  /// Runs the superclass's implementation and the advice hooked there, with ``arguments``.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func callSuper() async throws(Failure) -> Result {
    try await frame.inherit(level, arguments)
  }

  /// Runs the superclass's implementation and the advice hooked there, with other arguments.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func callSuper(_ arguments: Arguments) async throws(Failure) -> Result {
    try await frame.inherit(level, arguments)
  }
}

// MARK: - Running

/// The running of chains, in the order of synchronous calls; see `ThrowingMessage.run`.
///
/// Functions are loaded into variables before they are called, since the optimizer mishandles reading a function from a
/// value within an asynchronous call.
extension AsyncCallFrame {
  @usableFromInline typealias Before = AsyncAdviceNode<BeforeCall<Receiver, Arguments>, Void, Failure>
  /// Around or instead advice.
  @usableFromInline typealias Around =
    AsyncAdviceNode<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline typealias After = AsyncAdviceNode<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline typealias Override =
    AsyncImplementationNode<AsyncOverrideCall<Receiver, Arguments, Result, Failure>, Result, Failure>

  @inlinable
  func level(_ index: Int) -> Chain.Level { chain.borrow { unsafe $0.levels[index] } }

  /// Runs a level and all inside it.
  @inlinable
  nonisolated(nonsending) func run(_ index: Int, _ arguments: Arguments) async throws(Failure) -> Result {
    let level = level(index)
    if level.befores.count == 0 && level.afters.count == 0 { return try await proceed(index, 0, arguments) }
    var call = BeforeCall(Unretained(receiver), arguments)
    guard level.afters.count != 0 else {
      try await runBefores(level, &call)
      return try await proceed(index, 0, call.arguments)
    }
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      try await runBefores(level, &call)
      outcome = .success(try await proceed(index, 0, call.arguments))
    } catch {
      outcome = .failure(error)
    }
    var done = AfterCall(Unretained(receiver), call.arguments, outcome)
    for number in 0..<level.afters.count {
      let advice = level.afters.node(number, as: After.self)
      let hasThrown = done.hasThrown
      if advice.borrow({ $0.isConditional && !$0.isAdmitted(afterThrowing: hasThrown) }) { continue }
      let body = advice.borrow { $0.body }
      do throws(Failure) {
        try await body(&done)
      } catch {
        done.outcome = .failure(error)
      }
    }
    return try done.outcome.get()
  }

  @inlinable
  nonisolated(nonsending) func runBefores(
    _ level: Chain.Level, _ call: inout BeforeCall<Receiver, Arguments>
  ) async throws(Failure) {
    for number in 0..<level.befores.count {
      let advice = level.befores.node(number, as: Before.self)
      if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
      let body = advice.borrow { $0.body }
      try await body(&call)
    }
  }

  /// Runs a level's around advice from an index inward; after the last one, the instead advice or the implementation.
  @inlinable
  nonisolated(nonsending) func proceed(
    _ index: Int, _ inner: Int, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    let level = level(index)
    for number in inner..<max(inner, level.arounds.count) {
      let advice = level.arounds.node(number, as: Around.self)
      if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
      let body = advice.borrow { $0.body }
      var call = AsyncAroundCall(self, index, number + 1, arguments)
      return try await body(&call)
    }
    var last: Result?
    if inner <= level.arounds.count {
      for number in 0..<level.insteads.count {
        let advice = level.insteads.node(number, as: Around.self)
        if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
        let body = advice.borrow { $0.body }
        var call = AsyncAroundCall(self, index, level.arounds.count + 1, arguments)
        last = .some(try await body(&call))
      }
    }
    if let last { return last }
    guard let implementation = level.implementation, !type.inheritsStrictly(from: level.type) else {
      return try await inherit(index, arguments)
    }
    let body = Unretained<Override>(nonzero: implementation.bits).borrow { $0.body }
    var call = AsyncOverrideCall(self, index, arguments)
    return try await body(&call)
  }

  /// Runs the next level, or the original after the last one.
  @inlinable
  nonisolated(nonsending) func inherit(_ index: Int, _ arguments: Arguments) async throws(Failure) -> Result {
    if index + 1 < chain.borrow({ $0.count }) { return try await run(index + 1, arguments) }
    return try await original(receiver, arguments)
  }
}
