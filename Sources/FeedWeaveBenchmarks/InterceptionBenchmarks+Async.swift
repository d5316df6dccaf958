internal import Dispatch
internal import Interception
internal import Synchronization

/// The cost of advice on asynchronous messages, none of which suspends.
extension InterceptionBenchmarks {
  static let asynchronous = [0, 1, 2, 5].map { count in
    Benchmark(
      "asynchronous, " + (count == 0 ? "not hooked" : "\(count) \(around.name)"), group: group,
      baseline: count == 0 ? "an asynchronous method through the vtable" : "\(count) nested asynchronous closures",
      limit: count == 0 ? 2 : 1.3, target: count == 0 ? 1.5 : 1
    ) {
      .clocked(
        measured: {
          guard let tokens = try? AsyncAccount.hook(count, adding: opaque(1)) else { return nil }
          defer { for token in tokens { token.remove() } }
          return time { await opaque(AsyncAccount()).deposits(calls) }
        },
        baseline: {
          time { await (count == 0 ? opaque(PlainAsyncAccount()) : .withChain(of: count)).deposits(calls) }
        })
    }
  }

  /// Waits for asynchronous calls, and returns the time of one of them in nanoseconds.
  private static func time(of calls: @escaping @Sendable () async -> Int) -> Double {
    let time = Mutex(Duration.zero), isDone = DispatchSemaphore(value: 0)
    Task.detached {
      let taken = await ContinuousClock().measure { blackHole(await calls()) }
      time.withLock { $0 = taken }
      isDone.signal()
    }
    isDone.wait()
    return time.withLock { $0 } / .nanoseconds(self.calls)
  }
}

private class AsyncAccount: InterceptableObject {
  private final var balance = 0

  static let deposit = AsyncMessage<AsyncAccount, Int, Int>("deposit(_:)") { account, amount in
    account.balance &+= amount
    return account.balance
  }

  @inline(never)
  nonisolated(nonsending) func deposit(_ amount: Int) async -> Int { await send(AsyncAccount.deposit, amount) }

  @inline(never)
  nonisolated(nonsending) final func deposits(_ count: Int) async -> Int {
    var sum = 0
    for amount in 0..<count { sum ^= await deposit(amount) }
    return sum
  }

  static func hook(_ count: Int, adding number: Int) throws -> [AspectToken] {
    try (0..<count).map { _ in try deposit.hook(.around) { await $0.proceed($0.arguments &+ number) } }
  }
}

/// A class that makes the method one that is called through the vtable.
private final class OtherAsyncAccount: AsyncAccount {
  override nonisolated(nonsending) func deposit(_ amount: Int) async -> Int { await super.deposit(amount) &+ 1 }
}

private class PlainAsyncAccount {
  fileprivate final var balance = 0

  @inline(never)
  nonisolated(nonsending) func deposit(_ amount: Int) async -> Int {
    balance &+= amount
    return balance
  }

  @inline(never)
  nonisolated(nonsending) final func deposits(_ count: Int) async -> Int {
    var sum = 0
    for amount in 0..<count { sum ^= await deposit(amount) }
    return sum
  }

  static func withChain(of count: Int) -> PlainAsyncAccount {
    let account = AsyncAccountWithChain(), number = opaque(1)
    for _ in 0..<count { account.use { account, amount, next in await next(account, amount &+ number) } }
    return opaque(account)
  }
}

/// An account whose method is nested closures, each of which is given the next.
private final class AsyncAccountWithChain: PlainAsyncAccount {
  typealias Chain = nonisolated(nonsending) (AsyncAccountWithChain, Int) async -> Int

  private var depositing: Chain = { account, amount in
    account.balance &+= amount
    return account.balance
  }

  func use(_ outer: nonisolated(nonsending) @escaping (AsyncAccountWithChain, Int, Chain) async -> Int) {
    let inner = depositing
    depositing = { account, amount in await outer(account, amount, inner) }
  }

  @inline(never)
  override nonisolated(nonsending) func deposit(_ amount: Int) async -> Int { await depositing(self, amount) }
}
