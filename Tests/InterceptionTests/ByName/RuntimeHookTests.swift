import Interception
import Testing

@Suite("Hooks by name")
struct RuntimeHookTests {
  private final class NamedTill: Account, @unchecked Sendable {}

  @Test func `An advice takes nothing, the info, or the info and arguments`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let till = NamedTill()
    let log = Log()
    hooks += try Runtime.hook("NamedTill", "deposit(_:)", .before) { log.write("nothing") }
    hooks += try Runtime.hook("NamedTill", "deposit(_:)", .before) { (info: AspectInfo) in
      log.write("\(info.className).\(info.selector) \(info.position) \(info.arguments)")
      #expect(info.receiver === till)
    }
    hooks += try Runtime.hook("NamedTill", "deposit(_:)", .after) { (info: AspectInfo, amount: Int) in
      log.write("\(amount) \(info.result as Any)")
    }
    hooks += try Runtime.hook("NamedTill", "transfer(_:to:)", .before) {
      (info: AspectInfo, amount: Int, other: Account) in
      log.write("\(amount) to \(other === till)")
    }
    hooks += try Runtime.hook("NamedTill", "transfer(_:to:)", .before) { (info: AspectInfo, amount: Int) in
      log.write("\(amount)")
    }
    #expect(till.deposit(5) == 5)
    #expect(log.take() == ["nothing", "NamedTill.deposit(_:) before [5]", "5 Optional(5)"])
    till.transfer(2, to: till)
    #expect(log.take() == ["2 to true", "2"])
  }

  private class NamedVault: Account {}

  @Test func `Advice around proceeds with the same or other arguments`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let vault = NamedVault()
    hooks += try Runtime.hook("NamedVault", "deposit(_:)", .around) { (info: AspectInfo, amount: Int) -> Int in
      let first = (try? info.proceed() as? Int) ?? 0
      let second = (try? info.proceed(with: [amount * 10]) as? Int) ?? 0
      return first + second
    }
    #expect(vault.deposit(1) == 12)
    hooks += try Runtime.hook("NamedVault", "withdraw(_:)", .around) { (info: AspectInfo) in try info.proceed() }
    #expect(throws: AccountError.overdrawn(-89)) { try vault.withdraw(100) }
    #expect(try vault.withdraw(1) == 10)
  }

  private class NamedPurse: Account {}

  @Test func `An advice before changes arguments, all or one`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let purse = NamedPurse()
    hooks += try Runtime.hook("NamedPurse", "transfer(_:to:)", .before) { (info: AspectInfo, amount: Int) in
      try? info.setArgument(amount * 2, at: 0)
    }
    let other = Account()
    purse.transfer(4, to: other)
    #expect(other.balance == 8)
    hooks += try Runtime.hook("NamedPurse", "deposit(_:)", .before) { (info: AspectInfo) in try? info.setArguments([7])
    }
    #expect(purse.deposit(1) == -1)  // -8 from the transfer, and 7
  }

  private class NamedSafe: Account {}

  @Test func `Options say how often, in which order, and which name`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let safe = NamedSafe()
    let log = Log()
    hooks += try Runtime.hook("NamedSafe", "deposit(_:)", [.before, .named("last"), .priority(-1)]) {
      log.write("last")
    }
    let once = try Runtime.hook("NamedSafe", "deposit(_:)", [.before, .automaticRemoval]) { log.write("once") }
    hooks += try Runtime.hook("NamedSafe", "deposit(_:)", [.before, .named("first"), .priority(3)]) {
      log.write("first")
    }
    safe.deposit(1)
    safe.deposit(1)
    #expect(log.take() == ["first", "once", "last", "first", "last"])
    #expect(!once.remove())
    #expect(safe.statedClass.aspects.map(\.options.name) == ["first", "last"])
    #expect(safe.statedClass.removeAspects(named: "last") == 1)
  }

  private final class Captured2: Sendable {}
  private class NamedChest: Account {}

  @Test func `A hook by name is removed once, and frees what it captured`() throws {
    let chest = NamedChest()
    weak var freed: Captured2?
    let token: AspectToken
    do {
      let captured = Captured2()
      freed = captured
      token = try Runtime.hook("NamedChest", "deposit(_:)", .around) { (info: AspectInfo) in
        try withExtendedLifetime(captured) { try info.proceed() }
      }
    }
    chest.deposit(1)
    #expect(freed != nil)
    #expect((token.remove(), token.remove()) == (true, false))
    chest.deposit(1)
    #expect((freed == nil, chest.balance) == (true, 2))
  }

  @Test func `One object is hooked by name, beside typed hooks`() throws {
    let account = Account(), other = Account()
    var seen: [Int] = []
    try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in seen.append(amount) }
    try account.hook(Account.deposit, .before) { call in seen.append(-call.arguments) }
    let token = try account.hook(selector: "deposit(_:)", .around, BoxedAdvice { info in try info.proceed(with: [9]) })
    account.deposit(1)
    other.deposit(2)
    #expect((seen, account.balance, other.balance) == ([1, -1], 9, 2))
    #expect(token.remove())
    account.deposit(1)
    #expect(account.balance == 10)
  }

  private class NamedCase: Account {}
  private final class NamedDrawer: NamedCase {}

  @Test func `A class object is hooked by name, with its subclasses`() throws {
    let log = Log()
    let level = ClassObject.of(NamedCase.self)
    let token = try level.hook(selector: "deposit(_:)", [.before, .named("log")]) { (info: AspectInfo, amount: Int) in
      log.write("\(info.className) \(amount)")
    }
    NamedDrawer().deposit(1)
    NamedCase().deposit(2)
    Account().deposit(3)
    #expect((log.take(), level.aspects.map(\.options.name)) == (["NamedDrawer 1", "NamedCase 2"], ["log"]))
    #expect((token.remove(), level.aspects.isEmpty) == (true, true))
    #expect(throws: AspectError.doesNotRespond(class: "NamedCase", selector: "deposit", near: ["deposit(_:)"])) {
      try level.hook(selector: "deposit", .before) {}
    }
  }

  private class Box2: Account {}
  private class Stranger: InterceptableObject {}

  @Test func `A message found by its kind takes advice for any message`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let box = Box2(), log = Log()
    for kind in ClassObject.of(Account.self).messages {
      hooks += try kind.hook(
        BoxedAdvice { info in log.write("\(info.selector)") }, at: .after, on: ClassObject.of(Box2.self))
    }
    box.deposit(1)
    _ = try box.withdraw(1)
    box.transfer(1, to: box)
    box.close()
    #expect(log.take() == ["deposit(_:)", "withdraw(_:)", "transfer(_:to:)", "close()"])
    let kind = try #require(ClassObject.of(Account.self).message("close()"))
    #expect(throws: AspectError.doesNotRespond(class: "Stranger", selector: "close()")) {
      try kind.hook(BoxedAdvice { _ in nil }, at: .before, on: Stranger())
    }
  }

  private class NamedBin: Account {}

  @Test func `Deallocation is hooked by name, and finds the properties`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let log = Log()
    _ = ClassObject.of(NamedBin.self)
    hooks += try Runtime.hook("NamedBin", "deinit", .before) { (info: AspectInfo) in
      log.write("\(info.className) \((info.receiver as? NamedBin)?.balance ?? -1)")
    }
    do {
      let bin = NamedBin()
      bin.deposit(6)
      try bin.hook(selector: "deinit", .before) { log.write("object") }
    }
    #expect(log.take() == ["NamedBin 6", "object"])
  }

  private class NamedMeter: Account {}

  @Test func `Advice throws the message's error, or what proceed threw`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let meter = NamedMeter()
    let before = try Runtime.hook("NamedMeter", "withdraw(_:)", .before) { (info: AspectInfo) throws(AccountError) in
      throw .refused
    }
    #expect(throws: AccountError.refused) { try meter.withdraw(0) }
    before.remove()
    let after = try Runtime.hook("NamedMeter", "withdraw(_:)", .after) { (info: AspectInfo) throws(AccountError) in
      throw .overdrawn(info.error == nil ? 0 : 1)
    }
    #expect(throws: AccountError.overdrawn(0)) { try meter.withdraw(0) }
    #expect(throws: AccountError.overdrawn(1)) { try meter.withdraw(5) }
    after.remove()
    hooks += try Runtime.hook("NamedMeter", "withdraw(_:)", .around) { (info: AspectInfo) in
      do { return try info.proceed() } catch AccountError.overdrawn { throw AccountError.refused }
    }
    #expect(throws: AccountError.refused) { try meter.withdraw(5) }
  }

  class Remote: InterceptableObject, @unchecked Sendable {
    static let load = AsyncThrowingMessage<Remote, Int, Int, AccountError>("load(_:)") {
      (_, value) async throws(AccountError) in
      await Task.yield()
      if value < 0 { throw .refused }
      return value * 2
    }
    override class var messages: MessageList { [load] }
    func load(_ value: Int) async throws(AccountError) -> Int { try await send(Remote.load, value) }
  }

  private class NamedShelf: Remote, @unchecked Sendable {}

  @Test func `An asynchronous message takes both kinds of advice`() async throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let shelf = NamedShelf()
    let log = Log()
    hooks += try Runtime.hook("NamedShelf", "load(_:)", .before) { (info: AspectInfo, value: Int) in
      log.write("before \(value)")
      try? info.setArgument(value + 1, at: 0)
    }
    hooks += try Runtime.hook("NamedShelf", "load(_:)", .before) { (info: AspectInfo, value: Int) async in
      await Task.yield()
      log.write("then \(value) \(info.arguments)")
    }
    hooks += try Runtime.hook("NamedShelf", "load(_:)", .around) { (info: AspectInfo, value: Int) async throws -> Any in
      await Task.yield()
      _ = try await info.proceed()
      return try await info.proceed(with: [value * 10])
    }
    try shelf.hook(selector: "load(_:)", .after) { (info: AspectInfo, value: Int) async in
      log.write("after \(value) \(info.result ?? info.error ?? "-")")
      try? info.setResult(-1)
    }
    #expect(try await shelf.load(1) == -1)
    #expect(log.take() == ["before 1", "then 2 [2]", "after 2 40"])
    #expect(try await shelf.load(-9) == -1)
    #expect(log.take() == ["before -9", "then -8 [-8]", "after -8 refused"])
  }

  @Test func `Suspending advice needs a message that suspends`() async throws {
    let remote = Remote(), account = Account()
    #expect(
      throws: AspectError.incompatibleSignature(
        class: "Account", selector: "deposit(_:)", expected: "(AspectInfo, Int) -> ()",
        given: "(AspectInfo) async -> ()")
    ) { try account.hook(selector: "deposit(_:)", .before) { (info: AspectInfo) async in await Task.yield() } }
    #expect(
      throws: AspectError.incompatibleSignature(
        class: "Remote", selector: "load(_:)", expected: "(AspectInfo, Int) async throws(AccountError) -> Int",
        given: "(AspectInfo) throws -> Any")
    ) { try remote.hook(selector: "load(_:)", .around) { (info: AspectInfo) in try info.proceed() } }
    let both = BoxedAdvice { info in
      try info.proceed()
    } awaiting: { info in
      try await info.proceed()
    }
    try remote.hook(selector: "load(_:)", .around, both)
    try account.hook(selector: "deposit(_:)", .around, both)
    #expect(try await remote.load(2) == 4 && account.deposit(2) == 2)
    #expect(!account.isHooked || account.aspects.count == 1)
  }
}
