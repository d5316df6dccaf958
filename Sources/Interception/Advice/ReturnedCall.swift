/// A call that has returned, as an advice after returning sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct ReturnedCall<Receiver: InterceptableObject, Arguments, Result>: ~Copyable {
  // Alive for the whole call, since the sender holds it.
  private let target: Unmanaged<Receiver>

  /// The arguments as the before advice left them.
  public let arguments: Arguments

  /// What the call returned; what is assigned here is what the sender gets.
  public var result: Result

  init(_ target: Receiver, _ arguments: Arguments, _ result: Result) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    self.result = result
  }

  /// The object that the message was sent to.
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}
