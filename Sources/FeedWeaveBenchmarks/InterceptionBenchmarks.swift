internal import Interception

/// The rows of the cost table of interception.
///
/// The baseline is code as one would write it by hand: a class that stores closures, and whose method calls them. Both
/// the measured code and the baseline call their method through the vtable, on an object whose class the compiler does
/// not know. The work of advice and closures is the same, and all capture the number that they add, so that each has a
/// context; nothing is inlined. No two closures have the same body, since the compiler would merge them, and reach the
/// common body by one more call.
enum InterceptionBenchmarks {
  static let all =
    [unhooked] + advice + [severalLevels] + threads + byName + plans + asynchronous + allocations + hooking

  static let group = "interception"
  /// The number of calls in a round.
  static let calls = 100_000
}

// MARK: - Rows

extension InterceptionBenchmarks {
  private static let unhooked = Benchmark(
    "declared, not hooked", group: group, baseline: "a class method through the vtable", limit: 1.3, target: 1
  ) {
    let account = opaque(InterceptedAccount()), plain = opaque(PlainAccount())
    return .clocked(measured: { time(of: account.deposits) }, baseline: { time(of: plain.deposits) })
  }

  private static let advice = [before, after, afterReturning, around, aroundWithString].flatMap { kind in
    [1, 2, 5, 10].map { count in
      Benchmark(
        "\(count) \(kind.name)", group: group, baseline: "\(count) \(kind.byHandName)", limit: kind.limit,
        target: kind.target
      ) {
        let calls = kind.calls(), byHand = kind.byHand(count, opaque(1))
        return .clocked(
          measured: { time(of: calls, with: { try kind.hook(count) }) }, baseline: { time(of: byHand) })
      }
    }
  }

  private static let severalLevels = Benchmark(
    "before on class and superclass, around on the object, after on the class", group: group,
    baseline: "the same four closures", limit: 1.5, target: 1.1
  ) {
    let account = opaque(InterceptedSavings()), number = opaque(1)
    return .clocked(
      measured: {
        time(
          of: account.deposits,
          with: {
            [
              try InterceptedAccount.deposit.hook(on: InterceptedSavings.self, .before) { $0.arguments ^= number },
              try InterceptedAccount.deposit.hook(.before) { $0.arguments &-= number },
              try account.hook(InterceptedAccount.deposit, .around) { $0.proceed($0.arguments &- number) },
              try InterceptedAccount.deposit.hook(on: InterceptedSavings.self, .after) { $0.result |= number },
            ]
          })
      }, baseline: { time(of: fourClosures(number).deposits) })
  }

  private static func fourClosures(_ number: Int) -> AccountWithChains {
    let account = opaque(AccountWithChains())
    let classBefore: (inout Int) -> Void = { $0 ^= number }, superclassBefore: (inout Int) -> Void = { $0 &-= number }
    let classAfter: (inout Int) -> Void = { $0 |= number }
    let original = account.depositing
    account.depositing = { account, amount in
      var amount = amount
      superclassBefore(&amount)
      return original(account, amount)
    }
    account.useForDeposit { account, amount, next in next(account, amount &- number) }
    let around = account.depositing
    account.depositing = { account, amount in
      var amount = amount
      classBefore(&amount)
      var result = around(account, amount)
      classAfter(&result)
      return result
    }
    return account
  }

  /// Returns the time of a call in nanoseconds, with advice that is installed meanwhile; nil if it can't be.
  ///
  /// The advice is installed for each round only, so that one row does not affect another.
  static func time(of calls: (Int) -> Int, with install: () throws -> [AspectToken] = { [] }) -> Double? {
    guard let tokens = try? install() else { return nil }
    defer { for token in tokens { token.remove() } }
    return ContinuousClock().measure { blackHole(calls(self.calls)) } / .nanoseconds(self.calls)
  }
}

// MARK: - Kinds

extension InterceptionBenchmarks {
  /// A kind of advice, with what one would write by hand in its place.
  struct Kind: Sendable {
    let name: String
    let byHandName: String
    let limit: Double
    let target: Double
    /// Installs one advice that adds a number.
    let hookOne: @Sendable (_ number: Int) throws -> AspectToken
    /// Makes an object, and returns its method that sends a number of messages.
    var calls: @Sendable () -> (Int) -> Int = { opaque(InterceptedAccount()).deposits }
    /// Makes an object with some closures that add a number, and returns its method that makes a number of calls.
    let byHand: @Sendable (_ count: Int, _ number: Int) -> (Int) -> Int

    func hook(_ count: Int) throws -> [AspectToken] {
      let number = opaque(1)
      return try (0..<count).map { _ in try hookOne(number) }
    }
  }

  static let before = Kind(
    name: "before advice", byHandName: "closures in an array, then the method", limit: 1, target: 0.5,
    hookOne: { number in try InterceptedAccount.deposit.hook(.before) { $0.arguments &+= number } },
    byHand: { count, number in
      opaque(AccountWithBefores((0..<count).map { _ in { $0 &+= number } })).deposits
    })

  static let after = Kind(
    name: "after advice", byHandName: "closures in an array, after the method", limit: 1, target: 0.6,
    hookOne: { number in try InterceptedAccount.deposit.hook(.after) { $0.result &+= number } },
    byHand: { count, number in
      opaque(AccountWithAfters((0..<count).map { _ in { $0 ^= number } })).deposits
    })

  static let afterReturning = Kind(
    name: "after returning advice", byHandName: after.byHandName, limit: after.limit, target: after.target,
    hookOne: { number in try InterceptedAccount.deposit.hook(.afterReturning) { $0.result ^= number } },
    byHand: after.byHand)

  static let around = Kind(
    name: "around advice that proceed", byHandName: "nested closures", limit: 1.7, target: 1.2,
    hookOne: { number in
      try InterceptedAccount.deposit.hook(.around) { $0.proceed($0.arguments &+ number) }
    },
    byHand: { count, number in
      let account = opaque(AccountWithChains())
      for _ in 0..<count { account.useForDeposit { account, amount, next in next(account, amount &+ number) } }
      return account.deposits
    })

  private static let aroundWithString = Kind(
    name: "around advice that proceed, with a String", byHandName: around.byHandName, limit: 2, target: 1.6,
    hookOne: { number in try InterceptedAccount.rename.hook(.around) { $0.proceed() &+ number } },
    calls: { opaque(InterceptedAccount()).renames },
    byHand: { count, number in
      let account = opaque(AccountWithChains())
      for _ in 0..<count { account.useForRename { account, name, next in next(account, name) &+ number } }
      return account.renames
    })
}
