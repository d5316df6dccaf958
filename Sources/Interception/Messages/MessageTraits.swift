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

  /// Calls of it may suspend.
  @inlinable
  @inline(__always)
  static var async: MessageTraits { MessageTraits(rawValue: 8) }

  /// The address by which tables know a message: that of the literal which spells its name.
  ///
  /// A property's two messages share the literal; the one that writes is known by the byte behind the first. The same literal may
  /// also spell a message that is asynchronous and one that is not, so the former is known by the complement.
  @inlinable
  @inline(__always)
  func key(of name: StaticString) -> UInt {
    let address = UInt(bitPattern: unsafe name.utf8Start) &+ (contains(.setter) ? 1 : 0)
    return contains(.async) ? ~address : address
  }

  /// The selector of a message of this name, spelled for a property's as `#selector` spells them.
  func selector(of name: StaticString) -> Selector {
    if contains(.getter) { return Selector("getter:\(name)") }
    if contains(.setter) { return Selector("setter:\(name)") }
    return Selector(name.description)
  }
}
