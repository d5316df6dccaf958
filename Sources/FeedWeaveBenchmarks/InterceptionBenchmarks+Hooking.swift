internal import Interception

/// The cost of installing and removing advice where much advice is installed.
extension InterceptionBenchmarks {
  static let hooking =
    [("100", 100, 4_000.0), ("4,000", 4_000, 100_000)].map { text, count, limit in
      Benchmark(
        "hook and remove one more advice among \(text) on one message", group: group, baseline: "among one",
        limit: nil, timeLimit: limit
      ) {
        let many = HookedCrowd(of: count, on: CrowdedAccount.deposit)
        let one = HookedCrowd(of: 1, on: CrowdedAccount.withdraw)
        let operations = 500
        return .timed(
          operations: operations, measured: { many.hookAndRemove(operations) },
          baselineOperations: operations, baseline: { one.hookAndRemove(operations) })
      }
    } + [
      Benchmark(
        "remove 4,000 advice by their one name", group: group, baseline: "removing one", limit: nil,
        timeLimit: 4_000_000
      ) {
        .clocked(
          measured: { CrowdedAccount.nanosecondsToRemove(4_000, times: 1) },
          baseline: { CrowdedAccount.nanosecondsToRemove(1, times: 100) })
      }
    ]
}

private class CrowdedAccount: InterceptableObject, @unchecked Sendable {
  private final var balance = 0

  static let deposit = Message<CrowdedAccount, Int, Int>("deposit(_:)") { account, amount in
    account.balance &+= amount
    return account.balance
  }
  static let withdraw = Message<CrowdedAccount, Int, Int>("withdraw(_:)") { account, amount in
    account.balance &-= amount
    return account.balance
  }

  override class var messages: MessageList { [deposit, withdraw] }

  /// Returns the average time to remove `count` advice by the name that all of them have; nil if not all were removed.
  static func nanosecondsToRemove(_ count: Int, times: Int) -> Double? {
    let classObject = ClassObject.of(CrowdedAccount.self)
    var total: Duration = .zero
    for _ in 0..<times {
      for _ in 0..<count { hook(deposit, named: "group") }
      var removed = 0
      total += ContinuousClock().measure { removed = classObject.removeAspects(named: "group") }
      guard removed == count else { return nil }
    }
    return total / .nanoseconds(times)
  }

  @discardableResult
  static func hook(_ message: Message<CrowdedAccount, Int, Int>, named name: String) -> AspectToken? {
    try? message.hook(.before, .named(name)) { call in call.arguments &+= 1 }
  }
}

/// Advice on one message, installed as long as this object lives.
private final class HookedCrowd {
  private let message: Message<CrowdedAccount, Int, Int>
  private let tokens: [AspectToken]

  init(of count: Int, on message: Message<CrowdedAccount, Int, Int>) {
    self.message = message
    tokens = (0..<count).compactMap { _ in CrowdedAccount.hook(message, named: "crowd") }
    precondition(tokens.count == count, "not all of \(count) hooks were taken")
  }

  deinit {
    for token in tokens { token.remove() }
  }

  /// Installs one more advice and removes it, `count` times.
  @inline(never)
  func hookAndRemove(_ count: Int) -> Int {
    (0..<count).count { _ in CrowdedAccount.hook(message, named: "one more")?.remove() == true }
  }
}
