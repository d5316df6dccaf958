import Interception
import Testing

struct MessageSendTests {
  @Test func `A message that nobody hooks runs its original`() {
    let account = Account()
    #expect(account.deposit(3) == 3)
    #expect(account.deposit(4) == 7)
    #expect(account.statedClass === account.actualClass)
  }

  @Test func `Advice on one object runs for it alone`() throws {
    let hooked = Account()
    let other = Account()
    var seen: [Int] = []
    let token = try hooked.hook(Account.deposit, .before) { call in
      seen.append(call.arguments)
      call.arguments *= 2
    }
    #expect(hooked.deposit(5) == 10)
    #expect(other.deposit(5) == 5)
    #expect(seen == [5])
    #expect(token.remove())
    #expect(!token.remove())
    #expect(hooked.deposit(5) == 15)
    #expect(seen == [5])
  }

  @Test func `Around proceeds as often as it likes`() throws {
    let account = Account()
    let token = try account.hook(Account.deposit, .around) { call in
      call.proceed(call.arguments * 2)
      return call.proceed()
    }
    #expect(account.deposit(1) == 3)
    token.remove()
    #expect(account.deposit(1) == 4)
  }
}
