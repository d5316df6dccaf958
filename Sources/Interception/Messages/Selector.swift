/// The name of a message, written as Swift writes it: `"insertRows(at:with:)"`.
///
/// Two selectors are equal when their names are.
public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name, as the class that declares the message wrote it.
  public let name: String

  /// Makes the selector of a name.
  public init(_ name: String) {
    self.name = name
  }

  /// Makes the selector that a literal names.
  public init(stringLiteral name: String) {
    self.name = name
  }

  /// The name.
  public var description: String { name }
}

extension Selector {
  /// The message that every object gets last.
  public static let deallocation: Selector = "deinit"

  /// How that message is called in Objective-C, and how a method of that name would be written.
  static let deallocationElsewhere: Set<Selector> = ["dealloc", "dealloc()", "deinit()"]

  /// The runtime's own life-cycle messages, which can be neither hooked nor sent, spelled as in Swift and as in Objective-C.
  static let blacklist: Set<Selector> = [
    "retain()", "retain", "release()", "release", "autorelease()", "autorelease",
    "forwardInvocation(_:)", "forwardInvocation:", "forwardInvocation",
    "forwardingTarget(for:)", "forwardingTargetForSelector:", "forwardingTarget",
  ]
}

/// The types of a message, readable at run time.
public struct MessageSignature: Sendable, Equatable, CustomStringConvertible {
  /// The class that declares the message.
  public let receiver: any Any.Type
  /// The type of the arguments: one value, a tuple where there are several.
  public let arguments: any Any.Type
  /// The type of the result.
  public let result: any Any.Type
  /// The type of the errors; `Never` where there are none.
  public let failure: any Any.Type
  /// Whether the message is asynchronous.
  public let isAsync: Bool

  init(
    receiver: any Any.Type, arguments: any Any.Type, result: any Any.Type, failure: any Any.Type, isAsync: Bool = false
  ) {
    self.receiver = receiver
    self.arguments = arguments
    self.result = result
    self.failure = failure
    self.isAsync = isAsync
  }

  /// The types of the single arguments, in order; none where the message takes none.
  public var argumentTypes: [any Any.Type] { ArgumentsLayout(of: arguments).elements.map(\.type) }

  /// The labels of the single arguments in the message's tuple, in order; nil where one has none.
  public var argumentLabels: [String?] { ArgumentsLayout(of: arguments).elements.map(\.label) }

  /// Whether all four types are the same, and both messages are asynchronous or neither is.
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

extension ThrowingMessage {
  /// The message's types.
  public var signature: MessageSignature {
    MessageSignature(receiver: Receiver.self, arguments: Arguments.self, result: Result.self, failure: Failure.self)
  }
}

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
  /// also spell a message that is asynchronous and one that is not, so the former is known by the complement; and one that
  /// throws, which is known by its last bit set, so that a send of one that does not need not ask for the type of errors.
  @inlinable
  @inline(__always)
  func key(of name: StaticString, throws isThrowing: Bool = false) -> UInt {
    let address = UInt(bitPattern: unsafe name.utf8Start) &+ (contains(.setter) ? 1 : 0)
    return contains(.async) ? ~address : isThrowing ? address ^ MessageTraits.throwingMark : address
  }

  @inlinable
  @inline(__always)
  static var throwingMark: UInt { UInt(1) &<< (UInt.bitWidth &- 1) }

  /// The name that the literal spells whose address is the key of a message that is not asynchronous.
  func name(at key: UInt, throws isThrowing: Bool) -> String {
    let address = (isThrowing ? key ^ MessageTraits.throwingMark : key) &- (contains(.setter) ? 1 : 0)
    guard let start = unsafe UnsafePointer<CChar>(bitPattern: address) else { return "" }
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
