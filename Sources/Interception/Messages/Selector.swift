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
