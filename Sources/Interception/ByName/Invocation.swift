/// A send by name, as a value: receiver, selector and boxed arguments, and the result once it has been invoked.
///
/// ```swift
/// var invocation = Invocation(account, "deposit(_:)", [5])
/// try invocation.invoke()
/// try invocation.invoke(on: otherAccount)
/// ```
///
/// Invoking is a send like any other: the receiver's advice runs. What the receiver's class lacks reaches its forwarding. A plain
/// Swift override of the method that sends a message is not part of the message, and not run.
public struct Invocation {
  /// The object that the message is sent to.
  public let receiver: InterceptableObject
  /// The message's name.
  public let selector: Selector
  /// The arguments in order; compared with the message's when it is sent.
  public var arguments: [Any]
  /// What the latest send came to, or what a class that forwards has put here; nil before that.
  public var result: Any?
  /// The objects that are forwarding it.
  private var forwarders: Set<ObjectIdentifier> = []

  /// Makes the send of a message to an object; nothing is checked before it is invoked.
  public init(_ receiver: InterceptableObject, _ selector: Selector, _ arguments: [Any] = []) {
    self.receiver = receiver
    self.selector = selector
    self.arguments = arguments
  }

  /// The message's types, as the receiver's class has it; nil where it has none of that name.
  public var signature: MessageSignature? { receiver.actualClass.message(selector)?.signature }

  /// Sends the message to its receiver; each time anew.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the receiver's class neither has the message nor forwards it, and where
  ///   the arguments do not fit.
  @discardableResult
  public mutating func invoke() throws -> Any {
    try invoke(on: receiver)
  }

  /// Sends the message to another object, of the same class or of any that has a message of that name.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the object's class neither has the message nor forwards it, where the
  ///   arguments do not fit, and where the object is forwarding this very send.
  @discardableResult
  public mutating func invoke(on receiver: InterceptableObject) throws -> Any {
    try checkSendable(to: receiver)
    guard let kind = receiver.actualClass.message(selector) else { return try forward(from: receiver) }
    let result = try kind.invoke(arguments, on: receiver)
    self.result = result
    return result
  }

  /// Asks the class of an object that lacks the message: first for an object to send it to, then to see to it itself.
  private mutating func forward(from receiver: InterceptableObject) throws -> Any {
    forwarders.insert(ObjectIdentifier(receiver))
    defer { forwarders.remove(ObjectIdentifier(receiver)) }
    if let target = receiver.otherTarget(for: selector) { return try invoke(on: target) }
    if try receiver.forwardInvocation(&self) { return result ?? () }
    throw receiver.actualClass.doesNotRespond(to: selector)
  }

  /// What is the runtime's own is not to be sent, nor may a send go in a circle.
  private func checkSendable(to receiver: InterceptableObject) throws(AspectError) {
    if selector == .deallocation || Selector.blacklist.contains(selector) {
      throw .selectorBlacklisted(class: receiver.statedClass.name, selector: selector)
    }
    if forwarders.contains(ObjectIdentifier(receiver)) {
      throw .forwardingLoop(class: receiver.statedClass.name, selector: selector)
    }
  }
}

/// Invoking what may be asynchronous.
extension Invocation {
  /// Sends the message to its receiver, and awaits what it returns; each time anew.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the receiver's class neither has the message nor forwards it, and where
  ///   the arguments do not fit.
  @discardableResult
  public nonisolated(nonsending) mutating func invoke() async throws -> Any {
    try await invoke(on: receiver)
  }

  /// Sends the message to another object, and awaits what it returns.
  ///
  /// What an object's class sees to by itself, without an object to forward to, must not suspend.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the object's class neither has the message nor forwards it, where the
  ///   arguments do not fit, and where the object is forwarding this very send.
  @discardableResult
  public nonisolated(nonsending) mutating func invoke(on receiver: InterceptableObject) async throws -> Any {
    var receiver = receiver
    var asked: Set<ObjectIdentifier> = []
    defer { forwarders.subtract(asked) }
    while true {
      try checkSendable(to: receiver)
      if let kind = receiver.actualClass.message(selector) {
        let result = try await kind.invoke(arguments, on: receiver)
        self.result = result
        return result
      }
      guard let target = receiver.otherTarget(for: selector) else { return try invokeAtOnce(on: receiver) }
      forwarders.insert(ObjectIdentifier(receiver))
      asked.insert(ObjectIdentifier(receiver))
      receiver = target
    }
  }

  private mutating func invokeAtOnce(on receiver: InterceptableObject) throws -> Any {
    try invoke(on: receiver)
  }
}

extension InterceptableObject {
  /// Another object that the class would have a message sent to.
  fileprivate final func otherTarget(for selector: Selector) -> InterceptableObject? {
    forwardingTarget(for: selector).flatMap { $0 === self ? nil : $0 }
  }

  /// Sends a message by name; what the object's class lacks reaches its forwarding.
  ///
  /// ```swift
  /// try account.perform("deposit(_:)", 5)
  /// ```
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the class neither has the message nor forwards it, and where the
  ///   arguments do not fit.
  @discardableResult
  public final func perform(_ selector: Selector, _ arguments: Any...) throws -> Any {
    var invocation = Invocation(self, selector, arguments)
    return try invocation.invoke()
  }

  /// Sends a message by name, and awaits what it returns; what the object's class lacks reaches its forwarding.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the class neither has the message nor forwards it, and where the
  ///   arguments do not fit.
  @discardableResult
  public nonisolated(nonsending) final func perform(_ selector: Selector, _ arguments: Any...) async throws -> Any {
    var invocation = Invocation(self, selector, arguments)
    return try await invocation.invoke()
  }
}

extension AspectInfo {
  /// The send that this call is, with the arguments as they are now; invoking it sends the message anew, advice and all.
  public var invocation: Invocation { Invocation(receiver, selector, arguments) }
}
