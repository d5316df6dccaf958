/// A named operation with an original implementation, which can be sent to objects of a class and hooked.
///
/// Creating a message has no side effect, so a class declares it as a constant, which the compiler folds into every
/// send. Its original implementation is a method of the class, or a closure that receives the receiver and the
/// arguments:
///
/// ```swift
/// final class Account: InterceptableObject {
///   static let deposit = Message("deposit(_:)", Account.onDeposit)
///   func deposit(_ amount: Int) -> Int { send(Account.deposit, amount) }
///   private func onDeposit(_ amount: Int) -> Int {
///     balance += amount
///     return balance
///   }
/// }
/// ```
///
/// The original is never the method that sends the message, which would call itself until the stack ends.
///
/// A class has one message of a name, whatever its types. A second one traps when the class lists both, and is refused
/// with ``AspectError/declaredTwice(class:selector:first:second:)`` when it is hooked or overridden after the first was
/// listed, hooked or overridden. One message may be made many times, so two are told apart by their types and their
/// line numbers. Not seen are two of the same types on one line, in one macro's argument, or on lines of the same number
/// in two files, and two that are only sent. A subclass may declare a message under a name of its superclass.
///
/// `Arguments` is a single value: a tuple, with its labels, if the method takes several arguments, and `Void` if it
/// takes none. A message that can't throw has `Never` as its `Failure`, and is written as ``Message``.
public struct ThrowingMessage<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Sendable {
  /// The type of the original implementation, which runs if nothing is hooked.
  public typealias Implementation = @Sendable (Receiver, Arguments) throws(Failure) -> Result

  /// The message's key in lookup tables, derived from the address of its name literal.
  @usableFromInline let key: UInt
  @usableFromInline let original: Implementation
  @usableFromInline let traits: MessageTraits
  /// The class that declares a class message; a closure, since a metatype wouldn't be a compile-time constant.
  @usableFromInline let owner: (@Sendable () -> InterceptableObject.Type)?
  /// The line of the declaration, which tells two messages of one class with one name apart.
  @usableFromInline let line: UInt32
  /// The storage of a ``Woven`` property's message.
  @usableFromInline let storage: (@Sendable () -> WovenStorage)?

  /// Declares the message `name` of `Receiver`, in Swift notation, with its original implementation.
  @inlinable @inline(__always)
  public init(_ name: StaticString, _ original: @escaping Implementation, line: UInt32 = #line) {
    self.init(name, [], line: line, original)
  }

  /// Declares a message of a main-actor class.
  ///
  /// It must be sent on the main actor, which each send checks. Advice runs there too, and can access the actor's state
  /// if it is hooked with ``hook(on:mainActor:_:advice:)``.
  @inlinable @inline(__always)
  public init(
    mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Receiver, Arguments) throws(Failure) -> Result, line: UInt32 = #line
  ) {
    // The actor isolation of a synchronous function doesn't affect its calling convention; each send checks the
    // isolation.
    self.init(name, .mainActor, line: line, unsafe unsafeBitCast(original, to: Implementation.self))
  }

  @inlinable @inline(__always)
  init(
    _ name: StaticString, _ traits: MessageTraits, owner: (@Sendable () -> InterceptableObject.Type)? = nil,
    line: UInt32, storage: (@Sendable () -> WovenStorage)? = nil, _ original: @escaping Implementation
  ) {
    self.init(key: traits.key(of: name), traits, owner: owner, line: line, storage: storage, original)
  }

  @inlinable @inline(__always)
  init(
    key: UInt, _ traits: MessageTraits, owner: (@Sendable () -> InterceptableObject.Type)? = nil, line: UInt32 = 0,
    storage: (@Sendable () -> WovenStorage)? = nil, _ original: @escaping Implementation
  ) {
    self.key = key
    self.original = original
    self.traits = traits
    self.owner = owner
    self.line = line
    self.storage = storage
  }

  /// The message's name.
  public var selector: Selector { traits.selector(of: traits.name(at: key)) }

  /// The message's types.
  public var signature: MessageSignature {
    MessageSignature(receiver: Receiver.self, arguments: Arguments.self, result: Result.self, failure: Failure.self)
  }
}

/// A message that doesn't throw.
public typealias Message<Receiver: InterceptableObject, Arguments, Result> =
  ThrowingMessage<Receiver, Arguments, Result, Never>

// MARK: - Method

