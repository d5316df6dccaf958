/// Where an advice that does not know a message's types meets calls that do: one for each hook by name.
///
/// `frame` is what the position knows of a call beside its arguments: a value on the stack of the call, of the subclass's choice.
@safe
class JoinPoint: @unchecked Sendable {
  final let kind: MessageKind
  final let position: AdvicePosition
  final let advice: ErasedAdvice

  init(_ kind: MessageKind, _ position: AdvicePosition, _ advice: ErasedAdvice) {
    self.kind = kind
    self.position = position
    self.advice = advice
  }

  final var layout: ArgumentsLayout { kind.layout }

  /// Whether what is put into the arguments is seen by anyone.
  var argumentsMayChange: Bool { true }

  /// What the call returned.
  @unsafe
  func result(in frame: UnsafeMutableRawPointer) -> Any? { nil }

  /// What the call threw.
  @unsafe
  func error(in frame: UnsafeMutableRawPointer) -> (any Error)? { nil }

  @unsafe
  func setResult(_ value: Any, in frame: UnsafeMutableRawPointer) throws(AspectError) {
    throw unavailable("setResult")
  }

  @unsafe
  func proceed(_ arguments: UnsafeMutableRawPointer?, in frame: UnsafeMutableRawPointer) throws -> Any {
    throw unavailable("proceed")
  }

  @unsafe
  func proceed(with arguments: [Any], in frame: UnsafeMutableRawPointer) throws -> Any {
    throw unavailable("proceed")
  }

  /// Runs the advice in a call: `arguments` and `frame` are where the call keeps them until this returns.
  @unsafe
  @inline(__always)
  final func runAdvice(
    _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer,
    frame: UnsafeMutableRawPointer? = nil
  ) throws -> Any? {
    var info = unsafe AspectInfo(self, target, arguments: arguments, frame: frame)
    defer { if !isKnownUniquelyReferenced(&info) { info.end(isKept: true) } }
    return try advice.body(info)
  }

  final var callEnded: AspectError { .callEnded(class: kind.className, selector: kind.selector) }

  final func unavailable(_ operation: String) -> AspectError {
    .unavailable(operation: operation, class: kind.className, selector: kind.selector, position: position)
  }
}

extension MessageKind {
  /// The name of the class that declares the message.
  final var className: String { "\(signature.receiver)" }

  /// Runs `body`, and words what it has against arguments as an error of the message.
  final func wording<Value>(
    _ body: () throws(ArgumentsMismatch) -> Value
  ) throws(AspectError) -> Value {
    do throws(ArgumentsMismatch) {
      return try body()
    } catch {
      throw AspectError(error, class: className, selector: selector)
    }
  }
}

extension AspectError {
  init(_ mismatch: ArgumentsMismatch, class name: String, selector: Selector) {
    switch mismatch {
    case .count(let expected, let given):
      self = .argumentCount(class: name, selector: selector, expected: expected, given: given)
    case .noSuchIndex(let index, let count):
      self = .noSuchArgument(class: name, selector: selector, index: index, count: count)
    case .type(let index, let expected, let given):
      self = .argumentType(class: name, selector: selector, index: index, expected: expected, given: given)
    }
  }
}
