/// Messages whose original is an ordinary method of the class.
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
/// The method is called through the vtable. So a subclass overrides what runs and not what sends, and calls `super` as ever: the
/// advice of every level surrounds the override.
extension ThrowingMessage {
  /// Declares the message `name` with a method of `Receiver` as its original implementation.
  ///
  /// Where the method takes several arguments, `Arguments` is a tuple of them without labels.
  @inlinable
  @inline(__always)
  public init<each Argument>(
    _ name: StaticString,
    _ method: @escaping @Sendable (Receiver) -> (repeat each Argument) throws(Failure) -> Result
  ) where Arguments == (repeat each Argument) {
    self.init(name, []) { receiver, arguments throws(Failure) in try method(receiver)(repeat each arguments) }
  }

  /// Runs the message's own original on an object, without any advice.
  ///
  /// It is how a message that a subclass declares under the same name calls up: the advice of the superclass already surrounds it.
  ///
  /// - Throws: what the original throws.
  /// - Precondition: a message of the main actor is run from there.
  @inlinable
  public func callOriginal(on receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    checkIsolation()
    return try original(receiver, arguments)
  }
}

extension Interceptable {
  /// Sends a message that takes several arguments to this object: its advice runs, and its implementation.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public func send<First, Second, each Other, Result, Failure>(
    _ message: ThrowingMessage<Self, (First, Second, repeat each Other), Result, Failure>, _ first: First,
    _ second: Second, _ others: repeat each Other
  ) throws(Failure) -> Result {
    try message.send(to: self, (first, second, repeat each others))
  }
}