/// Messages whose original implementation is a method of the class.
///
/// ```swift
/// class Screen: InterceptableObject {
///   static let appear = Message("appear(_:)", Screen.onAppear)
///   final func appear(_ animated: Bool) { send(Screen.appear, animated) }
///   func onAppear(_ animated: Bool) { … }
/// }
/// class MainScreen: Screen {
///   override func onAppear(_ animated: Bool) { super.onAppear(animated) }
/// }
/// ```
///
/// The method is called through the vtable. So a subclass overrides the method that does the work, not the one that
/// sends, and calls `super` as usual. The advice of all levels runs around the override.
///
/// The parameters of a method can't be `inout`, variadic or generic, and its result can't be opaque. A closure may be
/// among at most two parameters: with three and more, the compiler crashes. A method that can't be referred to is called
/// in a closure.
extension ThrowingMessage {
  /// Declares the message `name` with a method of `Receiver`, which takes one argument, as its original implementation.
  @inlinable @inline(__always)
  public init(
    _ name: StaticString, _ method: @escaping @Sendable (Receiver) -> (Arguments) throws(Failure) -> Result,
    line: UInt32 = #line
  ) {
    self.init(name, [], line: line) { receiver, argument throws(Failure) in try method(receiver)(argument) }
  }

  /// Declares the message `name` with a method that takes two arguments; `Arguments` is a tuple without labels.
  @inlinable @inline(__always)
  public init<First, Second>(
    _ name: StaticString, _ method: @escaping @Sendable (Receiver) -> (First, Second) throws(Failure) -> Result,
    line: UInt32 = #line
  ) where Arguments == (First, Second) {
    self.init(name, [], line: line) { receiver, arguments throws(Failure) in
      try method(receiver)(arguments.0, arguments.1)
    }
  }

  /// Declares the message `name` with a method of any number of arguments; `Arguments` is a tuple without labels.
  @inlinable @inline(__always)
  public init<each Argument>(
    _ name: StaticString,
    _ method: @escaping @Sendable (Receiver) -> (repeat each Argument) throws(Failure) -> Result, line: UInt32 = #line
  ) where Arguments == (repeat each Argument) {
    self.init(name, [], line: line) { receiver, arguments throws(Failure) in
      try method(receiver)(repeat each arguments)
    }
  }

  /// Runs the message's original implementation on an object, without any advice.
  ///
  /// A message that a subclass declares under the same name uses this instead of `super`, since the superclass's advice
  /// already runs around it.
  ///
  /// - Throws: what the original throws.
  /// - Precondition: the caller of a main-actor message is on the main actor.
  @inlinable
  public func callOriginal(on receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    traits.checkIsolation(of: "\(type(of: receiver)).\(selector)")
    return try original(receiver, arguments)
  }
}

extension Interceptable {
  /// Sends a message that takes several arguments to this object, which runs its advice and its implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable @inline(__always)
  public func send<First, Second, each Other, Result, Failure>(
    _ message: ThrowingMessage<Self, (First, Second, repeat each Other), Result, Failure>, _ first: First,
    _ second: Second, _ others: repeat each Other
  ) throws(Failure) -> Result {
    try message.send(to: self, (first, second, repeat each others))
  }
}

// MARK: - Refused

/// Declarations that the compiler refuses in words.
extension ThrowingMessage {
  /// Produces a compiler error that explains how to declare a message of the class itself.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a message of the class itself states it: Message(of: Account.self, \"open(_:)\") { type, amount in … }"
  )
  public init<each Argument>(
    _ name: StaticString, _ function: @escaping @Sendable (repeat each Argument) throws(Failure) -> Result
  ) where Receiver == ClassSide, Arguments == (repeat each Argument) {
    preconditionFailure("a message of the class itself")
  }

  /// Produces a compiler error that names the type of a message whose method throws.
  @available(*, unavailable, message: "a method that throws has a ThrowingMessage")
  public init<each Argument>(
    _ name: StaticString, _ method: @escaping @Sendable (Receiver) -> (repeat each Argument) throws -> Result
  ) where Arguments == (repeat each Argument), Failure == Never {
    preconditionFailure("a method that throws")
  }

  /// Produces a compiler error that names the type of a message whose method is asynchronous.
  @available(*, unavailable, message: "an asynchronous method has an AsyncMessage, or an AsyncThrowingMessage")
  public init<each Argument>(
    _ name: StaticString, _ method: @escaping @Sendable (Receiver) -> (repeat each Argument) async throws -> Result
  ) where Arguments == (repeat each Argument), Failure == Never {
    preconditionFailure("a method that suspends")
  }

  /// Produces a warning that explains how to declare a message of a main-actor method.
  ///
  /// It isn't an error, since the compiler would then drop the isolation, and prefer the other initializers.
  @inlinable
  @available(
    *, deprecated,
    message: "a main-actor method is called in a closure: Message<Screen, Int, Void>(mainActor: \"show(_:)\") { … }"
  )
  public init<each Argument>(
    _ name: StaticString,
    _ method: @escaping @Sendable (Receiver) -> @MainActor (repeat each Argument) throws(Failure) -> Result,
    line: UInt32 = #line
  ) where Arguments == (repeat each Argument) {
    self.init(
      mainActor: name,
      { receiver, arguments throws(Failure) in try method(receiver)(repeat each arguments) }, line: line)
  }

  /// Produces a compiler error that explains how to declare a message of a generic method.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a generic method is called in a closure: Message<List, Int, Void>(\"add(_:)\") { list, item in … }"
  )
  public init(
    _ name: StaticString,
    _ method: @escaping @Sendable (Receiver) -> (Arguments) throws(Failure) -> Result
  ) where Arguments == AnyArgument {
    preconditionFailure("a generic method")
  }
}

