import Interception
import Testing

@Suite("Hooks by name")
struct RuntimeHookTests {
  @Test("An advice takes nothing, the info, or the info and arguments")
  func parameters() throws {
    final class Till: Account, @unchecked Sendable {}
    let till = Till()
    let log = Log()
    try Runtime.hook("Till", "deposit(_:)", .before) { log.write("nothing") }
    try Runtime.hook("Till", "deposit(_:)", .before) { (info: AspectInfo) in
      log.write("\(info.className).\(info.selector) \(info.position) \(info.arguments)")
      #expect(info.receiver === till)
    }
    try Runtime.hook("Till", "deposit(_:)", .after) { (info: AspectInfo, amount: Int) in
      log.write("\(amount) \(info.result as Any)")
    }
    try Runtime.hook("Till", "transfer(_:to:)", .before) { (info: AspectInfo, amount: Int, other: Account) in
      log.write("\(amount) to \(other === till)")
    }
    #expect(till.deposit(5) == 5)
    #expect(log.take() == ["nothing", "Till.deposit(_:) before [5]", "5 Optional(5)"])
    till.transfer(2, to: till)
    #expect(log.take() == ["2 to true"])
  }

  @Test("An advice around proceeds with the same or other arguments, and gives the result")
  func around() throws {
    class Vault: Account {}
    let vault = Vault()
    try Runtime.hook("Vault", "deposit(_:)", .around) { (info: AspectInfo, amount: Int) -> Int in
      let first = (try? info.proceed() as? Int) ?? 0
      let second = (try? info.proceed(with: [amount * 10]) as? Int) ?? 0
      return first + second
    }
    #expect(vault.deposit(1) == 12)
    try Runtime.hook("Vault", "withdraw(_:)", .around) { (info: AspectInfo) in try info.proceed() }
    #expect(throws: AccountError.overdrawn(-89)) { try vault.withdraw(100) }
    #expect(try vault.withdraw(1) == 10)
  }

  @Test("An advice before changes arguments, all or one")
  func changes() throws {
    class Purse: Account {}
    let purse = Purse()
    try Runtime.hook("Purse", "transfer(_:to:)", .before) { (info: AspectInfo, amount: Int) in
      try? info.setArgument(amount * 2, at: 0)
    }
    let other = Account()
    purse.transfer(4, to: other)
    #expect(other.balance == 8)
    try Runtime.hook("Purse", "deposit(_:)", .before) { (info: AspectInfo) in try? info.setArguments([7]) }
    #expect(purse.deposit(1) == -1)  // -8 from the transfer, and 7
  }
}
