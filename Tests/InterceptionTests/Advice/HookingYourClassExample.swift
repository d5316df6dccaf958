// What the article "Hooking your class" shows, line for line; a test compares them.
import Interception

enum HookingYourClassExample {
  enum AccountError: Error {
    case overdrawn, aboveLimit
  }

  final class Account: InterceptableObject {
    var balance = 0
    override class var messages: MessageList { [deposit, withdraw] }

    static let deposit = Message<Account, Int, Int>("deposit(_:)") { account, amount in
      account.balance += amount
      return account.balance
    }
    @discardableResult
    func deposit(_ amount: Int) -> Int { send(Account.deposit, amount) }

    static let withdraw = ThrowingMessage<Account, Int, Int, AccountError>("withdraw(_:)") {
      (account, amount) throws(AccountError) in
      guard amount <= account.balance else { throw .overdrawn }
      account.balance -= amount
      return account.balance
    }
    @discardableResult
    func withdraw(_ amount: Int) throws(AccountError) -> Int { try send(Account.withdraw, amount) }
  }

  /// Hooks the recipes, and answers what takes them away, and how to switch to the lite edition.
  static func hookRecipes(
    _ print: @escaping @Sendable (Any...) -> Void
  ) throws -> (tokens: [AspectToken], makeLite: () throws -> AspectToken) {
    // A log: what went in, and what came out.
    let log = try Account.withdraw.hook(.after) { call in print("withdraw", call.arguments, call.outcome) }

    // A stopwatch: around the call, so that it measures all that is inside.
    let stopwatch = try Account.deposit.hook(.around) { call in
      let start = ContinuousClock.now
      defer { print("deposit took", ContinuousClock.now - start) }
      return call.proceed()
    }

    // A guard: an error ahead of the call keeps the implementation from running. A high priority puts it ahead of other advice.
    let limit = try Account.withdraw.hook(.before, .priority(10)) { call throws(AccountError) in
      if call.arguments > 500 { throw .aboveLimit }
    }
    let makeLite = {
      // An edition switch: the method does nothing, and its callers get a result all the same.
      let lite = try Account.deposit.hook(.instead) { call in call.receiver.balance }
      return lite
    }
    return ([log, stopwatch, limit], makeLite)
  }
}
