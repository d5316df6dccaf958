import Testing

@testable import Interception

@Suite("Removing groups") struct GroupRemovalTests {
  private class Upper: Account {}
  private class Lower: Upper {}

  @Test func `A name removes all its advice of a class, and no other`() throws {
    let log = Log(), hooks = Hooks(), account = Lower()
    hooks += try Account.deposit.hook(on: Lower.self, .before) { _ in }
    for number in 0..<20 {
      hooks += try Account.deposit.hook(on: Upper.self, .before, number < 15 ? .named("group") : []) { _ in
        log.write("\(number)")
      }
      hooks += try Account.deposit.hook(on: Upper.self, .around, .named("group")) { $0.proceed() }
      hooks += try Account.close.hook(on: Upper.self, .after, .named("group")) { _ in }
    }
    defer { hooks.removeAll() }
    #expect(ClassObject.of(Upper.self).removeAspects(named: "group") == 55)
    account.deposit(1)
    #expect(log.take() == ["15", "16", "17", "18", "19"])
    #expect(ClassObject.of(Upper.self).removeAspects(named: "group") == 0)
  }

  private class Upper2: Account {}
  private class Lower2: Upper2 {}

  @Test func `The end of a scope removes its advice of all classes`() throws {
    let token = try Account.deposit.hook(on: Lower2.self, .before) { _ in }
    defer { token.remove() }
    func count() -> Int { ClassObject.of(Lower2.self).aspects(of: "deposit(_:)").count }
    HookScope.run {
      for _ in 0..<10 {
        _ = try? Account.deposit.hook(on: Upper2.self, .after, .scoped) { _ in }
        _ = try? Account.deposit.hook(on: Lower2.self, .after, .scoped) { _ in }
      }
      #expect(count() == 21)
    }
    #expect(count() == 1)
  }

  @Test func `Removal by name counts observers and one-call advice`() throws {
    let account = Account()
    try account.hook(Account.deposit, .before, [.named("group"), .automaticRemoval]) { _ in }
    try account.hook(Account.deposit, .afterReturning, [.named("group"), .automaticRemoval]) { _ in }
    let token = try account.hook(Account.deposit, .instead, [.named("group"), .priority(3)]) { _ in 7 }
    #expect(account.deposit(1) == 7)
    #expect(account.removeAspects(named: "group") == 1)
    #expect((token.remove(), account.isHooked) == (false, false))
    #expect(account.deposit(1) == 1)
  }

  /// Notes at its end whether the token said that it was freed.
  private final class Witness: @unchecked Sendable {
    var token: AspectToken?
    let log: Log
    init(_ log: Log) { self.log = log }
    deinit { log.write("\(token?.isFreed == true)") }
    func touch() {}
  }

  @Test func `Captured values are freed before the token says so`() throws {
    let log = Log(), account = Account()
    func check(_ hook: (Witness) throws -> AspectToken) throws {
      let token = try {
        let witness = Witness(log)
        witness.token = try hook(witness)
        return witness.token
      }()
      #expect((token?.isFreed, token?.remove(), token?.isFreed) == (false, true, true))
      #expect(log.take() == ["false"])
    }
    try check { witness in try account.hook(Account.withdraw, .before) { _ in witness.touch() } }
    try check { witness in
      try account.hook(Account.withdraw, .before) { _ throws(AccountError) in witness.touch() }
    }
    try check { witness in try account.hook(Account.withdraw, .after) { _ in witness.touch() } }
    try check { witness in try account.hook(Account.withdraw, .afterReturning) { _ in witness.touch() } }
    try check { witness in try account.hook(Account.withdraw, .afterThrowing) { _ in witness.touch() } }
    try check { witness in
      try account.hook(Account.deposit, .around) { call in
        witness.touch()
        return call.proceed()
      }
    }
    try check { witness in
      try account.hook(Account.deposit, .instead) { _ in
        witness.touch()
        return 0
      }
    }
    try check { witness in
      try account.hook(Account.deposit, .afterReturning, .automaticRemoval) { _ in witness.touch() }
    }
  }
}
