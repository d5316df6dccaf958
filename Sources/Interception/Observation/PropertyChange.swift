/// What an observer hears of a property.
public struct PropertyChange<Receiver: InterceptableObject, Value> {
  /// When an observer hears of a property.
  public enum Phase: Sendable, Hashable {
    /// As it begins to observe: what the property is.
    case initial
    /// Ahead of a write and of all advice on it: what the property was.
    case prior
    /// Behind a write and all advice on it: what the property was, and what it is.
    case change
  }

  /// The object whose property it is.
  public let object: Receiver
  /// When this is.
  public let phase: Phase
  /// What the getter answered before the write; nil as the observer begins.
  public let old: Value?
  /// What the getter answers now; nil ahead of a write, which may come to anything.
  public let new: Value?

  init(_ object: Receiver, _ phase: Phase, old: Value?, new: Value?) {
    self.object = object
    self.phase = phase
    self.old = old
    self.new = new
  }

  /// Whether the write is still to come.
  public var isPrior: Bool { phase == .prior }
}

extension PropertyChange: Sendable where Receiver: Sendable, Value: Sendable {}
