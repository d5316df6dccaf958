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