/// The argument of generic methods whose references the compiler refuses in words; there are no values.
public enum AnyArgument: Hashable, Comparable, Sendable {}

// MARK: - Class side

/// Class messages, whose receiver is the class's ``ClassSide``.
extension ThrowingMessage where Receiver == ClassSide {
  /// Declares the class message `name` of `owner` and its subclasses, with its original implementation.
  ///
  /// The implementation receives the class that the message was sent to; a class other than the owner or a subclass
  /// traps.
  @inlinable @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, _ name: StaticString,
    _ original: @escaping @Sendable (Owner.Type, Arguments) throws(Failure) -> Result, line: UInt32 = #line
  ) {
    self.init(name, [], owner: { Owner.self }, line: line) { side, arguments throws(Failure) in
      try original(side.type(below: Owner.self, of: name), arguments)
    }
  }

  /// Declares a class message of a main-actor class.
  @inlinable @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Owner.Type, Arguments) throws(Failure) -> Result, line: UInt32 = #line
  ) {
    self.init(name, .mainActor, owner: { Owner.self }, line: line) { side, arguments throws(Failure) in
      // The actor isolation of a synchronous function doesn't affect its calling convention; each send checks the
      // isolation.
      let original = unsafe unsafeBitCast(
        original, to: (@Sendable (Owner.Type, Arguments) throws(Failure) -> Result).self)
      return try original(side.type(below: Owner.self, of: name), arguments)
    }
  }
}

extension ClassSide {
  /// Returns the represented class, typed as the class that declares a message; traps for unrelated classes.
  @inlinable @inline(__always)
  func type<Owner: InterceptableObject>(below owner: Owner.Type, of message: StaticString) -> Owner.Type {
    // The frequent case, without a search through the superclasses.
    type == owner ? owner : checkedType(below: owner, of: message)
  }

  @inlinable @inline(never)
  func checkedType<Owner: InterceptableObject>(below owner: Owner.Type, of message: StaticString) -> Owner.Type {
    guard let type = type as? Owner.Type else {
      fatalError("\(type) was sent '\(message)', a message of the class \(owner), which is not above it")
    }
    return type
  }
}

// MARK: - Send

extension ThrowingMessage {
  /// Sends the message: runs the receiver's advice and implementation, or only the original if nothing is hooked.
  ///
  /// A send takes no lock. If nothing is hooked on the receiver's class, it costs two loads and a branch. In a debug
  /// build, a send at the end of the thread's stack traps with the message's name: its original may send it again.
  ///
  /// - Complexity: O(advice).
  /// - Throws: what the implementation or its advice throws.
  /// - Precondition: a main-actor message is sent on the main actor.
  @inlinable @inline(__always)
  public func send(to receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    traits.checkIsolation(of: "\(type(of: receiver)).\(selector)")
    StackCheck.check("\(type(of: receiver)).\(selector)", if: _isDebugAssertConfiguration())
    let bits = receiver.frontBits
    // Tells the compiler which path is frequent, so that it needs no jump.
    guard _slowPath(bits != 0) else { return try original(receiver, arguments) }
    return try ThrowingMessage.dispatch(SlotReference(nonzero: bits), key, traits, original, receiver, arguments)
  }
}
