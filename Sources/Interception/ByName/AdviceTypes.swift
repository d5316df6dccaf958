/// The types that an advice declares, checked against a message's when it is hooked.
struct AdviceTypes {
  let parameters: [any Any.Type]
  let result: any Any.Type
  let failure: any Any.Type

  init<each Parameter, Output, Failure: Error>(taking advice: (repeat each Parameter) throws(Failure) -> Output) {
    var parameters: [any Any.Type] = []
    repeat parameters.append((each Parameter).self)
    self.parameters = parameters
    result = Output.self
    failure = Failure.self
  }

  /// All that an advice may take and give there.
  init(allThat kind: MessageKind, mayTakeAt position: AdvicePosition) {
    parameters = [AspectInfo.self] + kind.layout.elements.map(\.type)
    result = position.mayProceed ? kind.signature.result : Void.self
    failure = kind.signature.failure
  }

  /// Whether the advice may stand there: it takes the info and at most the message's arguments, and gives what is asked of it.
  func fit(_ kind: MessageKind, at position: AdvicePosition) -> Bool {
    let given = [AspectInfo.self] + kind.layout.elements.map(\.type)
    return parameters.count <= given.count && zip(parameters, given).allSatisfy { $0 == $1 }
      && fitResult(kind.signature, position) && fitFailure(kind.signature, position)
  }

  /// Around a call and in its place the result is the message's, or boxed; elsewhere there is none, which `try?` makes optional.
  private func fitResult(_ signature: MessageSignature, _ position: AdvicePosition) -> Bool {
    guard position.mayProceed else { return result == Void.self || result == Void?.self }
    return result == signature.result || result == Any.self || result == Any?.self
  }

  /// An advice throws what the message does; where it may proceed, it may also pass on, untyped, whatever comes of that.
  private func fitFailure(_ signature: MessageSignature, _ position: AdvicePosition) -> Bool {
    let isAnything = failure == (any Error).self
    return failure == Never.self || failure == signature.failure || signature.failure == (any Error).self
      || (position.mayProceed && isAnything)
  }
}

extension AdviceTypes: CustomStringConvertible {
  /// The types as Swift would write them: `"(AspectInfo, Int) -> ()"`.
  var description: String {
    let effect = failure == Never.self ? "" : failure == (any Error).self ? " throws" : " throws(\(failure))"
    return "(\(parameters.map { "\($0)" }.joined(separator: ", ")))\(effect) -> \(result)"
  }
}

extension AdvicePosition {
  /// Whether an advice stands around something there.
  var mayProceed: Bool { self == .around || self == .instead }
}
