import Interception
import Testing

@Suite("Sends by name")
struct InvocationTests {
  @Test func `A message is sent by name, and its advice runs`() throws {
    let account = Account(), other = Account()
    var seen: [Int] = []
    try account.hook(Account.deposit, .before) { seen.append($0.arguments) }
    #expect(try account.perform("deposit(_:)", 5) as? Int == 5)
    #expect(try account.perform("transfer(_:to:)", 2, other) as? Bool == true)
    #expect(try account.perform("close()") is Void)
    #expect((seen, account.balance, other.balance) == ([5], 0, 2))
  }

  @Test func `An invocation is invoked again, and on another receiver`() throws {
    let account = Account(), other = Account()
    var invocation = Invocation(account, "deposit(_:)", [5])
    #expect((invocation.result == nil, invocation.signature) == (true, Account.deposit.signature))
    try invocation.invoke()
    #expect(invocation.result as? Int == 5)
    #expect(try invocation.invoke() as? Int == 10)
    invocation.arguments = [1]
    #expect(try invocation.invoke(on: other) as? Int == 1)
    #expect((account.balance, other.balance, invocation.receiver === account) == (10, 1, true))
  }

  @Test func `The invocation of a call sends it again`() throws {
    let account = Account(), other = Account()
    try account.hook(selector: "deposit(_:)", .after) { (info: AspectInfo) in
      var invocation = info.invocation
      _ = try? invocation.invoke(on: other)
    }
    account.deposit(4)
    #expect(other.balance == 4)
  }

