/// The types that an advice declares, checked against a message's when it is hooked.
@usableFromInline
struct AdviceTypes {
  let parameters: [any Any.Type]
  let result: any Any.Type
  let failure: any Any.Type
  /// Whether it suspends.
  let isAsync: Bool

  @usableFromInline
  init<each Parameter>(
    _ parameters: (repeat each Parameter).Type, _ result: any Any.Type, _ failure: any Any.Type, isAsync: Bool = false
  ) {
    var types: [any Any.Type] = []
    repeat types.append((each Parameter).self)
    self.parameters = types
    self.result = result
    self.failure = failure
    self.isAsync = isAsync
  }

  /// All that an advice may take and give there.
  init(allThat kind: MessageKind, mayTakeAt position: AdvicePosition) {
    parameters = [AspectInfo.self] + kind.layout.elements.map(\.type)
    result = position.mayProceed ? kind.signature.result : Void.self
    failure = kind.signature.failure
    isAsync = kind.signature.isAsync
  }

  /// Whether the advice may stand there: it takes the info and at most the message's arguments, and gives what is asked of it.
  func fit(_ kind: MessageKind, at position: AdvicePosition, hasFallback: Bool = false) -> Bool {
    let given = [AspectInfo.self] + kind.layout.elements.map(\.type)
    return parameters.count <= given.count && zip(parameters, given).allSatisfy { $0 == $1 }
      && AdviceTypes.results(of: kind, at: position, hasFallback: hasFallback).contains { $0 == result }
      && fitFailure(kind.signature)
  }

  /// What an advice may return: around a call and in its place the message's result, or a boxed one; elsewhere nothing.
  ///
  /// In place of a call it may return nothing too where there is a result to fall back on.
  static func results(
    of kind: MessageKind, at position: AdvicePosition, hasFallback: Bool = false
  ) -> [any Any.Type] {
    guard position.mayProceed else { return nothing }
    let results: [any Any.Type] = [kind.signature.result, Any.self, Any?.self]
    return position == .instead && hasFallback ? results + nothing : results
  }

  /// Whether it declares that it returns nothing.
  var returnsNothing: Bool { AdviceTypes.nothing.contains { $0 == result } }

  /// `try?` makes an optional of nothing.
  private static let nothing: [any Any.Type] = [Void.self, Void?.self]

  /// An advice throws what the message does, or is not said to throw anything else.
  ///
  /// What an info throws is an ``AspectError``, and what a closure throws is any error unless it says which. Of those, what the
  /// message cannot throw is reported when it is thrown.
  private func fitFailure(_ signature: MessageSignature) -> Bool {
    let own: [any Any.Type] = [Never.self, (any Error).self, AspectError.self, signature.failure]
    return signature.failure == (any Error).self || own.contains { $0 == failure }
  }
}

extension AdviceTypes: CustomStringConvertible {
  /// The types as Swift would write them: `"(AspectInfo, Int) -> ()"`.
  @usableFromInline var description: String {
    let effect = failure == Never.self ? "" : failure == (any Error).self ? " throws" : " throws(\(failure))"
    return "(\(parameters.map { "\($0)" }.joined(separator: ", ")))\(isAsync ? " async" : "")\(effect) -> \(result)"
  }
}

extension AdvicePosition {
  /// Whether an advice stands around something there.
  var mayProceed: Bool { self == .around || self == .instead }
}
