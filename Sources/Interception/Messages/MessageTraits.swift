/// What a message is besides its name and its types: constants, which sends of other messages never ask for.
@usableFromInline
struct MessageTraits: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @inlinable
  @inline(__always)
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The original may run on the main actor only.
  @inlinable
  @inline(__always)
  static var mainActor: MessageTraits { MessageTraits(rawValue: 1) }

  /// It reads a property of its name.
  @inlinable
  @inline(__always)
  static var getter: MessageTraits { MessageTraits(rawValue: 2) }

  /// It writes a property of its name.
  @inlinable
  @inline(__always)
  static var setter: MessageTraits { MessageTraits(rawValue: 4) }

  /// The address by which tables know a message: that of the literal which spells its name.
  ///
  /// A property's two messages share the literal; the one that writes is known by the byte behind the first.
  @inlinable
  @inline(__always)
  func key(of name: StaticString) -> UInt {
    UInt(bitPattern: unsafe name.utf8Start) &+ (contains(.setter) ? 1 : 0)
  }

  /// The name that the literal at such an address spells.
  func name(at key: UInt) -> String {
    guard let start = unsafe UnsafePointer<CChar>(bitPattern: key &- (contains(.setter) ? 1 : 0)) else { return "" }
    // A static string ends with a zero.
    return unsafe String(cString: start)
  }

  /// The selector of a message of this name, spelled for a property's as `#selector` spells them.
  func selector(of name: String) -> Selector {
    if contains(.getter) { return Selector("getter:\(name)") }
    if contains(.setter) { return Selector("setter:\(name)") }
    return Selector(name)
  }
}
