/// What one class, and the object itself, put around one implementation of an asynchronous message.
///
/// It runs in the same order as a ``Layer``, and never changes either; each call brings the original. A call keeps its chain alive by
/// a reference of its own, since it may suspend for long and go on in another thread.
///
/// Closures are loaded ahead of their calls: the optimizer stumbles over one that is read out of a value as it is called.
@usableFromInline
final class AsyncLayer<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Chain, @unchecked Sendable {
  @usableFromInline typealias Override =
    nonisolated(nonsending) (inout AsyncOverrideCall<Receiver, Arguments, Result, Failure>)
    async throws(Failure) -> Result
  @usableFromInline typealias Original = AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  @usableFromInline let lists: AdviceLists
  @usableFromInline let override: Override?
  @usableFromInline let superLayer: AsyncLayer?
  /// The class of the program whose level this is; nil for a dynamic subclass.
  private let level: InterceptableObject.Type?
  /// Whether a class of the program has an implementation made at run time, here or inside.
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

  @inlinable var befores: AdviceList<AsyncBeforeNode<Receiver, Arguments, Failure>> { AdviceList(lists.befores) }
  @inlinable var arounds: AdviceList<AsyncAroundNode<Receiver, Arguments, Result, Failure>> {
    AdviceList(lists.arounds)
  }
  @inlinable var insteads: AdviceList<AsyncAroundNode<Receiver, Arguments, Result, Failure>> {
    AdviceList(lists.insteads)
  }
  @inlinable var afters: AdviceList<AsyncAfterNode<Receiver, Arguments, Result, Failure>> { AdviceList(lists.afters) }

  /// The whole layer.
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
      if advice.isAdmitted { await run(advice.body, &done) }
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

  @inlinable
  @inline(__always)
  nonisolated(nonsending) func runBefores(
    _ call: inout BeforeCall<Receiver, Arguments>
  ) async throws(Failure) {
    for number in 0..<befores.count {
      let advice = befores[number]
      let body = advice.body
      if advice.isAdmitted { try await body(&call) }
    }
  }

  @inlinable
  nonisolated(nonsending) func run(
    _ body: AsyncAfterNode<Receiver, Arguments, Result, Failure>.Body,
    _ call: inout AfterCall<Receiver, Arguments, Result, Failure>
  ) async {
    do throws(Failure) {
      try await body(&call)
    } catch {
      call.outcome = .failure(error)
    }
  }

  /// The arounds from one of them inward, or what stands inside them all.
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

  /// The insteads in sequence, the last of which gives the result, or the implementation where there are none.
  @inlinable
  @inline(__always)
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

  /// This level's implementation: its own, or the inherited one.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) func implement(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) async throws(Failure) -> Result {
    guard let override else { return try await inherit(receiver, arguments, original) }
    var call = AsyncOverrideCall(receiver, arguments, in: self, original)
    return try await override(&call)
  }

  /// What the superclass has: its layer, or the original.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) func inherit(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) async throws(Failure) -> Result {
    if let superLayer { return try await superLayer.run(receiver, arguments, original) }
    return try await original(receiver, arguments)
  }

  /// The chain for a message that a class declares: without the implementations that classes above it were given at run time,
  /// since those replace another original.
  ///
  /// - Complexity: O(levels); it is asked for only where ``replacesOriginal`` is true.
  @usableFromInline
  func chain(declaredIn type: InterceptableObject.Type) -> AsyncLayer {
    guard hidesImplementation(from: type) else { return self }
    return AsyncLayer(
      lists, override: type.inheritsStrictly(from: level) ? nil : override,
      superLayer: superLayer?.chain(declaredIn: type), level: level)
  }

  /// Whether a class above the given one has an implementation made at run time.
  private func hidesImplementation(from type: InterceptableObject.Type) -> Bool {
    override != nil && type.inheritsStrictly(from: level) || superLayer?.hidesImplementation(from: type) == true
  }
}
