/// What an observer hears besides the changes.
public struct ObservationOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Makes options of bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The observer of an object hears at once what the property is; a class has no value, and no such event.
  public static let initial = ObservationOptions(rawValue: 1)
  /// The observer also hears ahead of each write.
  public static let prior = ObservationOptions(rawValue: 2)
}
