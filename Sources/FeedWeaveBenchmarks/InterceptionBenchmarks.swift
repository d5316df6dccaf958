internal import Interception

/// The rows of the cost table of interception.
///
/// The baseline is code as one would write it by hand: a class whose `deposit` calls the closures that it stores, and
/// then its real implementation. Both the measured code and the baseline call their method through the vtable, on an
/// object whose class the compiler does not know; the baseline also calls the real implementation through the vtable.
/// Closures are stored in constants, so that calling them counts no references. The method bodies and the work of the
/// advice are the same in both; nothing is inlined. No two closures have the same body, since the compiler would merge
/// them, and reach the common body by one more call.
enum InterceptionBenchmarks {
  static let all = [unhooked, before, beforeAndAfter, around] + twoThreads + [byName] + allocations + hooking

  static let group = "interception"
  static let operations = 1_000_000
}

// MARK: - Rows

extension InterceptionBenchmarks {
  private static let unhooked = Benchmark(
    "declared, not hooked", group: group, baseline: "a class method through the vtable", limit: 1.3, target: 1
  ) {
    let account = InterceptedAccount.make(), plain = PlainAccount.make()
    return .timed(
      operations: operations, measured: { account.deposits(operations) },
      baselineOperations: operations, baseline: { plain.deposits(operations) })
  }

  private static let before = Benchmark(
    "one before advice on the class", group: group, baseline: "a before-closure, then the vtable call", limit: 2,
    target: 1.4
  ) {
    let seen = Seen()
    let account = InterceptedAccount.make()
    let byHand = AccountWithBefore.make(before: { seen.sum &+= $0 })
    return hooked(account, byHand) { [try hookBefore(seen)] }
  }

  private static let beforeAndAfter = Benchmark(
    "one before and one after advice on one object", group: group, baseline: "the same with two closures",
    limit: 2.2, target: 1.6
  ) {
    let seen = Seen()
    let account = InterceptedAccount.make()
    let byHand = AccountWithBoth.make(before: { seen.sum &-= $0 }, after: { seen.sum ^= $0 })
    return hooked(account, byHand) {
      [
        try account.hook(InterceptedAccount.deposit, .before) { call in seen.sum &-= call.arguments },
        try account.hook(InterceptedAccount.deposit, .after) { call in seen.sum ^= call.result },
      ]
    }
  }

  private static let around = Benchmark(
    "one around advice that proceeds", group: group, baseline: "a closure that receives the call as a closure",
    limit: 2.2, target: 1.6
  ) {
    let seen = Seen()
    let account = InterceptedAccount.make()
    let byHand = AccountWithAround.make { amount, proceed in
      seen.sum &+= amount
      return proceed(amount)
    }
    return hooked(account, byHand) {
      [
        try InterceptedAccount.deposit.hook(.around) { call in
          seen.sum &+= call.arguments
          return call.proceed()
        }
      ]
    }
  }

  private static let byName = Benchmark(
    "the same advice by name, arguments boxed", group: group, baseline: "one before advice", limit: 15, target: 8
  ) {
    let seen = Seen()
    let account = InterceptedAccount.make()
    return .timed(
      operations: operations / 10,
      measured: {
        let token = try? Runtime.hook("InterceptedAccount", "deposit(_:)", .before) { (info: AspectInfo) in
          seen.sum &+= info.arguments[0] as? Int ?? 0
        }
        defer { token?.remove() }
        return account.deposits(operations / 10)
      },
      baselineOperations: operations,
      baseline: {
        let token = try? hookBefore(seen)
        defer { token?.remove() }
        return account.deposits(operations)
      })
  }

  @inline(never)
  private static func hookBefore(_ seen: Seen) throws -> AspectToken {
    try InterceptedAccount.deposit.hook(.before) { call in seen.sum &+= call.arguments }
  }

  /// Installs the hooks only while the measured code runs, so that the hooks of one row do not affect another.
  private static func hooked(
    _ account: InterceptedAccount, _ byHand: PlainAccount, _ hooks: @escaping () throws -> [AspectToken]
  ) -> Benchmark.Work {
    .timed(
      operations: operations,
      measured: {
        let tokens = (try? hooks()) ?? []
        defer { for token in tokens { token.remove() } }
        return account.deposits(operations)
      },
      baselineOperations: operations, baseline: { byHand.deposits(operations) })
  }
}

