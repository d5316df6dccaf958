import Interception
import Synchronization
import Testing

@Suite("Advice that does what its message cannot", .serialized)
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

  /// A class of these tests alone, so that they know their own faults from those of others.
  class Faulty: InterceptableObject {
    var balance = 0
    override class var messages: MessageList { [deposit, withdraw] }
    static let deposit = Message<Faulty, Int, Int>("deposit(_:)") { object, amount in
      object.balance += amount
      return object.balance
    }
    func deposit(_ amount: Int) -> Int { send(Faulty.deposit, amount) }
    static let withdraw = ThrowingMessage<Faulty, Int, Int, AccountError>("withdraw(_:)") {
      (object, amount) throws(AccountError) in
      guard amount <= object.balance else { throw .overdrawn(object.balance - amount) }
      return object.balance
    }
    func withdraw(_ amount: Int) throws(AccountError) -> Int { try send(Faulty.withdraw, amount) }
  }

  /// Hooks a fresh object, and hears of its class's faults meanwhile.
  private func withFaults(_ body: (Faulty, Faults) throws -> Void) rethrows {
    let faults = Faults()
    Runtime.onFault { if $0.description.hasPrefix("Faulty:") { faults.add($0) } }
    defer { Runtime.onFault(nil) }
    try body(Faulty(), faults)
  }

  @Test("A result that is not the message's is reported, and what the advice proceeded to counts")
  func results() throws {
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

  @Test("Around a call, nil stands for what the advice proceeded to, or for proceeding, and is no fault")
  func noAnswer() throws {
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

  @Test("An error that the message cannot throw is reported, and the call goes on unless the advice is in its place")
  func errors() throws {
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

  @Test("What the advice proceeded to stands, error or not, when it throws what the message cannot")
  func errorsBehindErrors() throws {
    struct Other: Error {}
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

  @Test("A misuse of the info that an advice passes on is reported as it is")
  func misuse() throws {
    try withFaults { object, faults in
      try object.hook(selector: "deposit(_:)", .around) { (info: AspectInfo) in try info.proceed(with: [1, 2]) }
      #expect(object.deposit(3) == 3)
      #expect(faults.take() == [.argumentCount(class: "Faulty", selector: "deposit(_:)", expected: 1, given: 2)])
    }
  }
}
