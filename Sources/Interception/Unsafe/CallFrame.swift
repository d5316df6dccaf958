/// What all around advice of a call shares, alive until the send ends.
///
/// It is on the stack of the send, or among the variables of an asynchronous send.
@safe @usableFromInline
struct CallFrame<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
  @usableFromInline typealias Pointer = UnsafePointer<CallFrame>
  @usableFromInline typealias Implementation = ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  @usableFromInline let target: Unretained<Receiver>
  /// The class that declares the message that was sent: advice that proceeds may be of a superclass's message.
  @usableFromInline let type: InterceptableObject.Type
  /// The words of the original, since copying a function counts references to its context.
  @usableFromInline let original: (function: UInt, context: UInt)

  /// A function in a type of its own, so that it is called with the types of generic code, whatever they are.
  @usableFromInline
  struct Original {
    @usableFromInline let function: Implementation

    @inlinable @inline(__always)
    init(_ function: @escaping Implementation) { self.function = function }
  }

  /// The same function, called with a reference that isn't counted: a reference and a structure of nothing else are passed
  /// in the same way.
  @usableFromInline
  struct Callee {
    @usableFromInline let function: (Unretained<Receiver>, Arguments) throws(Failure) -> Result
  }

  /// The same for an asynchronous original.
  @usableFromInline
  struct AsyncOriginal {
    @usableFromInline let function: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

    @inlinable
    init(_ function: @escaping AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation) {
      self.function = function
    }
  }

  @usableFromInline
  struct AsyncCallee {
    @usableFromInline let function:
      nonisolated(nonsending) (Unretained<Receiver>, Arguments) async throws(Failure) -> Result
  }

  @inlinable @inline(__always)
  init(_ receiver: Receiver, _ original: @escaping Implementation) {
    target = Unretained(receiver)
    type = Receiver.self
    self.original = unsafe unsafeBitCast(Original(original), to: (UInt, UInt).self)
  }

  @inlinable
  init(
    _ receiver: Receiver,
    awaiting original: @escaping AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    target = Unretained(receiver)
    type = Receiver.self
    self.original = unsafe unsafeBitCast(AsyncOriginal(original), to: (UInt, UInt).self)
  }

  /// Runs the original of the message that was sent.
  @inlinable @inline(__always)
  func callOriginal(_ arguments: Arguments) throws(Failure) -> Result {
    // A context that is known to be none needs no reference counting; a message that is a constant has none.
    guard original.context == 0 else {
      return try unsafe unsafeBitCast(original, to: Callee.self).function(target, arguments)
    }
    return try unsafe unsafeBitCast((original.function, 0 as UInt), to: Callee.self).function(target, arguments)
  }

  /// The original of the asynchronous message that was sent.
  @inlinable
  var awaitableOriginal: nonisolated(nonsending) (Unretained<Receiver>, Arguments) async throws(Failure) -> Result {
    unsafe unsafeBitCast(original, to: AsyncCallee.self).function
  }
}
