import Foundation
import Interception

/// Why an account refuses.
enum AccountError: Error, Equatable {
  case overdrawn(Int)
  case refused
}

/// The class that most tests hook; each test makes subclasses or objects of its own where it hooks a class.
class Account: InterceptableObject {
  var balance = 0

  override class var messages: MessageList { [deposit, withdraw, transfer, close] }

  static let deposit = Message<Account, Int, Int>("deposit(_:)") { account, amount in
    account.balance += amount
    return account.balance
  }
  @discardableResult
  func deposit(_ amount: Int) -> Int { send(Account.deposit, amount) }

  static let withdraw = ThrowingMessage<Account, Int, Int, AccountError>("withdraw(_:)") {
    (account, amount) throws(AccountError) in
    guard amount <= account.balance else { throw .overdrawn(account.balance - amount) }
    account.balance -= amount
    return account.balance
  }
  @discardableResult
  func withdraw(_ amount: Int) throws(AccountError) -> Int { try send(Account.withdraw, amount) }

  static let transfer = Message<Account, (amount: Int, to: Account), Bool>("transfer(_:to:)") { account, transfer in
    account.balance -= transfer.amount
    transfer.to.balance += transfer.amount
    return true
  }
  @discardableResult
  func transfer(_ amount: Int, to other: Account) -> Bool { send(Account.transfer, (amount: amount, to: other)) }

  static let close = Message<Account, Void, Void>("close()") { account, _ in account.balance = 0 }
  func close() { send(Account.close) }
}

/// Words in the order in which they were written, from any thread.
final class Log: @unchecked Sendable {
  // A lock that the thread sanitizer knows.
  private let lock = NSLock()
  private var words: [String] = []

  func write(_ word: String) {
    lock.withLock { words.append(word) }
  }

  func peek() -> [String] {
    lock.withLock { words }
  }

  func take() -> [String] {
    lock.withLock {
      defer { words.removeAll() }
      return words
    }
  }
}
