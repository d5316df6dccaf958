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

/// A type of closures for one type of receivers, whose memory layout is the same for every type of receivers.
protocol ReceiverErasing {
  /// The type for receivers of the root class.
  associatedtype OfRootReceiver
}

extension ReceiverErasing {
  /// The same closures for the root class; they may still be called only with receivers of the declared type.
  var ofRootReceiver: OfRootReceiver { unsafe unsafeBitCast(self, to: OfRootReceiver.self) }
}

extension ThrowingMessage: ReceiverErasing {
  typealias OfRootReceiver = RootReceiver.Message<Arguments, Result, Failure>
}

extension TypedAdvice.Body: ReceiverErasing {
  typealias OfRootReceiver = RootReceiver.Advice<Arguments, Result, Failure>.Body
}

extension TypedAsyncAdvice.Body: ReceiverErasing {
  typealias OfRootReceiver = RootReceiver.AsyncAdvice<Arguments, Result, Failure>.Body
}

extension RootReceiver.Override: ReceiverErasing {
  typealias OfRootReceiver = RootReceiver.Override<InterceptableObject, Arguments, Result, Failure>
}

extension RootReceiver.AsyncOverride: ReceiverErasing {
  typealias OfRootReceiver = RootReceiver.AsyncOverride<InterceptableObject, Arguments, Result, Failure>
}

extension ClassObject {
  /// Installs advice on a message, with its receiver type erased.
  func install<Body: ReceiverErasing, Message: TypedMessage>(
    _ body: Body, at position: AdvicePosition, of kind: AdvisedMessageKind<Message>, options: AspectOptions,
    in registry: inout Registry
  ) throws(AspectError) -> AspectToken where Body.OfRootReceiver == Message.Advice.Body {
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
