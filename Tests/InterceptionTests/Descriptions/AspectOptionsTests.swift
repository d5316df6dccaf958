import Interception
import Synchronization
import Testing

struct AspectOptionsTests {
  @Test func `Options in a list are joined`() {
    let options: AspectOptions = [.named("log"), .priority(3), .automaticRemoval, .exclusive]
    #expect(
      options == AspectOptions(name: "log", priority: 3, isAutomaticallyRemoved: true, policy: .exclusive))
    #expect([] as AspectOptions == AspectOptions(name: nil))
  }

  @Test func `A later option counts also where it sets the default`() {
    #expect(([.priority(5), .priority(0)] as AspectOptions).priority == 0)
    #expect(([.priority(0), .priority(5)] as AspectOptions).priority == 5)
    #expect(([.priority(5), .named("log")] as AspectOptions).priority == 5)
    #expect(([.exclusive, .layered] as AspectOptions).policy == .layered)
    #expect(([.layered, .exclusive] as AspectOptions).policy == .exclusive)
    #expect(([.named("a"), .named("b"), .automaticRemoval] as AspectOptions).name == "b")
    let once = AspectOptions(isAutomaticallyRemoved: false), anywhere = AspectOptions(isScoped: false)
    #expect(!([.automaticRemoval, once] as AspectOptions).isAutomaticallyRemoved)
    #expect(([once, .automaticRemoval] as AspectOptions).isAutomaticallyRemoved)
    #expect(!([.scoped, anywhere] as AspectOptions).isScoped)
    // Lists in lists, and what is set afterwards.
    #expect(([[.priority(5), .exclusive], [.priority(0), .layered]] as AspectOptions) == [])
    var cleared: AspectOptions = .priority(5)
    cleared.priority = 0
    #expect(([.priority(7), cleared] as AspectOptions).priority == 0)
    let byName: HookOptions = [.priority(5), .exclusive, .before, .after, .priority(0), .layered]
    #expect((byName.options, byName.position) == ([], .after))
  }

  @Test func `Options are equal if they install in the same way`() {
    #expect((AspectOptions.priority(0), AspectOptions.priority(0).hashValue) == ([], ([] as AspectOptions).hashValue))
    #expect((AspectOptions.layered, AspectOptions.exclusive != []) == ([], true))
    #expect((AspectOptions.priority(1) != .priority(2), AspectOptions.named("a") != .named("b")) == (true, true))
    #expect((AspectOptions.scoped != [], AspectOptions.automaticRemoval != []) == (true, true))
  }

  private class Upper: Account {}
  private class Lower: Upper {}

  @Test func `An exclusive hook made layered may stand above another`() throws {
    let lower = try Account.deposit.hook(on: Lower.self, .before) { _ in }
    #expect(throws: AspectError.self) { try Account.deposit.hook(on: Upper.self, .before, .exclusive) { _ in } }
    let upper = try Account.deposit.hook(on: Upper.self, .before, [.exclusive, .layered]) { _ in }
    #expect((upper.remove(), lower.remove()) == (true, true))
  }

  @Test func `Higher priority runs earlier and equals keep their order`() throws {
    let account = Account()
    var seen: [String] = []
    for (name, priority) in [("a", 0), ("b", 5), ("c", -1), ("d", 5), ("e", 0)] {
      try account.hook(Account.deposit, .before, [.priority(priority), .named(name)]) { _ in seen.append(name) }
    }
    account.deposit(1)
    #expect(seen == ["b", "d", "a", "e", "c"])
    #expect(account.aspects(of: "deposit(_:)").map(\.options.name) == ["b", "d", "a", "e", "c"])
  }

  @Test func `Higher priority stands outside`() throws {
    let account = Account()
    var seen: [String] = []
    try account.hook(Account.deposit, .around) { call in
      seen.append("inner")
      return call.proceed()
    }
    try account.hook(Account.deposit, .around, .priority(1)) { call in
      seen.append("outer")
      return call.proceed()
    }
    account.deposit(1)
    #expect(seen == ["outer", "inner"])
  }

  @Test func `One-call advice runs once, and its token removes nothing`() throws {
    let account = Account()
    var count = 0
    let token = try account.hook(Account.deposit, .before, .automaticRemoval) { _ in count += 1 }
    #expect(account.isHooked)
    account.deposit(1)
    #expect(!account.isHooked)
    account.deposit(1)
    #expect(count == 1)
    #expect(!token.remove())
    #expect(account.aspects.isEmpty)
  }

  @Test func `Automatic removal holds at every position`() throws {
    let account = Account()
    var seen: [String] = []
    try account.hook(Account.deposit, .before, .automaticRemoval) { _ in seen.append("before") }
    try account.hook(Account.deposit, .after, .automaticRemoval) { _ in seen.append("after") }
    try account.hook(Account.deposit, .around, .automaticRemoval) { call in
      seen.append("around")
      call.proceed()
      return call.proceed()
    }
    try account.hook(Account.deposit, .instead, .automaticRemoval) { call in
      seen.append("instead")
      return call.proceed()
    }
    #expect(account.deposit(1) == 2)
    #expect(account.deposit(1) == 3)
    #expect(seen == ["before", "around", "instead", "after"])
  }

  @Test func `One-call advice waits for a call that comes to its end`() throws {
    let account = Account()
    var seen: [String] = []
    let returning = try account.hook(Account.withdraw, .afterReturning, .automaticRemoval) { _ in
      seen.append("returned")
    }
    #expect(throws: AccountError.overdrawn(-1)) { try account.withdraw(1) }
    #expect((seen.isEmpty, account.aspects.count) == (true, 1))
    try account.hook(Account.withdraw, .afterThrowing, .automaticRemoval) { _ in seen.append("threw") }
    #expect(try account.withdraw(0) == 0)
    #expect((seen, account.aspects.count) == (["returned"], 1))
    #expect(!returning.remove())
    for _ in 0..<2 { #expect(throws: AccountError.overdrawn(-1)) { try account.withdraw(1) } }
    #expect((seen, account.isHooked) == (["returned", "threw"], false))
  }

  private class Line: InterceptableObject {
    static let dial = AsyncThrowingMessage<Line, Int, Int, AccountError>("dial(_:)") {
      (_, number) async throws(AccountError) in
      if number < 0 { throw .refused }
      return number
    }
  }

  @Test func `One-call advice by name, or asynchronous, waits too`() async throws {
    let line = Line(), account = Account()
    var seen: [String] = []
    try account.hook(selector: "withdraw(_:)", [.afterThrowing, .automaticRemoval]) { seen.append("name threw") }
    #expect(try account.withdraw(0) == 0)
    #expect(throws: AccountError.overdrawn(-1)) { try account.withdraw(1) }
    try line.hook(Line.dial, .afterThrowing, .automaticRemoval) { _ in seen.append("line threw") }
    #expect(try await Line.dial.send(to: line, 1) == 1)
    await #expect(throws: AccountError.refused) { try await Line.dial.send(to: line, -1) }
    #expect(seen == ["name threw", "line threw"])
    #expect((account.isHooked, line.isHooked) == (false, false))
  }

  @Test func `An automatically removed advice that recurses runs once`() throws {
    let account = Account()
    var count = 0
    let token = try account.hook(Account.deposit, .before, .automaticRemoval) { call in
      count += 1
      #expect(call.receiver.deposit(1) == 1)
    }
    #expect(account.deposit(1) == 2)
    #expect(count == 1)
    #expect(!token.remove())
  }

  @Test func `Removed before its call it never runs`() throws {
    let account = Account()
    let token = try account.hook(Account.deposit, .before, .automaticRemoval) { _ in Issue.record("ran") }
    #expect(token.remove())
    #expect(!token.remove())
    account.deposit(1)
  }

  @Test func `One-call advice removed before its call doesn't run`() throws {
    let account = Account()
    var token: AspectToken?
    try account.hook(Account.deposit, .before) { _ in #expect(token?.remove() == true) }
    token = try account.hook(Account.deposit, .after, .automaticRemoval) { _ in Issue.record("ran") }
    account.deposit(1)
  }

  private final class Shared2: InterceptableObject, @unchecked Sendable {
    static let poke = Message<Shared2, Int, Int>("poke(_:)") { _, value in value }
    @discardableResult func poke(_ value: Int) -> Int { send(Shared2.poke, value) }
  }

  @Test func `Concurrent calls run an automatically removed advice once`() throws {
    let shared = Shared2()
    for round in 0..<200 {
      let count = Atomic<Int>(0)
      let hook: () throws -> AspectToken = {
        round.isMultiple(of: 2)
          ? try shared.hook(Shared2.poke, .before, .automaticRemoval) { _ in count.add(1, ordering: .relaxed) }
          : try Shared2.poke.hook(.before, .automaticRemoval) { _ in count.add(1, ordering: .relaxed) }
      }
      let token = try hook()
      onThreads(4) { _ in for value in 0..<20 { shared.poke(value) } }
      #expect(count.load(ordering: .relaxed) == 1, "round \(round)")
      #expect(!token.remove())
    }
    #expect((shared.aspects.isEmpty, Shared2.poke.hooked().isEmpty) == (true, true))
  }

  private class Own: Account {}

  @Test func `One name is removed as a group`() throws {
    let account = Own()
    let log = Log()
    try account.hook(Account.deposit, .before, .named("mine")) { _ in log.write("object") }
    try account.hook(Account.close, .before, .named("mine")) { _ in log.write("close") }
    try account.hook(Account.close, .before, .named("other")) { _ in log.write("other") }
    try Account.deposit.hook(on: Own.self, .before, .named("mine")) { _ in log.write("class") }
    #expect(account.removeAspects(named: "mine") == 2)
    account.deposit(1)
    account.close()
    #expect(log.take() == ["class", "other"])
    #expect(ClassObject.of(Own.self).removeAspects(named: "mine") == 1)
    #expect(ClassObject.of(Own.self).removeAspects(named: "mine") == 0)
    account.deposit(1)
    #expect(log.take().isEmpty)
  }
}

extension ThrowingMessage {
  /// What is hooked on the class that declares the message.
  func hooked() -> [Aspect] { ClassObject.of(Receiver.self).aspects }
}
