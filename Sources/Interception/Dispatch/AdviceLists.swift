/// The advice of one level, with one list for each group of positions.
@usableFromInline
struct AdviceLists: Sendable {
  @usableFromInline var befores: AdviceTree?
  @usableFromInline var arounds: AdviceTree?
  @usableFromInline var insteads: AdviceTree?
  @usableFromInline var afters: AdviceTree?
  /// Property observers, which run outside all levels.
  var observers: AdviceTree?

  init() {}

  /// The list that contains, or would contain, an aspect.
  subscript(aspect: Aspect) -> AdviceTree? {
    get {
      if aspect.isObserver { return observers }
      return switch aspect.position {
      case .before: befores
      case .around: arounds
      case .instead: insteads
      case .after, .afterReturning, .afterThrowing: afters
      }
    }
    set {
      if aspect.isObserver { return observers = newValue }
      switch aspect.position {
      case .before: befores = newValue
      case .around: arounds = newValue
      case .instead: insteads = newValue
      case .after, .afterReturning, .afterThrowing: afters = newValue
      }
    }
  }

  var all: [AdviceTree] { [befores, arounds, insteads, afters, observers].compactMap { $0 } }

  /// Whether there is any advice, without observers.
  var hasAdvice: Bool { befores != nil || arounds != nil || insteads != nil || afters != nil }

  var isEmpty: Bool { !hasAdvice && observers == nil }

  var count: Int { all.reduce(0) { $0 + $1.count } }

  /// Returns these lists followed by another level's, without observers, which have a separate layer.
  func joined(with other: AdviceLists) -> AdviceLists {
    var joined = AdviceLists()
    joined.befores = AdviceTree.joined(befores, other.befores)
    joined.arounds = AdviceTree.joined(arounds, other.arounds)
    joined.insteads = AdviceTree.joined(insteads, other.insteads)
    joined.afters = AdviceTree.joined(afters, other.afters)
    return joined
  }

  /// Keeps only the advice that satisfies the predicate, which is called once for each.
  mutating func filter(_ isKept: (InstalledAdvice) -> Bool) {
    befores = AdviceTree.filtering(befores, isKept)
    arounds = AdviceTree.filtering(arounds, isKept)
    insteads = AdviceTree.filtering(insteads, isKept)
    afters = AdviceTree.filtering(afters, isKept)
    observers = AdviceTree.filtering(observers, isKept)
  }

  func contains(where predicate: (InstalledAdvice) -> Bool) -> Bool {
    all.contains { $0.contains(where: predicate) }
  }
}

/// A list of advice of a known node type.
///
/// Each list of a level contains only nodes of its kind and of its message's types, so elements are reinterpreted
/// without a checked cast. The receiver type is erased; see ``RootReceiver``.
@usableFromInline
struct AdviceList<Node: InstalledAdvice>: Sendable {
  @usableFromInline let root: AdviceTree?

  @inlinable
  @inline(__always)
  init(_ root: AdviceTree?) {
    self.root = root
  }

  @inlinable
  @inline(__always)
  static func node(of tree: AdviceTree) -> Node {
    unsafe RootReceiver.reference(tree.advice, to: Node.self)
  }

  /// The only advice; nil if there is none or more than one.
  var sole: Node? {
    guard let root, root.count == 1 else { return nil }
    return AdviceList.node(of: root)
  }

  @inlinable var count: Int { root?.count ?? 0 }

  /// The advice at an index, retained for the caller.
  ///
  /// - Complexity: O(log `count`).
  /// - Precondition: `0 <= number < count`.
  @inlinable
  subscript(number: Int) -> Node {
    guard let root else { preconditionFailure("no advice \(number) in an empty list") }
    return unsafe RootReceiver.reference(root[number], to: Node.self)
  }
}

/// The closure of an advice, with the calling convention that generic code uses.
///
/// A closure that is converted to or from a generic function type is wrapped in a thunk, which costs an extra call.
/// Passing, storing and calling it in generic code only, as here, avoids that.
@usableFromInline
struct AdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: (inout Call) throws(Failure) -> Output

  @usableFromInline
  init(_ body: @escaping (inout Call) throws(Failure) -> Output) {
    self.body = body
  }

  /// Wraps a closure isolated to the main actor, on which its message's calls run.
  ///
  /// - Precondition: the message is a main-actor message, so that each send checks that it is on the main actor.
  static func onMainActor(
    _ body: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) -> AdviceFunction {
    // The actor isolation of a synchronous function doesn't affect its calling convention.
    AdviceFunction(unsafe unsafeBitCast(body, to: ((inout Call) throws(Failure) -> Output).self))
  }

  @inlinable
  @inline(__always)
  func callAsFunction(_ call: inout Call) throws(Failure) -> Output {
    try body(&call)
  }
}

