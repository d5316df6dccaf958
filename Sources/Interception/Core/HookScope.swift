/// A dynamic scope for hooks, which then run only in calls made by the scope's task and its child tasks.
///
/// Two concurrent tasks can hook the same class differently without running each other's advice:
///
/// ```swift
/// try await HookScope.run {
///   try Account.deposit.hook(.before, .scoped) { call in call.arguments *= 2 }
///   await transferEverything()
/// }
/// ```
///
/// Only hooks with ``AspectOptions/scoped`` are affected. A nested scope is also part of its outer scope. Child tasks
/// are those of task groups and `async let`, and `Task { }`, which inherits task-local values; `Task.detached` and
/// other threads are outside. Scoped hooks are removed when `run` returns or throws, so they don't run in tasks that
/// outlive the scope.
///
/// Each call of a message, also outside, reads a task-local value for each scoped hook on it. So scopes are for tests and for
/// work of which a little is done at once, not for each request of a service.
///
/// A scope can have a fault listener of its own, which hears of the faults in its own calls only. In a test:
///
/// ```swift
/// try HookScope.run(onFault: { fault in Issue.record(fault) }) {
///   try account.hook(selector: "deposit(_:)", .around, advice)
///   account.deposit(2)
/// }
/// ```
///
/// In Swift Testing, a trait can open the scope, so that tests that run in parallel can hook the same class:
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
  private let faultListener: (@Sendable (AspectError) -> Void)?
  // Nil after the scope has ended. Read and written with the registry locked only.
  private var tokens: [UInt64: AspectToken]? = [:]

  private init(in outer: HookScope?, _ faultListener: (@Sendable (AspectError) -> Void)?) {
    self.outer = outer
    self.faultListener = faultListener
  }

  /// Runs `body` in a new scope, and then removes the scoped hooks that it made.
  ///
  /// - Parameters:
  ///   - faultListener: hears of the faults in calls of the scope's tasks, also of tasks that outlive the scope; nil for
  ///     the listener of the outer scope, or of the process (``Runtime/onFault(_:)``).
  ///   - body: runs in the scope.
  /// - Throws: what `body` throws.
  public static func run<Result, Failure: Error>(
    onFault faultListener: (@Sendable (AspectError) -> Void)? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let scope = HookScope(in: current, faultListener)
    defer { scope.end() }
    // `withValue` doesn't support typed throws.
    return try $current.withValue(scope) { Swift.Result(catching: body) }.get()
  }

  /// Awaits `body` in a new scope and in the caller's isolation, otherwise as the synchronous function does.
  public nonisolated(nonsending) static func run<Result, Failure: Error>(
    onFault faultListener: (@Sendable (AspectError) -> Void)? = nil,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let scope = HookScope(in: current, faultListener)
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

  /// Whether the caller runs in this scope or in a scope nested in it.
  var isEntered: Bool { HookScope.current?.isWithin(self) ?? false }

  private func isWithin(_ scope: HookScope) -> Bool { self === scope || outer?.isWithin(scope) ?? false }

  /// The listener for faults in the caller's calls: of the innermost scope that has one; nil if none has.
  static var currentFaultListener: (@Sendable (AspectError) -> Void)? { current?.nearestFaultListener }

  private var nearestFaultListener: (@Sendable (AspectError) -> Void)? { faultListener ?? outer?.nearestFaultListener }

  /// Returns the caller's current scope; nil if there is none or it has ended.
  static func open(in registry: inout Registry) -> HookScope? {
    current.flatMap { $0.tokens == nil ? nil : $0 }
  }

  /// Registers an aspect to be removed at the scope's end.
  func remember(_ token: AspectToken) {
    tokens?[token.aspect.identifier] = token
  }

  /// Unregisters an aspect that was removed before the scope's end.
  func forget(_ aspect: Aspect) {
    tokens?[aspect.identifier] = nil
  }

  private func end() {
    Registry.locked { registry in
      let left = tokens.map { Array($0.values) } ?? []
      tokens = nil
      registry.remove(left)
      registry.garbage += left
    }
  }
}
