import Interception
import Testing

@Suite("The messages that a class has")
struct ClassMessagesTests {
  @Test("A class lists its own messages, and finds inherited ones")
  func listing() {
    class Savings: Account {}
    let account = ClassObject.of(Account.self), savings = ClassObject.of(Savings.self)
    #expect(account.messages.map(\.selector.name) == ["close()", "deposit(_:)", "transfer(_:to:)", "withdraw(_:)"])
    #expect(savings.messages.isEmpty)
    #expect(savings.message("deposit(_:)")?.description == "deposit(_:): Account.(Int) -> Int")
    #expect(savings.responds(to: "deinit"))
    #expect(!savings.responds(to: "deposit"))
    #expect(Savings().responds(to: "close()"))
  }

  @Test("A message that is not listed is found once it has been hooked")
  func unlisted() throws {
    class Quiet: InterceptableObject {
      static let whisper = Message<Quiet, Void, Void>("whisper()") { _, _ in }
    }
    let quiet = ClassObject.of(Quiet.self)
    #expect(!quiet.responds(to: "whisper()"))
    let token = try Quiet.whisper.hook(.before) { _ in }
    #expect(quiet.responds(to: "whisper()"))
    token.remove()
  }

  @Test("Listing a message of another class is refused with its name")
  func foreign() async {
    await #expect(processExitsWith: .failure) {
      class Stranger: InterceptableObject {
        override class var messages: MessageList { [Account.deposit] }
      }
      _ = Stranger()
    }
  }
}
