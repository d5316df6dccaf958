internal import Interception

extension InterceptionBenchmarks {
  /// Sends messages through each kind of advice, on a class and on one object, and counts the objects that this
  /// allocates: none.
  ///
  /// The row is omitted where the runtime does not support counting.
  static var allocations: [Benchmark] {
    guard HeapAllocations.canBeCounted else { return [] }
    return [
      Benchmark(
        "heap allocations per hooked call without boxing (counted)", group: group, baseline: "none", limit: 0,
        target: 0
      ) {
        .counted { Int((Double(objects()) / Double(kinds.count * calls)).rounded(.up)) }
      }
    ]
  }

  private static let calls = 10_000

  private typealias Hook = @Sendable (AllocatingAccount) throws -> AspectToken

  private static let kinds: [Hook] = [
    { _ in try AllocatingAccount.deposit.hook(.before) { call in call.arguments += 1 } },
    { _ in try AllocatingAccount.deposit.hook(.after) { call in call.outcome = .success(1) } },
    { _ in try AllocatingAccount.deposit.hook(.afterReturning) { call in call.result += 1 } },
    { _ in try AllocatingAccount.deposit.hook(.afterThrowing) { call in call.error = .tooMuch(0) } },
    { _ in try AllocatingAccount.deposit.hook(.instead) { call in call.arguments } },
    { _ in
      try AllocatingAccount.deposit.hook(.around) { call throws(AllocatingAccount.Refusal) in
        try call.proceed(call.arguments + 1)
      }
    },
    { _ in
      try AllocatingAccount.deposit.hook(.before) { call throws(AllocatingAccount.Refusal) in
        if call.arguments < 0 { throw .tooMuch(call.arguments) }
      }
    },
    { account in try account.hook(AllocatingAccount.deposit, .before) { call in call.arguments += 1 } },
    { account in try account.hook(AllocatingAccount.deposit, .after) { call in call.outcome = .success(1) } },
    { account in try account.hook(AllocatingAccount.deposit, .instead) { call in call.arguments } },
    { account in try account.hook(AllocatingAccount.balance, .around) { call in call.proceed() + call.proceed() } },
  ]

  /// Returns the number of objects that sends allocate through each kind of advice alone, and through all of them
  /// together.
  private static func objects() -> Int {
    let account = AllocatingAccount()
    let each = kinds.map { kind in
      let token = try? kind(account)
      defer { token?.remove() }
      return objects(sendingTo: account)
    }
    let tokens = kinds.compactMap { try? $0(account) }
    defer { for token in tokens { token.remove() } }
    guard tokens.count == kinds.count else { return .max }
    return each.reduce(0, +) + objects(sendingTo: account)
  }

  private static func objects(sendingTo account: AllocatingAccount) -> Int {
    // The first calls allocate what a thread and a message need once.
    blackHole(account.deposits(10))
    return HeapAllocations.made { blackHole(account.deposits(calls)) } ?? 0
  }
}

/// An account whose deposits may fail.
private final class AllocatingAccount: InterceptableObject, @unchecked Sendable {
  enum Refusal: Error {
    case tooMuch(Int)
  }

  private var sum = 0

  static let deposit = ThrowingMessage<AllocatingAccount, Int, Int, Refusal>("deposit(_:)") {
    (account, amount) throws(Refusal) in
    if amount.isMultiple(of: 7) { throw .tooMuch(amount) }
    account.sum &+= amount
    return account.sum
  }
  static let balance = Message<AllocatingAccount, Void, Int>("balance") { account, _ in account.sum }

  @inline(never)
  func deposit(_ amount: Int) throws(Refusal) -> Int { try send(AllocatingAccount.deposit, amount) }

  @inline(never)
  func balance() -> Int { send(AllocatingAccount.balance) }

  @inline(never)
  func deposits(_ count: Int) -> Int {
    var sum = 0
    for amount in 0..<count {
      do throws(Refusal) {
        sum &+= try deposit(amount)
      } catch {
        sum &-= 1
      }
      sum &+= balance()
    }
    return sum
  }
}
