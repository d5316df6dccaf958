/// What a class lists among its ``InterceptableObject/messages``: a message of any kind, or a property.
public protocol InterceptableMessage: Sendable {
  /// The messages that it stands for, as the runtime knows them: two for a property, else one.
  var kinds: [MessageKind] { get }
}

/// The messages that a class lists.
public typealias MessageList = [any InterceptableMessage]

extension ThrowingMessage: InterceptableMessage {
  /// The message itself.
  public var kinds: [MessageKind] { [TypedMessageKind(self)] }
}
