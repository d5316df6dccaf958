/// The name of a message in Swift notation, such as `"insertRows(at:with:)"`.
///
/// Two selectors are equal if their names are equal.
public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name, as the class that declares the message wrote it.
  public let name: String

  /// Creates a selector from a name.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates a selector from a string literal.
  public init(stringLiteral name: String) {
    self.name = name
  }

  /// The name.
  public var description: String { name }
}

extension Selector {
  /// The message that every object receives last.
  public static let deallocation: Selector = "deinit"

  /// The Objective-C name of the deallocation message, for suggestions.
  static let dealloc: Selector = "dealloc"

  /// Life-cycle messages reserved for the runtime, which can't be hooked or sent: as Aspects spells those that it
  /// refuses, and in Swift notation.
  static let blacklist: Set<Selector> = [
    "retain", "release", "autorelease", "forwardInvocation:",
    "retain()", "release()", "autorelease()", "forwardInvocation(_:)", "forwardingTarget(for:)",
  ]

  /// Performs the checks of a hook that don't need a class object.
  func checkHookable(at position: AdvicePosition, in className: String) throws(AspectError) {
    if Selector.blacklist.contains(self) { throw .selectorBlacklisted(class: className, selector: self) }
    if self == .deallocation, position != .before {
      throw .deallocationPosition(class: className, selector: self, position: position)
    }
  }
}

/// The types of a message, for inspection at run time.
public struct MessageSignature: Sendable, Equatable, CustomStringConvertible {
  /// The class that declares the message.
  public let receiver: any Any.Type
  /// The type of the arguments; a tuple if there are several.
  public let arguments: any Any.Type
  /// The type of the result.
  public let result: any Any.Type
  /// The type of the errors; `Never` if there are none.
  public let failure: any Any.Type
  /// Whether the message is asynchronous.
  public private(set) var isAsync = false

  /// The types of the individual arguments, in order; empty if the message takes none.
  public var argumentTypes: [any Any.Type] { ArgumentsLayout(of: arguments).elements.map(\.type) }

  /// Returns whether all four types are equal, and both messages are asynchronous or both synchronous.
  public static func == (one: Self, other: Self) -> Bool {
    one.receiver == other.receiver && one.arguments == other.arguments && one.result == other.result
      && one.failure == other.failure && one.isAsync == other.isAsync
  }

  /// The types as Swift would write them, the receiver first: `"Account.(Int) -> Int"`.
  public var description: String {
    let given = "\(arguments)"
    let list = given.hasPrefix("(") ? given : "(\(given))"
    let effects = (isAsync ? " async" : "") + (failure == Never.self ? "" : " throws(\(failure))")
    return "\(receiver).\(list)\(effects) -> \(result)"
  }
}

/// Properties of a message besides its name and types, as constants that sends of other messages never read.
@usableFromInline
struct MessageTraits: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @inlinable @inline(__always)
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The original may run on the main actor only.
  @inlinable @inline(__always) static var mainActor: MessageTraits { MessageTraits(rawValue: 1) }

  /// The message reads the property of that name.
  @inlinable @inline(__always) static var getter: MessageTraits { MessageTraits(rawValue: 2) }

  /// The message writes the property of that name.
  @inlinable @inline(__always) static var setter: MessageTraits { MessageTraits(rawValue: 4) }

  /// The message is asynchronous.
  @inlinable @inline(__always) static var async: MessageTraits { MessageTraits(rawValue: 8) }

  /// Traps with the name of a main-actor message, if it is sent from elsewhere; does nothing for other messages.
  @inlinable @inline(__always)
  func checkIsolation(of message: @autoclosure () -> String) {
    if contains(.mainActor) {
      MainActor.preconditionIsolated("'\(message())' is a message of the main actor, and was sent from elsewhere")
    }
  }

  /// Returns a message's key in lookup tables, derived from the address of its name literal.
  ///
  /// A property's two messages share the literal, so a setter's key is the complement of the address without its first
  /// bit; an address within the literal could be that of another name, since linkers store one name within another. An
  /// asynchronous message may share a literal with a synchronous one: its key is the complement of the address.
  @inlinable @inline(__always)
  func key(of name: StaticString) -> UInt {
    contains(.setter) ? MessageTraits.setterKey(name.address) : contains(.async) ? ~name.address : name.address
  }

  /// Returns the key of a property's setter; two of it are the address again.
  @inlinable @inline(__always)
  static func setterKey(_ address: UInt) -> UInt { address ^ (.max &>> 1) }

  /// Returns the name of the synchronous message with a key.
  func name(at key: UInt) -> String { String(staticStringAt: contains(.setter) ? MessageTraits.setterKey(key) : key) }

  /// Returns the selector of a message with this name; for a property's messages, in the notation of `#selector`.
  func selector(of name: String) -> Selector {
    if contains(.getter) { return Selector("getter:\(name)") }
    if contains(.setter) { return Selector("setter:\(name)") }
    return Selector(name)
  }
}
