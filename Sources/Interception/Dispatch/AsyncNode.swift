/// A before advice in an asynchronous chain.
@usableFromInline
final class AsyncBeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AsyncAdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let body: Body
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}

/// An after advice in an asynchronous chain.
@usableFromInline
final class AsyncAfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let body: Body
  /// What is asked ahead of the closure; nil where that asks for itself.
  @usableFromInline let gate: Admission?
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?, isAskedByBody: Bool = false) {
    self.body = body
    gate = isAskedByBody ? nil : admission
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { gate?.admits() ?? true }
}

/// An around or instead advice in an asynchronous chain.
@usableFromInline
final class AsyncAroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body =
    AsyncAdviceFunction<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline let body: Body
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}
