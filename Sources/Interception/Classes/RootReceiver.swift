/// Advice and implementations whose receivers are taken for objects of the root class, whatever class their message states.
///
/// Several messages of one name may meet on a path to the root: that of a class, and those that its subclasses declare. One chain
/// serves them all, and so everything in it has one type. A receiver is a reference to an object either way, and what is hooked
/// on a class runs for objects of that class and of those below, so that each closure gets the receiver that it was written for.
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

  /// An implementation of a class's own, in a type that is stored in the same way whatever its receiver.
  struct Override<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
    let body: Interception.Layer<Receiver, Arguments, Result, Failure>.Override
  }

  /// An asynchronous implementation of a class's own.
  struct AsyncOverride<Receiver: InterceptableObject, Arguments, Result, Failure: Error> {
    let body: Interception.AsyncLayer<Receiver, Arguments, Result, Failure>.Override
  }

  /// A chain or an implementation as one for receivers of another class; a cast would compare what is the same but for its name.
  @inlinable
  @unsafe
  static func reference<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
  }
}

extension ThrowingMessage {
  /// The message for receivers of the root class, of which only those of its own class may be sent it.
  var ofRootReceiver: RootReceiver.Message<Arguments, Result, Failure> {
    unsafe unsafeBitCast(self, to: RootReceiver.Message<Arguments, Result, Failure>.self)
  }
}

extension TypedAdvice.Body {
  /// The closure for receivers of the root class.
  var ofRootReceiver: RootReceiver.Advice<Arguments, Result, Failure>.Body {
    unsafe unsafeBitCast(self, to: RootReceiver.Advice<Arguments, Result, Failure>.Body.self)
  }
}

extension TypedAsyncAdvice.Body {
  /// The closure for receivers of the root class.
  var ofRootReceiver: RootReceiver.AsyncAdvice<Arguments, Result, Failure>.Body {
    unsafe unsafeBitCast(self, to: RootReceiver.AsyncAdvice<Arguments, Result, Failure>.Body.self)
  }
}

extension RootReceiver.Override {
  /// The closure for receivers of the root class.
  var ofRootReceiver: RootReceiver.Layer<Arguments, Result, Failure>.Override {
    unsafe unsafeBitCast(
      self, to: RootReceiver.Override<InterceptableObject, Arguments, Result, Failure>.self
    ).body
  }
}

extension RootReceiver.AsyncOverride {
  /// The closure for receivers of the root class.
  var ofRootReceiver: RootReceiver.AsyncLayer<Arguments, Result, Failure>.Override {
    unsafe unsafeBitCast(
      self, to: RootReceiver.AsyncOverride<InterceptableObject, Arguments, Result, Failure>.self
    ).body
  }
}

extension InstalledImplementation {
  /// What it was made of, for receivers of a class that has it; nil where it is none to callers.
  func implementation<Receiver, Arguments, Result, Failure>()
    -> Implementation<Receiver, Arguments, Result, Failure>?
  where Override == RootReceiver.Layer<Arguments, Result, Failure>.Override {
    source.map { unsafe RootReceiver.reference($0, to: Implementation<Receiver, Arguments, Result, Failure>.self) }
  }
}

extension ClassObject {
  /// Installs an advice on a message, whatever the class of its receivers.
  func install<Receiver, Arguments, Result, Failure>(
    _ body: TypedAdvice<Receiver, Arguments, Result, Failure>.Body, at position: AdvicePosition,
    of kind: TypedMessageKind<Receiver, Arguments, Result, Failure>, options: AspectOptions,
    in registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    try install(body.ofRootReceiver, at: position, of: kind, options: options, in: &registry)
  }

  /// Installs an advice on an asynchronous message, whatever the class of its receivers.
  func install<Receiver, Arguments, Result, Failure>(
    _ body: TypedAsyncAdvice<Receiver, Arguments, Result, Failure>.Body, at position: AdvicePosition,
    of kind: TypedAsyncMessageKind<Receiver, Arguments, Result, Failure>, options: AspectOptions,
    in registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    try install(body.ofRootReceiver, at: position, of: kind, options: options, in: &registry)
  }
}

extension InterceptableObject {
  /// Whether the class is below the other; not where there is none, or where the two are the same.
  static func inheritsStrictly(from other: InterceptableObject.Type?) -> Bool {
    guard let other, self != other else { return false }
    return sequence(first: self as AnyClass) { _getSuperclass($0) }.contains { $0 == other }
  }
}
