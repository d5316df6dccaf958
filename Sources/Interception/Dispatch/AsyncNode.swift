/// A before advice in an asynchronous chain.
@usableFromInline
struct AsyncBeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error> {
  @usableFromInline typealias Body = AsyncAdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?

  init(_ body: Body, admission: Admission?) {
    self.body = body
    self.admission = admission
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}

/// An after advice in an asynchronous chain.
@usableFromInline
struct AsyncAfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
  @usableFromInline typealias Body = AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?

  init(_ body: Body, admission: Admission?) {
    self.body = body
    self.admission = admission
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}

/// An around or instead advice in an asynchronous chain.
@usableFromInline
struct AsyncAroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
  @usableFromInline typealias Body =
    AsyncAdviceFunction<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?

  init(_ body: Body, admission: Admission?) {
    self.body = body
    self.admission = admission
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}
