/// A stretch of a task to which hooks can be confined: they run in its calls and in those of its child tasks, and nowhere else.
///
/// Two tasks that run side by side can so hook one class differently, and neither sees the other's advice:
///
/// ```swift
/// try await HookScope.run {
///   try Account.deposit.hook(.before, .scoped) { call in call.arguments *= 2 }
///   await transferEverything()
/// }
/// ```
///
/// Hooks without ``AspectOptions/scoped`` are installed as anywhere else. A scope inside a scope counts as inside the outer one
/// too. Child tasks are those of a task group and of `async let`, and `Task { }`, which inherits as well; `Task.detached` and
/// other threads are outside. What is hooked in a scope is removed when `HookScope.run(_:)` returns or throws, so a task that
/// outlives it finds nothing any more.
///
/// A hook that is scoped costs calls outside its scope a look at a task-local value.
///
/// In Swift Testing a trait wraps it, so that tests of one suite run in parallel and still hook the same class:
///
/// ```swift
/// struct Hooked: TestTrait, SuiteTrait, TestScoping {
///   let install: @Sendable () throws -> Void
///   var isRecursive: Bool { true }
///
///   func provideScope(
///     for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
///   ) async throws {
///     try await HookScope.run {
///       try install()
///       try await body()
///     }
///   }
/// }
///
/// @Test(Hooked { try Account.deposit.hook(.instead, .scoped) { _ in 0 } })
/// func nothingIsDeposited() { … }
/// ```
public final class HookScope: @unchecked Sendable {
  @TaskLocal static var current: HookScope?

  private let outer: HookScope?
  // Nil when the scope is over. Read and written with the registry in hand only.
  private var tokens: [UInt64: AspectToken]? = [:]

  private init(in outer: HookScope?) {
    self.outer = outer
  }

  /// Runs `body` in a scope of its own, and removes what it hooked there.
  ///
  /// - Throws: what `body` throws.
  public static func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let scope = HookScope(in: current)
    defer { scope.end() }
    // The library's own function cannot say which errors it passes on.
    let outcome = $current.withValue(scope) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Runs `body` in a scope of its own, where the caller is isolated, and removes what it hooked there.
  ///
  /// - Throws: what `body` throws.
  public nonisolated(nonsending) static func run<Result, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let scope = HookScope(in: current)
    defer { scope.end() }
    let outcome: Swift.Result<Result, Failure> = await $current.withValue(scope) {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Whether the caller runs in this scope, or in one inside it.
  var isEntered: Bool {
    var scope = HookScope.current
    while let candidate = scope {
      if candidate === self { return true }
      scope = candidate.outer
    }
    return false
  }

  /// The scope in which the caller hooks; nil where there is none, or it is over.
  static func open(in registry: inout Registry) -> HookScope? {
    guard let current, current.tokens != nil else { return nil }
    return current
  }

  /// Has the scope remove an aspect at its end.
  func remember(_ token: AspectToken) {
    tokens?[token.aspect.identifier] = token
  }

  /// Notes that an aspect has been removed before the end.
  func forget(_ aspect: Aspect) {
    tokens?[aspect.identifier] = nil
  }

  private func end() {
    Registry.locked { registry in
      let left = tokens.map { Array($0.values) } ?? []
      tokens = nil
      var removal = AspectRemoval()
      for token in left { _ = token.withdraw(in: &removal, &registry) }
      removal.finish(in: &registry)
      registry.garbage += left
    }
  }
}
