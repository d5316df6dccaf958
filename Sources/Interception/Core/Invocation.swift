/// A send by name as a value: receiver, selector and boxed arguments, and after invocation the result.
///
/// ```swift
/// var invocation = Invocation(account, "deposit(_:)", [5])
/// try invocation.invoke()
/// try invocation.invoke(on: otherAccount)
/// ```
///
/// Invoking it runs the receiver's advice, like any other send. Messages that the receiver's class lacks are forwarded.
/// A Swift override of the method that sends the message isn't part of the message, and doesn't run.
public struct Invocation {
  /// The object that the message is sent to.
  public let receiver: InterceptableObject
  /// The message's name.
  public let selector: Selector
  /// The arguments in order; their types are checked when the message is sent.
  public var arguments: [Any]
  /// The result of the latest send, or the one set by a forwarding class; nil before that.
  public var result: Any?
  /// The objects that are currently forwarding it.
  private var forwarders: Set<ObjectIdentifier> = []

  /// Creates an invocation; nothing is checked before it is invoked.
  public init(_ receiver: InterceptableObject, _ selector: Selector, _ arguments: [Any] = []) {
    self.receiver = receiver
    self.selector = selector
    self.arguments = arguments
  }

  /// The message's types in the receiver's class; nil if the class has no message of that name.
  public var signature: MessageSignature? { receiver.actualClass.message(selector)?.signature }

  /// Sends the message to its receiver, or to another object that has a message of that name; may be called repeatedly.
  ///
  /// - Returns: the boxed result.
  /// - Throws: the message's error; and ``AspectError`` if the object's class neither has the message nor forwards it,
  ///   if the arguments don't fit, or if the object is already forwarding this send.
  @discardableResult
  public mutating func invoke(on other: InterceptableObject? = nil) throws -> Any {
    let receiver = other ?? receiver
    try checkSendable(to: receiver)
    guard let kind = receiver.actualClass.message(selector) else { return try forward(from: receiver) }
    let result = try kind.invoke(arguments, on: receiver)
    self.result = result
    return result
  }

  /// Forwards a message that the object lacks: first to its forwarding target, otherwise with `forwardInvocation(_:)`.
  private mutating func forward(from receiver: InterceptableObject) throws -> Any {
    forwarders.insert(ObjectIdentifier(receiver))
    defer { forwarders.remove(ObjectIdentifier(receiver)) }
    if let target = receiver.otherTarget(for: selector) { return try invoke(on: target) }
    if try receiver.forwardInvocation(&self) { return result ?? () }
    throw receiver.actualClass.doesNotRespond(to: selector)
  }

  /// Throws for messages reserved for the runtime, and for forwarding loops.
  private func checkSendable(to receiver: InterceptableObject) throws(AspectError) {
    if selector == .deallocation || Selector.blacklist.contains(selector) {
      throw .selectorBlacklisted(class: receiver.statedClass.name, selector: selector)
    }
    if forwarders.contains(ObjectIdentifier(receiver)) {
      throw .forwardingLoop(class: receiver.statedClass.name, selector: selector)
    }
  }
}

/// Invocation of messages that may be asynchronous.
extension Invocation {
  /// Sends the message and awaits the result, otherwise as the synchronous function does.
  ///
  /// `forwardInvocation(_:)`, which is called if there is no forwarding target, can't suspend.
  @discardableResult
  public nonisolated(nonsending) mutating func invoke(on other: InterceptableObject? = nil) async throws -> Any {
    let receiver = other ?? receiver
    try checkSendable(to: receiver)
    if let kind = receiver.actualClass.message(selector) {
      let result = try await kind.invoke(arguments, on: receiver)
      self.result = result
      return result
    }
    guard let target = receiver.otherTarget(for: selector) else { return try forward(from: receiver) }
    forwarders.insert(ObjectIdentifier(receiver))
    defer { forwarders.remove(ObjectIdentifier(receiver)) }
    return try await invoke(on: target)
  }
}

extension InterceptableObject {
  /// Returns the forwarding target of a message, unless it is this object.
  fileprivate final func otherTarget(for selector: Selector) -> InterceptableObject? {
    forwardingTarget(for: selector).flatMap { $0 === self ? nil : $0 }
  }

  /// Sends a message by name; messages that the object's class lacks are forwarded.
  ///
  /// ```swift
  /// try account.perform("deposit(_:)", 5)
  /// ```
  ///
  /// - Returns: the boxed result.
  /// - Throws: the message's error; and ``AspectError`` if the class neither has the message nor forwards it, or if the
  ///   arguments don't fit.
  @discardableResult
  public final func perform(_ selector: Selector, _ arguments: Any...) throws -> Any {
    var invocation = Invocation(self, selector, arguments)
    return try invocation.invoke()
  }

  /// Sends a message by name and awaits the result, otherwise as the synchronous function does.
  @discardableResult
  public nonisolated(nonsending) final func perform(_ selector: Selector, _ arguments: Any...) async throws -> Any {
    var invocation = Invocation(self, selector, arguments)
    return try await invocation.invoke()
  }
}
