/// A call that has thrown, as an advice after throwing sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct ThrownCall<Receiver: InterceptableObject, Arguments, Failure: Error>: ~Copyable {
  // Alive for the whole call, since the sender holds it.
  private let target: Unmanaged<Receiver>

  /// The arguments as the before advice left them.
  public let arguments: Arguments

  /// What the call threw; what is assigned here is what the sender gets.
  public var error: Failure

  init(_ target: Receiver, _ arguments: Arguments, _ error: Failure) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    self.error = error
  }

  /// The object that the message was sent to.
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}
