/// The advice of one level, a list for each place in a call.
@usableFromInline
struct AdviceLists: Sendable {
  @usableFromInline var befores: AdviceTree?
  @usableFromInline var arounds: AdviceTree?
  @usableFromInline var insteads: AdviceTree?
  @usableFromInline var afters: AdviceTree?
  /// Observers of a property, which stand outside all levels.
  var observers: AdviceTree?

  init() {}

  /// The list in which an aspect is kept.
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

  /// Whether there is anything at the level itself, observers left out.
  var hasAdvice: Bool { befores != nil || arounds != nil || insteads != nil || afters != nil }

  var isEmpty: Bool { !hasAdvice && observers == nil }

  var count: Int { all.reduce(0) { $0 + $1.count } }

  /// The lists of a class with those of an object behind them; observers, which make a layer of their own, are left out.
  func joined(with other: AdviceLists) -> AdviceLists {
    var joined = AdviceLists()
    joined.befores = AdviceTree.joined(befores, other.befores)
    joined.arounds = AdviceTree.joined(arounds, other.arounds)
    joined.insteads = AdviceTree.joined(insteads, other.insteads)
    joined.afters = AdviceTree.joined(afters, other.afters)
    return joined
  }

  /// Leaves those advice that satisfy the predicate, which is asked once for each.
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

/// A list of advice whose type is known.
///
/// The lists of a level hold advice of the types of its message, but for the class of the receivers (see ``RootReceiver``), and of
/// the kind that belongs in each list; a cast would compare what is the same but for its name.
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

  /// The only advice; nil where there is none, or more than one.
  var sole: Node? {
    guard let root, root.count == 1 else { return nil }
    return AdviceList.node(of: root)
  }

  @inlinable var count: Int { root?.count ?? 0 }

  /// The advice of a number, with a reference that the caller counts.
  ///
  /// - Complexity: O(log `count`).
  /// - Precondition: `0 <= number < count`.
  @inlinable
  subscript(number: Int) -> Node {
    guard let root else { preconditionFailure("no advice \(number) in an empty list") }
    return unsafe RootReceiver.reference(root[number], to: Node.self)
  }
}

/// The closure of an advice, in the form in which generic code calls it.
///
/// A closure that is read out of a generic type, or converted to one, is wrapped in another, which costs each call a call. One
/// that generic code takes, keeps and calls here is not.
@usableFromInline
struct AdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: (inout Call) throws(Failure) -> Output

  @usableFromInline
  init(_ body: @escaping (inout Call) throws(Failure) -> Output) {
    self.body = body
  }

  /// Takes a closure that runs on the main actor only, where the calls of its message run.
  ///
  /// - Precondition: the message is of the main actor, so that each send checks that it comes from there.
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
  /// The same closure as one of a message that may throw.
  func throwing<Other>(_ type: Other.Type) -> AdviceFunction<Call, Output, Other> {
    // Generic code calls a closure alike whatever its type of errors is, and this one throws none.
    unsafe unsafeBitCast(self, to: AdviceFunction<Call, Output, Other>.self)
  }
}

/// The type of errors of an advice that does not throw, which is `Never`.
///
/// A hook whose message is an argument takes closures that throw nothing through it, since the compiler finds `Never` for the
/// errors of such a closure, whatever the message throws. Nothing else may conform.
public protocol NeverThrown: Error {}

extension Never: NeverThrown {}

/// The closure of an advice on an asynchronous message, in the form in which generic code calls it, as ``AdviceFunction`` is.
@usableFromInline
struct AsyncAdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: nonisolated(nonsending) (inout Call) async throws(Failure) -> Output

  init(_ body: nonisolated(nonsending) @escaping (inout Call) async throws(Failure) -> Output) {
    self.body = body
  }

  /// Takes a closure that runs on the main actor only, where the calls of its message run.
  ///
  /// - Precondition: the message is of the main actor, so that each send checks that it comes from there.
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
  /// The same closure as one of a message that may throw.
  func throwing<Other>(_ type: Other.Type) -> AsyncAdviceFunction<Call, Output, Other> {
    // Generic code calls a closure alike whatever its type of errors is, and this one throws none.
    unsafe unsafeBitCast(self, to: AsyncAdviceFunction<Call, Output, Other>.self)
  }
}

/// A call that an advice of the main actor is given by a caller that is there already, so that nothing is handed over.
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

/// A before advice in an asynchronous chain.
@usableFromInline
final class AsyncBeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AsyncAdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let body: Body
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}

/// An after advice in an asynchronous chain.
@usableFromInline
final class AsyncAfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let body: Body
  /// What is asked ahead of the closure; nil where that asks for itself.
  @usableFromInline let gate: Admission?
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?, isAskedByBody: Bool = false) {
    self.body = body
    gate = isAskedByBody ? nil : admission
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { gate?.admits() ?? true }
}

/// An around or instead advice in an asynchronous chain.
@usableFromInline
final class AsyncAroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body =
    AsyncAdviceFunction<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline let body: Body
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether this call runs the advice; asked right before it would.
  @inlinable var isAdmitted: Bool { admission?.admits() ?? true }
}
