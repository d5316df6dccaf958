/// The advice of one level, class and object, around one implementation of an asynchronous message.
///
/// It is immutable and runs in the same order as a ``Layer``; each call passes the original. A call retains its chain,
/// since it may be suspended for long and resume on another thread.
///
/// Closures are loaded into variables before they are called, since the optimizer mishandles reading a closure from a
/// value within the call.
@usableFromInline
final class AsyncLayer<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Chain, @unchecked Sendable {
  @usableFromInline typealias Override =
    nonisolated(nonsending) (inout AsyncOverrideCall<Receiver, Arguments, Result, Failure>)
    async throws(Failure) -> Result
  @usableFromInline typealias Original = AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  @usableFromInline let lists: AdviceLists
  @usableFromInline let override: Override?
  @usableFromInline let superLayer: AsyncLayer?
  /// The declared class of this level; nil for a dynamic subclass.
  private let level: InterceptableObject.Type?
  /// Whether a declared class has a run-time implementation at this level or an inner one.
  @usableFromInline let replacesOriginal: Bool

  init(
    _ lists: AdviceLists, override: Override?, superLayer: AsyncLayer?, level: InterceptableObject.Type?
  ) {
    self.lists = lists
    self.override = override
    self.superLayer = superLayer
    self.level = level
    replacesOriginal = override != nil && level != nil || superLayer?.replacesOriginal == true
    super.init(.any)
  }

  override func holds(_ token: AspectToken) -> Bool {
    lists.contains { $0.token === token } || superLayer?.holds(token) == true
  }

  @usableFromInline typealias Before = AdviceNode<AsyncAdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>>
  @usableFromInline typealias After =
    AdviceNode<AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>>
  /// Around or instead advice.
  @usableFromInline typealias Around =
    AdviceNode<AsyncAdviceFunction<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>>

  @inlinable var befores: AdviceList<Before> { AdviceList(lists.befores) }
  @inlinable var arounds: AdviceList<Around> { AdviceList(lists.arounds) }
  @inlinable var insteads: AdviceList<Around> { AdviceList(lists.insteads) }
  @inlinable var afters: AdviceList<After> { AdviceList(lists.afters) }

  /// Runs the whole layer.
  @inlinable
  nonisolated(nonsending) func run(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) async throws(Failure) -> Result {
    var call = BeforeCall(receiver, arguments)
    guard lists.afters != nil else {
      try await runBefores(&call)
      return try await proceed(from: 0, receiver, call.arguments, original)
    }
    let outcome = await outcome(receiver, &call, original)
    var done = AfterCall(receiver, call.arguments, outcome)
    for number in 0..<afters.count {
      let advice = afters[number]
      let body = advice.body
      if advice.isAdmitted(after: done) { await done.run(body) }
    }
    return try done.outcome.get()
  }

  @inlinable
  nonisolated(nonsending) func outcome(
    _ receiver: Receiver, _ call: inout BeforeCall<Receiver, Arguments>, _ original: @escaping Original
  ) async -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      try await runBefores(&call)
      return .success(try await proceed(from: 0, receiver, call.arguments, original))
    } catch {
      return .failure(error)
    }
  }

  @inlinable @inline(__always)
  nonisolated(nonsending) func runBefores(
    _ call: inout BeforeCall<Receiver, Arguments>
  ) async throws(Failure) {
    for number in 0..<befores.count {
      let advice = befores[number]
      let body = advice.body
      if advice.isAdmitted { try await body(&call) }
    }
  }

  /// Runs the around advice from an index inward, or what is inside all of it.
  @inlinable
  nonisolated(nonsending) func proceed(
    from first: Int, _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) async throws(Failure) -> Result {
    for number in first..<arounds.count {
      let advice = arounds[number]
      guard advice.isAdmitted else { continue }
      let body = advice.body
      var call = AsyncAroundCall(receiver, arguments, in: self, next: number + 1, original)
      return try await body(&call)
    }
    return try await replaceOrImplement(receiver, arguments, original)
  }

  /// Runs the instead advice in sequence and returns the last one's result; without any, runs the implementation.
  @inlinable @inline(__always)
  nonisolated(nonsending) func replaceOrImplement(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) async throws(Failure) -> Result {
    var last: Result?
    for number in 0..<insteads.count {
      let advice = insteads[number]
      guard advice.isAdmitted else { continue }
      let body = advice.body
      var call = AsyncAroundCall(receiver, arguments, in: self, next: nil, original)
      last = try await body(&call)
    }
    if let last { return last }
    return try await implement(receiver, arguments, original)
  }

  /// Runs this level's run-time implementation, or the inherited one if there is none.
  @inlinable @inline(__always)
  nonisolated(nonsending) func implement(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) async throws(Failure) -> Result {
    guard let override else { return try await inherit(receiver, arguments, original) }
    var call = AsyncOverrideCall(receiver, arguments, in: self, original)
    return try await override(&call)
  }

  /// Runs the superclass's layer, or the original if there is none.
  @inlinable @inline(__always)
  nonisolated(nonsending) func inherit(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) async throws(Failure) -> Result {
    if let superLayer { return try await superLayer.run(receiver, arguments, original) }
    return try await original(receiver, arguments)
  }

  /// Returns the chain for a message that a class declares, without the run-time implementations of its superclasses,
  /// since those replace another original.
  ///
  /// - Complexity: O(levels); called only if ``replacesOriginal`` is true.
  @usableFromInline
  func chain(declaredIn type: InterceptableObject.Type) -> AsyncLayer {
    guard hidesImplementation(from: type) else { return self }
    return AsyncLayer(
      lists, override: type.inheritsStrictly(from: level) ? nil : override,
      superLayer: superLayer?.chain(declaredIn: type), level: level)
  }

  /// Returns whether a superclass of the given class has a run-time implementation in this chain.
  private func hidesImplementation(from type: InterceptableObject.Type) -> Bool {
    override != nil && type.inheritsStrictly(from: level) || superLayer?.hidesImplementation(from: type) == true
  }
}
