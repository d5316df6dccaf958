/// What calls are told apart by where they are counted and timed.
public struct CallKey: Sendable, Hashable {
  /// What the plan calls the event.
  public let event: String
  /// The class that the receiver says it is of.
  public let className: String
  /// The message.
  public let selector: Selector

  /// Makes a key.
  public init(event: String, className: String, selector: Selector) {
    self.event = event
    self.className = className
    self.selector = selector
  }
}

extension CallKey: Comparable, CustomStringConvertible {
  /// Event, class and message: `"rows inserted: ListView.insertRows(at:with:)"`.
  public var description: String {
    let message = "\(className).\(selector)"
    return event == selector.name ? message : "\(event): \(message)"
  }

  /// By event, then by class, then by message.
  public static func < (one: CallKey, other: CallKey) -> Bool {
    (one.event, one.className, one.selector.name) < (other.event, other.className, other.selector.name)
  }
}
