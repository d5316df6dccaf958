/// Messages of a class itself, whose receiver is the class's side.
extension ThrowingMessage where Receiver == ClassSide {
  /// Declares the message `name` of the class `owner` itself, and of the classes below, with its original implementation.
  ///
  /// The implementation is given the class that the message was sent to. It traps where that is neither the owner nor below.
  @inlinable
  @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, _ name: StaticString,
    _ original: @escaping @Sendable (Owner.Type, Arguments) throws(Failure) -> Result
  ) {
    self.init(name, [], owner: { Owner.self }) { side, arguments throws(Failure) in
      try original(side.type(below: Owner.self), arguments)
    }
  }

  /// Declares a message of a class itself that is confined to the main actor.
  @inlinable
  @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Owner.Type, Arguments) throws(Failure) -> Result
  ) {
    self.init(name, .mainActor, owner: { Owner.self }) { side, arguments throws(Failure) in
      // Isolation of a function that is not async is no part of how it is called; each send checks it.
      let original = unsafe unsafeBitCast(
        original, to: (@Sendable (Owner.Type, Arguments) throws(Failure) -> Result).self)
      return try original(side.type(below: Owner.self), arguments)
    }
  }
}

extension ClassSide {
  /// The class that the side stands for, seen as the one that declares a message, or one below it.
  @inlinable
  @inline(__always)
  func type<Owner: InterceptableObject>(below owner: Owner.Type) -> Owner.Type {
    // The frequent case, in which nothing is walked.
    type == owner ? owner : checkedType(below: owner)
  }

  @inlinable
  @inline(never)
  func checkedType<Owner: InterceptableObject>(below owner: Owner.Type) -> Owner.Type {
    guard let type = type as? Owner.Type else {
      fatalError("\(type) was sent a message of \(owner), which is not above it")
    }
    return type
  }
}
