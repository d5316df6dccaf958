/// A call that is about to happen, as a before advice sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct BeforeCall<Receiver: InterceptableObject, Arguments>: ~Copyable {
  // Alive for the whole call, since the sender holds it; kept without counting, which would cost more than the call.
  @usableFromInline let target: Unmanaged<Receiver>

  /// The arguments; what is assigned here is what later advice and the implementation see.
  public var arguments: Arguments

  @inlinable
  @inline(__always)
  init(_ target: Receiver, _ arguments: Arguments) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}
