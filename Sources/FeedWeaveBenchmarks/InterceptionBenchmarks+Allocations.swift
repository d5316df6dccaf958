internal import Interception

extension InterceptionBenchmarks {
  /// Sends messages through advice of each kind, on a class, its subclass and one object, and counts the objects that
  /// this allocates: none.
  ///
  /// The row is omitted where the runtime does not support counting.
  static var allocations: [Benchmark] {
    guard HeapAllocations.canBeCounted else { return [] }
    return [
      Benchmark(
        "heap allocations per hooked call without boxing (counted)", group: group, baseline: "none", limit: 0,
        target: 0
      ) {
        .counted { Int((Double(objects()) / Double(rounds)).rounded(.up)) }
      }
    ]
  }

  private static let rounds = 10_000

  private typealias Refusal = AllocatingAccount.Refusal

  private static let kinds: [@Sendable (AllocatingAccount) throws -> AspectToken] = [
    { _ in try AllocatingAccount.deposit.hook(.before) { call in call.arguments += 1 } },
    { _ in try AllocatingAccount.deposit.hook(.after) { call in call.outcome = .success(1) } },
    { _ in try AllocatingAccount.deposit.hook(.afterReturning) { call in call.result += 1 } },
    { _ in try AllocatingAccount.deposit.hook(.afterThrowing) { call in call.error = .tooMuch(0) } },
    { _ in try AllocatingAccount.deposit.hook(.instead) { call in call.arguments } },
    { _ in
      try AllocatingAccount.deposit.hook(.around) { call throws(Refusal) in try call.proceed(call.arguments + 1) }
    },
    { _ in
      try AllocatingAccount.deposit.hook(.before) { call throws(Refusal) in
        if call.arguments < 0 { throw .tooMuch(call.arguments) }
      }
    },
    { _ in try AllocatingAccount.deposit.hook(on: AllocatingSavings.self, .before) { call in call.arguments += 1 } },
    { _ in try AllocatingAccount.deposit.hook(on: AllocatingSavings.self, .after) { call in call.outcome = .success(2) }
    },
    { _ in
      try AllocatingAccount.deposit.hook(on: AllocatingSavings.self, .around) { call throws(Refusal) in
        try call.proceed()
      }
    },
    { account in try account.hook(AllocatingAccount.deposit, .before) { call in call.arguments += 1 } },
    { account in try account.hook(AllocatingAccount.deposit, .after) { call in call.outcome = .success(1) } },
    { account in try account.hook(AllocatingAccount.deposit, .instead) { call in call.arguments } },
    { account in try account.hook(AllocatingAccount.balance, .around) { call in call.proceed() + call.proceed() } },
  ]

  /// Returns the number of objects that sends allocate through one and five advice of each kind alone, and through
  /// all kinds together.
  private static func objects() -> Int {
    let alone = kinds.flatMap { kind in [1, 5].map { Array(repeating: kind, count: $0) } }
    return (alone + [kinds]).map { hooks in
      let account = opaque(AllocatingSavings())
      let tokens = hooks.compactMap { try? $0(account) }
      defer { for token in tokens { token.remove() } }
      guard tokens.count == hooks.count else { return Int.max }
      // The first calls allocate what a thread and a message need once.
      blackHole(account.deposits(10))
      return HeapAllocations.made { blackHole(account.deposits(rounds)) } ?? 0
    }.max() ?? 0
  }
}

/// An account whose deposits may fail.
private class AllocatingAccount: InterceptableObject, @unchecked Sendable {
  enum Refusal: Error {
    case tooMuch(Int)
  }

  private final var sum = 0

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
  final func deposits(_ count: Int) -> Int {
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

private final class AllocatingSavings: AllocatingAccount, @unchecked Sendable {}
