/// A before advice in an asynchronous chain.
///
/// Each kind has a type of its own, since a closure whose type is a generic parameter is stored, and read, wrapped.
@usableFromInline
struct AsyncBeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error> {
  @usableFromInline typealias Body =
    nonisolated(nonsending) (inout BeforeCall<Receiver, Arguments>) async throws(Failure) -> Void
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?

  init(_ body: @escaping Body, admission: Admission?) {
    self.body = body
    self.admission = admission
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}

/// An after advice in an asynchronous chain.
@usableFromInline
struct AsyncAfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
  @usableFromInline typealias Body =
    nonisolated(nonsending) (inout AfterCall<Receiver, Arguments, Result, Failure>) async throws(Failure) -> Void
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?

  init(_ body: @escaping Body, admission: Admission?) {
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
    nonisolated(nonsending) (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>)
    async throws(Failure) -> Result
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?

  init(_ body: @escaping Body, admission: Admission?) {
    self.body = body
    self.admission = admission
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}
