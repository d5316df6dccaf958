/// What one class, and the object itself, put around one implementation of an asynchronous message.
///
/// It runs in the same order as a ``Layer``, and never changes either. A call keeps its chain alive by a reference of its own, since
/// it may suspend for long and go on in another thread.
final class AsyncLayer<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: @unchecked Sendable {
  typealias Advice = TypedAsyncAdvice<Receiver, Arguments, Result, Failure>
  typealias Override =
    nonisolated(nonsending) (inout AsyncOverrideCall<Receiver, Arguments, Result, Failure>)
    async throws(Failure) -> Result

  private let befores: [Admitted<Advice.Before>]
  private let arounds: [Admitted<Advice.Around>]
  private let insteads: [Admitted<Advice.Around>]
  private let afters: [Admitted<Advice.After>]
  private let override: Override?
  private let superLayer: AsyncLayer?
  private let original: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  /// Held for as long as a call may be inside, for those who wait for the advice to go.
  private let presences: [AdvicePresence]

  init(
    _ advice: [Advice], override: Override?, superLayer: AsyncLayer?,
    original: @escaping AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    befores = advice.compactMap { advice in advice.before.map { Admitted(body: $0, admission: advice.admission) } }
    arounds = advice.compactMap { advice in advice.around.map { Admitted(body: $0, admission: advice.admission) } }
    insteads = advice.compactMap { advice in advice.instead.map { Admitted(body: $0, admission: advice.admission) } }
    afters = advice.compactMap(\.admittedAfter)
    self.override = override
    self.superLayer = superLayer
    self.original = original
    presences = advice.map(\.presence)
  }

  /// The whole layer.
  nonisolated(nonsending) func run(_ receiver: Receiver, _ arguments: Arguments) async throws(Failure) -> Result {
    var call = BeforeCall(receiver, arguments)
    let outcome = await outcome(&call)
    var done = AfterCall(receiver, call.arguments, outcome)
    for advice in afters where advice.isAdmitted { await run(advice.body, &done) }
    return try done.outcome.get()
  }

  private nonisolated(nonsending) func outcome(
    _ call: inout BeforeCall<Receiver, Arguments>
  ) async -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      for advice in befores where advice.isAdmitted {
        // Loaded ahead of the call: the optimizer stumbles over a closure that is read out of a value as it is called.
        let body = advice.body
        try await body(&call)
      }
      return .success(try await proceed(from: 0, call.receiver, call.arguments))
    } catch {
      return .failure(error)
    }
  }

  private nonisolated(nonsending) func run(
    _ body: Advice.After, _ call: inout AfterCall<Receiver, Arguments, Result, Failure>
  ) async {
    do throws(Failure) {
      try await body(&call)
    } catch {
      call.outcome = .failure(error)
    }
  }

  /// The arounds from one of them inward, or what stands inside them all.
  nonisolated(nonsending) func proceed(
    from first: Int, _ receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    for index in first..<arounds.count where arounds[index].isAdmitted {
      let body = arounds[index].body
      var call = AsyncAroundCall(receiver, arguments, in: self, next: index + 1)
      return try await body(&call)
    }
    return try await replaceOrImplement(receiver, arguments)
  }

  /// The insteads in sequence, the last of which gives the result, or the implementation where there are none.
  private nonisolated(nonsending) func replaceOrImplement(
    _ receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    var last: Result?
    for advice in insteads where advice.isAdmitted {
      let body = advice.body
      var call = AsyncAroundCall(receiver, arguments, in: self, next: nil)
      last = try await body(&call)
    }
    if let last { return last }
    return try await implement(receiver, arguments)
  }

  /// This level's implementation: its own, or the inherited one.
  nonisolated(nonsending) func implement(
    _ receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    guard let override else { return try await inherit(receiver, arguments) }
    var call = AsyncOverrideCall(receiver, arguments, in: self)
    return try await override(&call)
  }

  /// What the superclass has: its layer, or the original.
  nonisolated(nonsending) func inherit(_ receiver: Receiver, _ arguments: Arguments) async throws(Failure) -> Result {
    if let superLayer { return try await superLayer.run(receiver, arguments) }
    return try await original(receiver, arguments)
  }
}

/// An advice's closure, with who may run it.
struct Admitted<Body> {
  let body: Body
  let admission: Admission?

  /// Whether this call runs the advice; asked right before it would.
  var isAdmitted: Bool { admission?.admits() ?? true }
}
