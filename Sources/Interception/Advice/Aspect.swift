/// An advice that is installed, as it is listed.
public struct Aspect: Sendable, Hashable {
  /// Tells aspects apart; in the order of installation.
  public let identifier: UInt64
  /// The class, or the class of the object, at whose level it stands.
  public let className: String
  /// The message it belongs to.
  public let selector: Selector
  /// Where it stands in a call.
  public let position: AdvicePosition
  /// Whether it belongs to one object.
  public let isOfObject: Bool
  /// How it was installed.
  public let options: AspectOptions
}
