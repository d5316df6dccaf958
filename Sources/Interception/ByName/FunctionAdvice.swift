/// A function that was handed over as `Any`, found out by trying the types that a message can use.
///
/// Swift's casts of functions are exact, so that a function which passes one is of these very types, and may be shared.
struct FunctionAdvice {
  let value: Any
  /// Whether there is a result to fall back on, so that the function may return nothing.
  var hasFallback = false

  /// How many of a message's arguments such a function may take.
  static var maximumArguments: Int { 6 }

  /// The function as advice for a message; nil where its types are others.
  func known(for kind: MessageKind, at position: AdvicePosition) -> ErasedAdvice? {
    let elements = kind.layout.elements.prefix(FunctionAdvice.maximumArguments).map(\.type)
    func search<Output>(_ output: Output.Type) -> ErasedAdvice? {
      find(elements, output, Never.self) ?? kind.signature.typedFailure.flatMap { find(elements, output, $0) }
        ?? find(elements, output, AspectError.self) ?? find(elements, output, (any Error).self)
    }
    return AdviceTypes.results(of: kind, at: position, hasFallback: hasFallback).lazy.compactMap { search($0) }.first
  }

  private func find<Output, Failure: Error>(
    _ elements: [any Any.Type], _ output: Output.Type, _ failure: Failure.Type
  ) -> ErasedAdvice? {
    if let function = value as? @Sendable () throws(Failure) -> Output { return ErasedAdvice(taking: function) }
    return (0...elements.count).lazy.compactMap { count in
      func type(_ index: Int) -> any Any.Type { index < count ? elements[index] : Void.self }
      return Arity<Output, Failure>(value: value, count: count)
        .find(type(0), type(1), type(2), type(3), type(4), type(5))
    }.first
  }

  /// The function as one that takes the info and `count` arguments.
  private struct Arity<Output, Failure: Error> {
    let value: Any
    let count: Int

    func find<A, B, C, D, E, F>(
      _ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type
    ) -> ErasedAdvice? {
      switch count {
      case 0: (value as? @Sendable (AspectInfo) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 1: (value as? @Sendable (AspectInfo, A) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 2: (value as? @Sendable (AspectInfo, A, B) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 3: (value as? @Sendable (AspectInfo, A, B, C) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 4: (value as? @Sendable (AspectInfo, A, B, C, D) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 5:
        (value as? @Sendable (AspectInfo, A, B, C, D, E) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      default:
        (value as? @Sendable (AspectInfo, A, B, C, D, E, F) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      }
    }
  }
}

extension MessageSignature {
  /// The type of the errors, where it is one type and not any.
  fileprivate var typedFailure: (any Error.Type)? { failure as? any Error.Type }
}
