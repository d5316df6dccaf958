import Interception
import Synchronization
import TestSupport
import Testing

@Suite("Advice that does what its message cannot")
struct AdviceFaultTests {
  final class Faults: Sendable {
    private let all = Mutex<[AspectError]>([])
    func add(_ fault: AspectError) { all.withLock { $0.append(fault) } }
    func take() -> [AspectError] {
      all.withLock { all in
        defer { all = [] }
        return all
      }
    }
  }

  class Faulty: InterceptableObject {
    var balance = 0
    override class var messages: MessageList { [deposit, withdraw] }
    static let deposit = Message<Faulty, Int, Int>("deposit(_:)") { object, amount in
      object.balance += amount
      return object.balance
    }
    @discardableResult func deposit(_ amount: Int) -> Int { send(Faulty.deposit, amount) }
    static let withdraw = ThrowingMessage<Faulty, Int, Int, AccountError>("withdraw(_:)") {
      (object, amount) throws(AccountError) in
      guard amount <= object.balance else { throw .overdrawn(object.balance - amount) }
      return object.balance
    }
    func withdraw(_ amount: Int) throws(AccountError) -> Int { try send(Faulty.withdraw, amount) }
  }

  /// Runs `body` with a fresh object, and a list of the faults in the calls that it makes.
  private func withFaults(_ body: (Faulty, Faults) throws -> Void) throws {
    let faults = Faults()
    try HookScope.run(onFault: faults.add) { try body(Faulty(), faults) }
  }

  @Test func `A result of another type is reported, and proceed's counts`() throws {
    try withFaults { object, faults in
      let fault = AspectError.resultType(class: "Faulty", selector: "deposit(_:)", expected: "Int", given: "String")
      let silent = try object.hook(selector: "deposit(_:)", .around) { (info: AspectInfo) -> Any in "much" }
      #expect(object.deposit(2) == 2)
      silent.remove()
      #expect(faults.take() == [fault])
      for position in [.around, .instead] as [HookOptions] {
        let busy = try object.hook(selector: "deposit(_:)", position) { (info: AspectInfo) throws -> Any in
          _ = try info.proceed(with: [5])
          return "much"
        }
        object.balance = 0
        #expect(object.deposit(2) == 5)
        busy.remove()
        #expect(faults.take() == [fault])
      }
    }
  }

  @Test func `Around a call, nil stands for the result of proceeding`() throws {
    try withFaults { object, faults in
      let silent = try object.hook(selector: "deposit(_:)", .around, BoxedAdvice { _ in nil })
      #expect(object.deposit(2) == 2)
      silent.remove()
      try object.hook(selector: "deposit(_:)", .around) { (info: AspectInfo) -> Any? in
        _ = try? info.proceed(with: [10])
        return nil
      }
      #expect(object.deposit(2) == 12)
      #expect(faults.take().isEmpty)
    }
  }

  @Test func `An error that can't be thrown is reported, the call goes on`() throws {
    try withFaults { object, faults in
      for position in AdvicePosition.allCases where ![.afterThrowing, .instead].contains(position) {
        let token = try object.hook(
          selector: "deposit(_:)", HookOptions(position), BoxedAdvice { _ in throw AccountError.refused })
        object.balance = 0
        #expect(object.deposit(2) == 2)
        token.remove()
        #expect(
          faults.take() == [
            .errorType(class: "Faulty", selector: "deposit(_:)", expected: "Never", given: "AccountError: refused")
          ])
      }
    }
  }

  private struct Other: Error {}

  @Test func `The outcome of proceed stands after a foreign error`() throws {
    try withFaults { object, faults in
      try object.hook(selector: "withdraw(_:)", .around) { (info: AspectInfo) throws -> Any in
        _ = try? info.proceed()
        throw Other()
      }
      #expect(throws: AccountError.overdrawn(-2)) { try object.withdraw(2) }
      #expect(try object.withdraw(0) == 0)
      #expect(faults.take().count == 2)
    }
  }

  @Test func `A misuse of a passed-on info is reported as it is`() throws {
    try withFaults { object, faults in
      try object.hook(selector: "deposit(_:)", .around) { (info: AspectInfo) in try info.proceed(with: [1, 2]) }
      #expect(object.deposit(3) == 3)
      #expect(faults.take() == [.argumentCount(class: "Faulty", selector: "deposit(_:)", expected: 1, given: 2)])
    }
  }
}

/// Who hears of a fault.
extension AdviceFaultTests {
  /// Returns an object, each of whose deposits is a fault.
  private static func hooked() throws -> Faulty {
    let object = Faulty()
    try object.hook(selector: "deposit(_:)", .around, BoxedAdvice { _ in "much" })
    return object
  }

  @Test func `The innermost scope with a listener hears of its faults`() async throws {
    let outer = Faults(), inner = Faults()
    try await HookScope.run(onFault: outer.add) {
      let object = try Self.hooked()
      HookScope.run(onFault: inner.add) { HookScope.run { _ = object.deposit(1) } }
      #expect((inner.take().count, outer.take().isEmpty) == (1, true))
      object.deposit(1)
      HookScope.run { _ = object.deposit(1) }
      #expect((inner.take().isEmpty, outer.take().count) == (true, 2))
      try await withThrowingTaskGroup { group in
        for _ in 0..<3 {
          group.addTask { _ = try Self.hooked().deposit(1) }
        }
        try await group.waitForAll()
      }
      #expect((inner.take().isEmpty, outer.take().count) == (true, 3))
    }
  }

  @Test func `Scopes that are open at once hear of their own faults only`() async throws {
    let barrier = Barrier(8)
    try await withThrowingTaskGroup { group in
      for number in 1...8 {
        group.addTask {
          let faults = Faults()
          try await HookScope.run(onFault: faults.add) {
            let object = try Self.hooked()
            await barrier.arrive()
            for _ in 0..<number {
              object.deposit(1)
              await Task.yield()
            }
          }
          #expect(faults.take().count == number)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `Outside a scope, the process's listener hears of faults`() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let faults = Faults(), scoped = Faults()
      let object = try Self.hooked()
      Runtime.onFault(faults.add)
      HookScope.run { _ = object.deposit(1) }
      HookScope.run(onFault: scoped.add) { _ = object.deposit(1) }
      try await HookScope.run(onFault: scoped.add) {
        try await Task.detached { _ = try Self.hooked().deposit(1) }.value
      }
      precondition(faults.take().count == 2 && scoped.take().count == 1)
      Runtime.onFault(nil)
      object.deposit(1)
      precondition(faults.take().isEmpty && scoped.take().isEmpty)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Interception: Faulty: 'deposit(_:)' returns Int, not String\n"))
  }
}
