/// A call that has happened, as an after advice sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct AfterCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // Alive for the whole call, since the sender holds it.
  @usableFromInline let target: Unmanaged<Receiver>

  /// The arguments as the before advice left them.
  public let arguments: Arguments

  /// The result or the error; what is assigned here is what the sender gets.
  public var outcome: Swift.Result<Result, Failure>

  @inlinable
  @inline(__always)
  init(_ target: Receiver, _ arguments: Arguments, _ outcome: Swift.Result<Result, Failure>) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    self.outcome = outcome
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}

extension AfterCall where Failure == Never {
  /// What the call returned; what is assigned here is what the sender gets.
  @inlinable
  public var result: Result {
    get {
      switch outcome {
      case .success(let result): result
      }
    }
    set { outcome = .success(newValue) }
  }
}

extension AfterCall {
  /// Whether an advice at a position behind the call is meant for what this one has come to.
  func ends(as position: AdvicePosition) -> Bool {
    switch (position, outcome) {
    case (.afterReturning, .failure), (.afterThrowing, .success): false
    default: true
    }
  }
}
