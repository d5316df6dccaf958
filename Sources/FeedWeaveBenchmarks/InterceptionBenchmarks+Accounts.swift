internal import Interception

/// Returns the value, of which the compiler then knows no more than its type.
@inline(never)
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }

/// A name whose characters are on the heap.
private let longName = String(repeating: "name ", count: opaque(8))

// MARK: - Intercepted

class InterceptedAccount: InterceptableObject, @unchecked Sendable {
  private final var balance = 0

  static let deposit = Message<InterceptedAccount, Int, Int>("deposit(_:)") { account, amount in
    account.balance &+= amount
    return account.balance
  }
  static let rename = Message<InterceptedAccount, String, Int>("rename(_:)") { account, name in
    account.balance &+= name.utf8.count
    return account.balance
  }

  override class var messages: MessageList { [deposit, rename] }

  @inline(never)
  func deposit(_ amount: Int) -> Int { send(InterceptedAccount.deposit, amount) }

  @inline(never)
  func rename(_ name: String) -> Int { send(InterceptedAccount.rename, name) }

  @inline(never)
  final func deposits(_ count: Int) -> Int { (0..<count).reduce(0) { $0 ^ deposit($1) } }

  @inline(never)
  final func renames(_ count: Int) -> Int {
    let name = longName
    return (0..<count).reduce(0) { sum, _ in sum ^ rename(name) }
  }
}

final class InterceptedSavings: InterceptedAccount, @unchecked Sendable {}

/// A class that makes the methods ones that are called through the vtable.
private final class OtherInterceptedAccount: InterceptedAccount, @unchecked Sendable {
  override func deposit(_ amount: Int) -> Int { super.deposit(amount) &+ 1 }
  override func rename(_ name: String) -> Int { super.rename(name) &+ 2 }
}

// MARK: - By hand

class PlainAccount {
  fileprivate final var balance = 0

  @inline(never)
  func deposit(_ amount: Int) -> Int {
    balance &+= amount
    return balance
  }

  @inline(never)
  func rename(_ name: String) -> Int {
    balance &+= name.utf8.count
    return balance
  }

  @inline(never)
  final func deposits(_ count: Int) -> Int { (0..<count).reduce(0) { $0 ^ deposit($1) } }

  @inline(never)
  final func renames(_ count: Int) -> Int {
    let name = longName
    return (0..<count).reduce(0) { sum, _ in sum ^ rename(name) }
  }
}

final class AccountWithBefores: PlainAccount {
  private var befores: [(inout Int) -> Void]

  init(_ befores: [(inout Int) -> Void]) { self.befores = befores }

  @inline(never)
  override func deposit(_ amount: Int) -> Int {
    var amount = amount
    for before in befores { before(&amount) }
    balance &+= amount
    return balance
  }
}

final class AccountWithAfters: PlainAccount {
  private var afters: [(inout Int) -> Void]

  init(_ afters: [(inout Int) -> Void]) { self.afters = afters }

  @inline(never)
  override func deposit(_ amount: Int) -> Int {
    balance &+= amount
    var result = balance
    for after in afters { after(&result) }
    return result
  }
}

/// An account whose methods are nested closures, each of which is given the next.
final class AccountWithChains: PlainAccount {
  typealias Chain<Argument> = (AccountWithChains, Argument) -> Int

  var depositing: Chain<Int> = { account, amount in
    account.balance &+= amount
    return account.balance
  }
  private var renaming: Chain<String> = { account, name in
    account.balance &+= name.utf8.count
    return account.balance
  }

  func useForDeposit(_ outer: @escaping (AccountWithChains, Int, Chain<Int>) -> Int) {
    let inner = depositing
    depositing = { account, amount in outer(account, amount, inner) }
  }

  func useForRename(_ outer: @escaping (AccountWithChains, String, Chain<String>) -> Int) {
    let inner = renaming
    renaming = { account, name in outer(account, name, inner) }
  }

  @inline(never)
  override func deposit(_ amount: Int) -> Int { depositing(self, amount) }

  @inline(never)
  override func rename(_ name: String) -> Int { renaming(self, name) }
}
