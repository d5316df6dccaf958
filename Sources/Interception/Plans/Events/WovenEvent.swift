/// A call that a plan has made an event of: a snapshot in words, which any thread may keep.
public struct WovenEvent: Sendable, Hashable {
  /// How a call ended.
  public enum Outcome: Sendable, Hashable {
    /// It returned a result, here in words.
    case returned(String)
    /// It threw an error, here in words.
    case threw(String)
  }

  /// What the plan calls it; the selector's name where the plan does not say.
  public let name: String
  /// The group of the plan.
  public let group: String
  /// The class that the receiver says it is of.
  public let className: String
  /// The receiver, as long as it lives.
  public let receiver: ObjectIdentifier
  /// The message.
  public let selector: Selector
  /// Where in the call the event arose.
  public let position: AdvicePosition
  /// The arguments, in words.
  public let arguments: [String]
  /// How the call ended; nil for an event before the call.
  public let outcome: Outcome?

  /// What the call counts as.
  public var key: CallKey { CallKey(event: name, className: className, selector: selector) }
}

extension WovenEvent: CustomStringConvertible {
  /// The event and the call: `"rows inserted: ListView.insertRows(at: [0, 1], with: fade)"`.
  public var description: String {
    let call = CallText.of(className, selector, arguments) + (outcome?.suffix ?? "")
    return name == selector.name ? call : "\(name): \(call)"
  }
}

extension WovenEvent.Outcome: CustomStringConvertible {
  /// The result or the error: `"12"`, `"threw overdrawn"`.
  public var description: String {
    switch self {
    case .returned(let result): result
    case .threw(let error): "threw \(error)"
    }
  }

  /// What stands behind a call; nothing where the result says nothing.
  var suffix: String {
    switch self {
    case .returned("()"): ""
    case .returned(let result): " -> \(result)"
    case .threw(let error): " threw \(error)"
    }
  }
}