extension AdviceFunction where Call: ~Copyable, Failure: NeverThrown {
  /// Converts the nonthrowing closure to one for a throwing message.
  func throwing<Other>(_ type: Other.Type) -> AdviceFunction<Call, Output, Other> {
    // Generic code calls closures in the same way for every error type, and this one throws none.
    unsafe unsafeBitCast(self, to: AdviceFunction<Call, Output, Other>.self)
  }
}

/// A protocol that only `Never` conforms to: the error type of advice that doesn't throw.
///
/// Hooks with a message parameter accept nonthrowing closures through this protocol, since the compiler infers `Never`
/// as such a closure's error type, whatever the message throws. Don't add conformances.
public protocol NeverThrown: Error {}

extension Never: NeverThrown {}

/// The closure of an advice on an asynchronous message; the counterpart of ``AdviceFunction``.
@usableFromInline
struct AsyncAdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: nonisolated(nonsending) (inout Call) async throws(Failure) -> Output

  init(_ body: nonisolated(nonsending) @escaping (inout Call) async throws(Failure) -> Output) {
    self.body = body
  }

  /// Wraps a closure isolated to the main actor, on which its message's calls run.
  ///
  /// - Precondition: the message is a main-actor message, so that each send checks that it is on the main actor.
  static func onMainActor(
    _ body: @escaping @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) -> AsyncAdviceFunction {
    AsyncAdviceFunction { call async throws(Failure) in
      var lent = LentToMainActor(call)
      let outcome = await lent.run(body)
      call = lent.value
      return try outcome.get().value
    }
  }

  @inlinable
  @inline(__always)
  nonisolated(nonsending) func callAsFunction(_ call: inout Call) async throws(Failure) -> Output {
    try await body(&call)
  }
}

extension AsyncAdviceFunction where Call: ~Copyable, Failure: NeverThrown {
  /// Converts the nonthrowing closure to one for a throwing message.
  func throwing<Other>(_ type: Other.Type) -> AsyncAdviceFunction<Call, Output, Other> {
    // Generic code calls closures in the same way for every error type, and this one throws none.
    unsafe unsafeBitCast(self, to: AsyncAdviceFunction<Call, Output, Other>.self)
  }
}

/// A call passed to main-actor advice by a caller on the main actor, so that it never crosses an isolation boundary.
private struct LentToMainActor<Call: ~Copyable>: ~Copyable, @unchecked Sendable {
  var value: Call

  init(_ value: consuming Call) {
    self.value = value
  }

  @MainActor
  mutating func run<Output, Failure>(
    _ body: @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) async -> Result<StaysOnMainActor<Output>, Failure> {
    do throws(Failure) {
      return .success(StaysOnMainActor(try await body(&value)))
    } catch {
      return .failure(error)
    }
  }
}

/// Before advice in an asynchronous chain.
@usableFromInline
final class AsyncBeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AsyncAdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let body: Body
  private let presence: AdviceLifetime

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdviceLifetime(token)
    super.init(token, admission: admission)
  }

  /// Whether the advice runs in the current call; read right before it would run.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}

/// After advice in an asynchronous chain.
@usableFromInline
final class AsyncAfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let body: Body
  /// The admission to check before the closure; nil if the closure checks it itself.
  @usableFromInline let gate: Admission?
  private let presence: AdviceLifetime

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?, checksAdmissionInBody: Bool = false) {
    self.body = body
    gate = checksAdmissionInBody ? nil : admission
    presence = AdviceLifetime(token)
    super.init(token, admission: admission)
  }

  /// Whether the advice runs in the current call; read right before it would run.
  @inlinable var isAdmitted: Bool { gate?.admits() ?? true }
}

/// Around or instead advice in an asynchronous chain.
@usableFromInline
final class AsyncAroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body =
    AsyncAdviceFunction<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline let body: Body
  private let presence: AdviceLifetime

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdviceLifetime(token)
    super.init(token, admission: admission)
  }

  /// Whether the advice runs in the current call; read right before it would run.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}
