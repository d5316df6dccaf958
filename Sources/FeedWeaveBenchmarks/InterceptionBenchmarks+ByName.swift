internal import Interception

/// The cost of advice hooked by name, with boxed arguments, and of the predefined advice of plans.
extension InterceptionBenchmarks {
  static let byName = named.map { position, typed, named in
    Benchmark(
      "one \(position) advice by name, arguments boxed", group: group, baseline: "the same typed", limit: 12, target: 8
    ) {
      let seen = Seen()
      let account = opaque(InterceptedAccount())
      return .clocked(
        measured: { time(of: account.deposits, with: { [try named(seen)] }) },
        baseline: { time(of: account.deposits, with: { [try typed(seen)] }) })
    }
  }

  static let plans = [("count", 5.0), ("measure", 15), ("log", 30)].map { advice, limit in
    Benchmark(
      "a plan's \(advice)\(advice == "log" ? " to nowhere" : "")", group: group, baseline: "1 \(around.name)",
      limit: limit
    ) {
      let account = opaque(InterceptedAccount())
      let plan = Pointcut("InterceptedAccount.deposit(_:)").map { pointcut in
        WeavingPlan(groups: [.init(aspects: [.init(pointcut, advice: advice)])])
      }
      return .clocked(
        measured: {
          let weaving = try? plan?.weave(with: .standard(output: { _ in }))
          defer { weaving?.revert() }
          return weaving.flatMap { _ in time(of: account.deposits) }
        }, baseline: { time(of: account.deposits, with: { try around.hook(1) }) })
    }
  }

  private typealias Hook = @Sendable (Seen) throws -> AspectToken

  private static let named: [(String, typed: Hook, named: Hook)] = [
    (
      "before",
      { seen in try InterceptedAccount.deposit.hook(.before) { seen.sum &+= $0.arguments } },
      { seen in
        try Runtime.hook("InterceptedAccount", "deposit(_:)", .before) { info in
          seen.sum &+= info.arguments[0] as? Int ?? 0
        }
      }
    ),
    (
      "around",
      { seen in
        try InterceptedAccount.deposit.hook(.around) { call in
          seen.sum &-= call.arguments
          return call.proceed()
        }
      },
      { seen in
        try Runtime.hook("InterceptedAccount", "deposit(_:)", .around) { info in
          seen.sum &-= info.arguments[0] as? Int ?? 0
          return try info.proceed()
        }
      }
    ),
    (
      "after",
      { seen in try InterceptedAccount.deposit.hook(.after) { seen.sum ^= $0.result } },
      { seen in
        try Runtime.hook("InterceptedAccount", "deposit(_:)", .after) { info in
          seen.sum ^= info.result as? Int ?? 0
        }
      }
    ),
  ]
}

/// The object that advice writes to.
private final class Seen: @unchecked Sendable {
  var sum = 0
}