// MARK: - What is called

/// The object that the advice and the closures write to.
final class Seen: @unchecked Sendable {
  var sum = 0
}

class PlainAccount {
  final var balance = 0

  @inline(never)
  func deposit(_ amount: Int) -> Int { reallyDeposit(amount) }

  @inline(never)
  func reallyDeposit(_ amount: Int) -> Int {
    balance &+= amount
    return balance
  }

  /// Returns an object of one of two classes; the compiler cannot know which.
  @inline(never)
  static func make() -> PlainAccount { CommandLine.argc > 1_000 ? OtherAccount() : DirectAccount() }

  @inline(never)
  final func deposits(_ count: Int) -> Int {
    for amount in 0..<count { _ = deposit(amount) }
    return balance
  }
}

/// An account whose `deposit` calls no other method.
private final class DirectAccount: PlainAccount {
  @inline(never)
  override func deposit(_ amount: Int) -> Int {
    balance &+= amount
    return balance
  }
}

private final class OtherAccount: PlainAccount {
  @inline(never)
  override func deposit(_ amount: Int) -> Int {
    balance &-= amount
    return balance
  }

  @inline(never)
  override func reallyDeposit(_ amount: Int) -> Int { balance }
}

private final class AccountWithBefore: PlainAccount {
  let before: (Int) -> Void

  init(_ before: @escaping (Int) -> Void) { self.before = before }

  @inline(never)
  static func make(before: @escaping (Int) -> Void) -> PlainAccount {
    CommandLine.argc > 1_000 ? OtherAccount() : AccountWithBefore(before)
  }

  @inline(never)
  override func deposit(_ amount: Int) -> Int {
    before(amount)
    return reallyDeposit(amount)
  }
}

private final class AccountWithBoth: PlainAccount {
  let before: (Int) -> Void
  let after: (Int) -> Void

  init(_ before: @escaping (Int) -> Void, _ after: @escaping (Int) -> Void) {
    self.before = before
    self.after = after
  }

  @inline(never)
  static func make(before: @escaping (Int) -> Void, after: @escaping (Int) -> Void) -> PlainAccount {
    CommandLine.argc > 1_000 ? OtherAccount() : AccountWithBoth(before, after)
  }

  @inline(never)
  override func deposit(_ amount: Int) -> Int {
    before(amount)
    let result = reallyDeposit(amount)
    after(result)
    return result
  }
}

private final class AccountWithAround: PlainAccount {
  let around: (Int, (Int) -> Int) -> Int

  init(_ around: @escaping (Int, (Int) -> Int) -> Int) { self.around = around }

  @inline(never)
  static func make(around: @escaping (Int, (Int) -> Int) -> Int) -> PlainAccount {
    CommandLine.argc > 1_000 ? OtherAccount() : AccountWithAround(around)
  }

  @inline(never)
  override func deposit(_ amount: Int) -> Int {
    around(amount) { reallyDeposit($0) }
  }
}

class InterceptedAccount: InterceptableObject, @unchecked Sendable {
  final var balance = 0

  static let deposit = Message<InterceptedAccount, Int, Int>("deposit(_:)") { account, amount in
    account.balance &+= amount
    return account.balance
  }

  override class var messages: MessageList { [deposit] }

  @inline(never)
  func deposit(_ amount: Int) -> Int { send(InterceptedAccount.deposit, amount) }

  /// Returns an object of one of two classes; the compiler cannot know which.
  @inline(never)
  static func make() -> InterceptedAccount {
    CommandLine.argc > 1_000 ? OtherInterceptedAccount() : InterceptedAccount()
  }

  @inline(never)
  final func deposits(_ count: Int) -> Int {
    for amount in 0..<count { _ = deposit(amount) }
    return balance
  }
}

private final class OtherInterceptedAccount: InterceptedAccount, @unchecked Sendable {
  @inline(never)
  override func deposit(_ amount: Int) -> Int { super.deposit(amount) &+ 1 }
}