  @Test func `Errors of the message and of the send are typed`() {
    let account = Account()
    #expect(throws: AccountError.overdrawn(-3)) { try account.perform("withdraw(_:)", 3) }
    #expect(throws: AspectError.argumentCount(class: "Account", selector: "deposit(_:)", expected: 1, given: 2)) {
      try account.perform("deposit(_:)", 1, 2)
    }
    #expect(
      throws: AspectError.argumentType(
        class: "Account", selector: "deposit(_:)", index: 0, expected: "Int", given: "String")
    ) { try account.perform("deposit(_:)", "much") }
    #expect(throws: AspectError.doesNotRespond(class: "Account", selector: "deposits(_:)", near: ["deposit(_:)"])) {
      try account.perform("deposits(_:)", 1)
    }
    for selector in ["deinit", "retain()", "forwardingTarget(for:)"] as [Selector] {
      #expect(throws: AspectError.selectorBlacklisted(class: "Account", selector: selector)) {
        try account.perform(selector)
      }
    }
  }

  /// Has others see to what it lacks.
  class Clerk: InterceptableObject {
    var target: InterceptableObject?
    var asked = 0
    static let greet = Message<Clerk, String, String>("greet(_:)") { _, name in "hello \(name)" }
    override class var messages: MessageList { [greet] }
    override func forwardingTarget(for selector: Selector) -> InterceptableObject? {
      asked += 1
      return target
    }
  }

  /// Sees to what it lacks by itself.
  class Manager: InterceptableObject {
    var delegate: InterceptableObject?
    override func forwardInvocation(_ invocation: inout Invocation) throws -> Bool {
      if invocation.selector == "answer()" {
        invocation.result = 42
        return true
      }
      guard let delegate else { return false }
      try invocation.invoke(on: delegate)
      return true
    }
  }

  @Test func `What a class lacks goes to its forwarding target`() throws {
    let account = Account()
    let clerks = (0..<5).map { _ in Clerk() }
    for (clerk, next) in zip(clerks, clerks.dropFirst()) { clerk.target = next }
    clerks[4].target = account
    #expect(try clerks[0].perform("deposit(_:)", 3) as? Int == 3)
    #expect((clerks.map(\.asked), account.balance) == ([1, 1, 1, 1, 1], 3))
    #expect(try clerks[0].perform("greet(_:)", "you") as? String == "hello you")
    #expect(clerks[0].asked == 1)
  }

  @Test func `A class handles what it lacks by itself`() throws {
    let manager = Manager()
    #expect(try manager.perform("answer()") as? Int == 42)
    let error = AspectError.doesNotRespond(class: "Manager", selector: "deposit(_:)")
    #expect(throws: error) { try manager.perform("deposit(_:)", 1) }
    let account = Account()
    manager.delegate = account
    #expect(try manager.perform("deposit(_:)", 1) as? Int == 1)
    #expect(throws: AccountError.overdrawn(-1)) { try manager.perform("withdraw(_:)", 2) }
  }

  @Test func `A forwarding loop is an error`() throws {
    let clerk = Clerk(), other = Clerk(), manager = Manager()
    defer {
      for clerk in [clerk, other] { clerk.target = nil }
      manager.delegate = nil
    }
    func error(_ name: String) -> AspectError { .forwardingLoop(class: name, selector: "deposit(_:)") }
    clerk.target = other
    other.target = clerk
    #expect(throws: error("Clerk")) { try clerk.perform("deposit(_:)", 1) }
    manager.delegate = manager
    #expect(throws: error("Manager")) { try manager.perform("deposit(_:)", 1) }
    manager.delegate = clerk
    other.target = manager
    #expect(throws: error("Manager")) { try manager.perform("deposit(_:)", 1) }
    // Whoever answers with itself forwards to nobody.
    clerk.target = clerk
    #expect(throws: AspectError.doesNotRespond(class: "Clerk", selector: "deposit(_:)")) {
      try clerk.perform("deposit(_:)", 1)
    }
  }

  @Test func `Hooks leave a class's forwarding alone`() throws {
    let clerk = Clerk(), account = Account()
    clerk.target = account
    let token = try clerk.hook(Clerk.greet, .after) { $0.result += "!" }
    #expect(try clerk.perform("greet(_:)", "you") as? String == "hello you!")
    #expect(try clerk.perform("deposit(_:)", 1) as? Int == 1)
    token.remove()
    #expect(try clerk.perform("greet(_:)", "you") as? String == "hello you")
    #expect(try clerk.perform("deposit(_:)", 1) as? Int == 2)
  }

  class Remote: InterceptableObject {
    static let load = AsyncThrowingMessage<Remote, Int, Int, AccountError>("load(_:)") {
      (_, value) async throws(AccountError) in
      await Task.yield()
      if value < 0 { throw .refused }
      return value * 2
    }
    override class var messages: MessageList { [load] }
  }

  @Test func `An asynchronous message is awaited by name and forwarded`() async throws {
    let remote = Remote(), clerk = Clerk(), other = Clerk()
    defer { for clerk in [clerk, other] { clerk.target = nil } }
    clerk.target = remote
    #expect(try await remote.perform("load(_:)", 4) as? Int == 8)
    #expect(try await clerk.perform("load(_:)", 5) as? Int == 10)
    #expect(try await Account().perform("deposit(_:)", 5) as? Int == 5)
    await #expect(throws: AccountError.refused) { try await remote.perform("load(_:)", -1) }
    await #expect(throws: AspectError.doesNotRespond(class: "Remote", selector: "deposit(_:)")) {
      try await remote.perform("deposit(_:)", -1)
    }
    clerk.target = clerk
    await #expect(throws: AspectError.doesNotRespond(class: "Clerk", selector: "load(_:)")) {
      try await clerk.perform("load(_:)", 1)
    }
    other.target = clerk
    clerk.target = other
    await #expect(throws: AspectError.forwardingLoop(class: "Clerk", selector: "load(_:)")) {
      try await clerk.perform("load(_:)", 1)
    }
  }

  @Test func `An asynchronous message that is not awaited is an error`() {
    #expect(throws: AspectError.isAsynchronous(class: "Remote", selector: "load(_:)")) {
      try Remote().perform("load(_:)", 4)
    }
  }
}
