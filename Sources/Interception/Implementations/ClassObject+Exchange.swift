extension ClassObject {
  /// Exchanges what the class runs for two messages of the same types; beneath the advice on each, which stays where it is.
  ///
  /// A message that the class inherits is given to it first, so that the superclass keeps its own. To exchange twice restores
  /// both exactly, as the token does once.
  ///
  /// ```swift
  /// let token = try ClassObject.of(MutableList.self).exchange(MutableList.read, MutableList.guardedRead)
  /// ```
  ///
  /// - Throws: ``AspectError``, as `ClassObject.override(_:with:)` does; then nothing has changed.
  @discardableResult
  public func exchange<Receiver, Arguments, Result, Failure>(
    _ one: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ other: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) -> ExchangeToken {
    try Registry.locked { registry throws(AspectError) in try exchange(one, other, in: &registry) }
  }

  func exchange<Receiver, Arguments, Result, Failure>(
    _ one: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    _ other: ThrowingMessage<Receiver, Arguments, Result, Failure>, in registry: inout Registry
  ) throws(AspectError) -> ExchangeToken {
    let kinds = (TypedMessageKind(one), TypedMessageKind(other))
    // Both are looked up before either is changed, since that can be refused.
    let ofOne = try currentImplementation(of: one)
    let ofOther = try currentImplementation(of: other)
    try place(ofOther, for: kinds.0, in: &registry)
    try place(ofOne, for: kinds.1, in: &registry)
    return ExchangeToken { [self] registry in
      restore(kinds.0, from: ofOther, to: ofOne, and: kinds.1, in: &registry)
    }
  }

  /// Undoes an exchange, if both implementations are still where it put them; with what it put there for `one` and `other`.
  private func restore<Receiver, Arguments, Result, Failure>(
    _ one: TypedMessageKind<Receiver, Arguments, Result, Failure>,
    from ofOther: Implementation<Receiver, Arguments, Result, Failure>,
    to ofOne: Implementation<Receiver, Arguments, Result, Failure>,
    and other: TypedMessageKind<Receiver, Arguments, Result, Failure>, in registry: inout Registry
  ) -> Bool {
    func isPlaced(
      _ implementation: Implementation<Receiver, Arguments, Result, Failure>,
      _ kind: TypedMessageKind<Receiver, Arguments, Result, Failure>
    ) -> Bool {
      (try? currentImplementation(of: kind.message)) == implementation
    }
    guard isPlaced(ofOther, one), isPlaced(ofOne, other) else { return false }
    do throws(AspectError) {
      try place(ofOne, for: one, in: &registry)
      try place(ofOther, for: other, in: &registry)
    } catch {
      preconditionFailure("what has been placed is of these types: \(error)")
    }
    return true
  }
}

/// What an exchange hands back; the way to undo it, once.
public final class ExchangeToken: @unchecked Sendable {
  /// Nil when it has been done; read and written with the registry in hand.
  private var undo: (@Sendable (inout Registry) -> Bool)?

  init(_ undo: @escaping @Sendable (inout Registry) -> Bool) {
    self.undo = undo
  }

  /// Puts both implementations back; answers true once.
  ///
  /// Where someone has given the class yet another implementation of either message since, nothing is done and the answer is
  /// false: the change in between is not overwritten. When it has been undone, this can be.
  @discardableResult
  public func restore() -> Bool {
    Registry.locked { restore(in: &$0) } != nil
  }

  /// Puts both back if that can be done, and hands over what did it, to be let go of outside the lock.
  @discardableResult
  func restore(in registry: inout Registry) -> (@Sendable (inout Registry) -> Bool)? {
    guard let undo, undo(&registry) else { return nil }
    self.undo = nil
    return undo
  }
}
