/// A call that is entered or left, as a trace shows it: snapshots in words, which any thread may keep.
public struct TraceEvent: Sendable, Hashable {
  /// Tells the calls of one trace apart; both events of a call bear it.
  public let call: UInt64
  /// The call of the trace that this one was made in; nil where there is none.
  public let caller: UInt64?
  /// How many calls of the trace, of the same thread or task, this one was made in.
  public let depth: Int
  /// The call, with its outcome when it is left.
  public let event: WovenEvent
  /// How long it took; nil while it is entered only.
  public let duration: Duration?

  /// Whether the call ends here; else it begins.
  public var isLeft: Bool { duration != nil }
}

extension TraceEvent: CustomStringConvertible {
  /// A line, two spaces in for every call around it: the call as it is entered, its outcome as it is left.
  public var description: String {
    let margin = String(repeating: "  ", count: depth)
    guard let duration, let outcome = event.outcome else { return "\(margin)\(event)" }
    return "\(margin)\(outcome.arrow) in \(duration.words)"
  }
}

extension WovenEvent.Outcome {
  fileprivate var arrow: String {
    switch self {
    case .returned(let result): "-> \(result)"
    case .threw(let error): "threw \(error)"
    }
  }
}
