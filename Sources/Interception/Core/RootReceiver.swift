/// Types of advice and implementations whose receiver type is erased to the root class.
///
/// A class and its subclasses may each declare a message of the same name. One chain serves them all, so everything in
/// it must have one type. This is safe: a receiver is an object reference in any case, and hooks on a class run only
/// for objects of that class and its subclasses, so each closure gets a receiver of the type that it expects.
@usableFromInline
enum RootReceiver {
  typealias Message<Arguments, Result, Failure: Error> =
    ThrowingMessage<InterceptableObject, Arguments, Result, Failure>
  typealias Layer<Arguments, Result, Failure: Error> =
    Interception.Layer<InterceptableObject, Arguments, Result, Failure>
  typealias Advice<Arguments, Result, Failure: Error> = TypedAdvice<InterceptableObject, Arguments, Result, Failure>
  typealias AsyncLayer<Arguments, Result, Failure: Error> =
    Interception.AsyncLayer<InterceptableObject, Arguments, Result, Failure>
  typealias AsyncAdvice<Arguments, Result, Failure: Error> =
    TypedAsyncAdvice<InterceptableObject, Arguments, Result, Failure>

  /// A run-time implementation, wrapped so that its memory layout is the same for every receiver type.
  struct Override<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
    let body: Interception.Layer<Receiver, Arguments, Result, Failure>.Override
  }

  /// A run-time implementation of an asynchronous message.
  struct AsyncOverride<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
    let body: Interception.AsyncLayer<Receiver, Arguments, Result, Failure>.Override
  }

  /// Reinterprets a chain or an implementation for another receiver type; a checked cast would fail, since the types
  /// differ in that argument.
  @inlinable
  @unsafe
  static func reference<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
  }
}

extension ThrowingMessage {
  /// The message with its receiver type erased; it may still be sent only to receivers of the declared type.
  var ofRootReceiver: RootReceiver.Message<Arguments, Result, Failure> {
    unsafe unsafeBitCast(self, to: RootReceiver.Message<Arguments, Result, Failure>.self)
  }
}

extension TypedAdvice.Body {
  /// The closure with its receiver type erased to the root class.
  var ofRootReceiver: RootReceiver.Advice<Arguments, Result, Failure>.Body {
    unsafe unsafeBitCast(self, to: RootReceiver.Advice<Arguments, Result, Failure>.Body.self)
  }
}

extension TypedAsyncAdvice.Body {
  /// The closure with its receiver type erased to the root class.
  var ofRootReceiver: RootReceiver.AsyncAdvice<Arguments, Result, Failure>.Body {
    unsafe unsafeBitCast(self, to: RootReceiver.AsyncAdvice<Arguments, Result, Failure>.Body.self)
  }
}

extension RootReceiver.Override {
  /// The closure with its receiver type erased to the root class.
  var ofRootReceiver: RootReceiver.Layer<Arguments, Result, Failure>.Override {
    unsafe unsafeBitCast(
      self, to: RootReceiver.Override<InterceptableObject, Arguments, Result, Failure>.self
    ).body
  }
}

extension RootReceiver.AsyncOverride {
  /// The closure with its receiver type erased to the root class.
  var ofRootReceiver: RootReceiver.AsyncLayer<Arguments, Result, Failure>.Override {
    unsafe unsafeBitCast(
      self, to: RootReceiver.AsyncOverride<InterceptableObject, Arguments, Result, Failure>.self
    ).body
  }
}

extension InstalledImplementation {
  /// Returns the ``Implementation`` that this was made from; nil if there is none.
  func implementation<Receiver, Arguments, Result, Failure>()
    -> Implementation<Receiver, Arguments, Result, Failure>?
  where Override == RootReceiver.Layer<Arguments, Result, Failure>.Override {
    source.map { unsafe RootReceiver.reference($0, to: Implementation<Receiver, Arguments, Result, Failure>.self) }
  }
}

extension ClassObject {
  /// Installs advice on a message, with its receiver type erased.
  func install<Receiver, Arguments, Result, Failure>(
    _ body: TypedAdvice<Receiver, Arguments, Result, Failure>.Body, at position: AdvicePosition,
    of kind: TypedMessageKind<Receiver, Arguments, Result, Failure>, options: AspectOptions,
    in registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    try install(body.ofRootReceiver, at: position, of: kind, options: options, in: &registry)
  }

  /// Installs advice on an asynchronous message, with its receiver type erased.
  func install<Receiver, Arguments, Result, Failure>(
    _ body: TypedAsyncAdvice<Receiver, Arguments, Result, Failure>.Body, at position: AdvicePosition,
    of kind: TypedAsyncMessageKind<Receiver, Arguments, Result, Failure>, options: AspectOptions,
    in registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    try install(body.ofRootReceiver, at: position, of: kind, options: options, in: &registry)
  }
}

extension InterceptableObject {
  /// Returns whether this is a proper subclass of the other class; false if the other is nil or the same.
  static func inheritsStrictly(from other: InterceptableObject.Type?) -> Bool {
    guard let other, self != other else { return false }
    return sequence(first: self as AnyClass) { _getSuperclass($0) }.contains { $0 == other }
  }
}
