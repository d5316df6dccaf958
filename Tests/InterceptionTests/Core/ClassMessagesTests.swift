import Interception
import Testing

@Suite("The messages that a class has")
struct ClassMessagesTests {
  private class Savings: Account {}

  @Test func `A class lists its own messages, and finds inherited ones`() {
    let account = ClassObject.of(Account.self), savings = ClassObject.of(Savings.self)
    #expect(account.messages.map(\.selector.name) == ["close()", "deposit(_:)", "transfer(_:to:)", "withdraw(_:)"])
    #expect(savings.messages.isEmpty)
    #expect(savings.message("deposit(_:)")?.description == "deposit(_:): Account.(Int) -> Int")
    #expect(savings.responds(to: "deinit"))
    #expect(!savings.responds(to: "deposit"))
    #expect(Savings().responds(to: "close()"))
  }

  private class Quiet: InterceptableObject {
    static let whisper = Message<Quiet, Void, Void>("whisper()") { _, _ in }
  }

  private class Silent: Quiet {}

  @Test func `An unlisted message is found by name while it is hooked`() throws {
    let quiet = ClassObject.of(Quiet.self), silent = Silent()
    let unknown = AspectError.doesNotRespond(class: "Silent", selector: "whisper()")
    let registry = AdviceRegistry.standard(output: { _ in })
    let plan = WeavingPlan(groups: [.init(aspects: [.init(try #require(Pointcut("Quiet.*")), advice: "log")])])
    func expect(_ isFound: Bool, _ when: Comment) throws {
      #expect((quiet.responds(to: "whisper()"), silent.responds(to: "whisper()")) == (isFound, isFound), when)
      if isFound {
        try silent.perform("whisper()")
      } else {
        #expect(throws: unknown, when) { try silent.perform("whisper()") }
      }
      #expect(throws: WeavingError.self, when) { try plan.dryRun(with: registry) }
    }
    try expect(false, "at first")
    Quiet.whisper.send(to: silent, ())
    try expect(false, "sent")
    let token = try Quiet.whisper.hook(.before) { _ in }
    try expect(true, "hooked")
    Quiet.whisper.send(to: silent, ())
    token.remove()
    try expect(false, "hooked no more")
    let onObject = try silent.hook(Quiet.whisper, .before) { _ in }
    try expect(false, "hooked on an object")
    onObject.remove()
    try quiet.override(Quiet.whisper) { _ in }
    try expect(true, "implemented")
  }

  private class Stranger: InterceptableObject {
    override class var messages: MessageList { [Account.deposit] }
  }

  @Test func `Listing a message of another class is refused with its name`() async {
    await #expect(processExitsWith: .failure) {
      _ = Stranger()
    }
  }
}
