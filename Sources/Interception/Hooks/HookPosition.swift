/// A message of known types; only ``ThrowingMessage`` and ``AsyncThrowingMessage`` conform to it.
public protocol TypedMessage: InterceptableMessage {
  /// The class of the receivers.
  associatedtype Receiver: InterceptableObject
  /// The type of the arguments.
  associatedtype Arguments
  /// The type of the result.
  associatedtype Result
  /// The type of the errors.
  associatedtype Failure: Error
}

/// A message that isn't asynchronous.
public protocol SynchronousMessage: TypedMessage {}

/// A message that is asynchronous.
public protocol AsynchronousMessage: TypedMessage {}

extension ThrowingMessage: SynchronousMessage {
  /// The point in a call at which an advice runs, with the types of the advice's parameter and result.
  public typealias Position<Call: ~Copyable, Output> = HookPosition<Self, Call, Output>
}

extension AsyncThrowingMessage: AsynchronousMessage {
  /// The point in a call at which an advice runs, with the types of the advice's parameter and result.
  public typealias Position<Call: ~Copyable, Output> = HookPosition<Self, Call, Output>
}

/// The point in a call at which an advice runs, with the types of the advice's parameter and result.
///
/// ```swift
/// try Account.deposit.hook(.before) { call in call.arguments += 1 }
/// try Account.deposit.hook(.around) { call in call.proceed() }
/// ```
public struct HookPosition<Message: TypedMessage, Call: ~Copyable, Output>: Sendable {
  let position: AdvicePosition
}

extension HookPosition where Call == BeforeCall<Message.Receiver, Message.Arguments>, Output == Void {
  /// Before the implementation; the advice may change the arguments.
  public static var before: Self { Self(position: .before) }
}

extension HookPosition
where Call == AfterCall<Message.Receiver, Message.Arguments, Message.Result, Message.Failure>, Output == Void {
  /// After the implementation, whether it returned or threw; the advice may replace the outcome.
  public static var after: Self { Self(position: .after) }
}

extension HookPosition
where Call == ReturnedCall<Message.Receiver, Message.Arguments, Message.Result>, Output == Void {
  /// After the implementation if the call returns; the advice may replace the result.
  public static var afterReturning: Self { Self(position: .afterReturning) }
}

extension HookPosition
where Call == ThrownCall<Message.Receiver, Message.Arguments, Message.Failure>, Output == Void {
  /// After the implementation if the call throws; the advice may replace the error.
  public static var afterThrowing: Self { Self(position: .afterThrowing) }
}

extension HookPosition
where
  Message: SynchronousMessage,
  Call == AroundCall<Message.Receiver, Message.Arguments, Message.Result, Message.Failure>, Output == Message.Result
{
  /// In place of the implementation; the advice returns the result.
  public static var instead: Self { Self(position: .instead) }

  /// Around the implementation; the advice may proceed any number of times, and returns the result.
  public static var around: Self { Self(position: .around) }
}

extension HookPosition
where
  Message: AsynchronousMessage,
  Call == AsyncAroundCall<Message.Receiver, Message.Arguments, Message.Result, Message.Failure>,
  Output == Message.Result
{
  /// In place of the implementation; the advice returns the result.
  public static var instead: Self { Self(position: .instead) }

  /// Around the implementation; the advice may proceed any number of times, and returns the result.
  public static var around: Self { Self(position: .around) }
}

@available(*, unavailable, message: "the position comes first, and then the options: hook(.before, [.named(\"log\")])")
extension HookPosition: ExpressibleByArrayLiteral
where Call == BeforeCall<Message.Receiver, Message.Arguments>, Output == Void {
  /// Produces a compiler error that explains how to write the position and the options.
  public init(arrayLiteral elements: HookOptions...) {
    preconditionFailure("the position comes first, and then the options")
  }
}
