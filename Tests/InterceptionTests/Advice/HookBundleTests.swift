import Interception
import Testing

@Suite("Bundles of hooks", .serialized)
struct HookBundleTests {
  private class Till: Account {}
  private class Safe: Account {
    @Woven("coins") var coins = 0
    static let coins = Property("coins", \Safe._coins)
    override class var messages: MessageList { [coins] }
  }
  private struct Stop: Error {}

  /// The aspects of the tests' classes and of an object.
  private func installed(_ safe: Safe) -> [Aspect] {
    [ClassObject.of(Till.self), ClassObject.of(Safe.self)].flatMap(\.aspects) + safe.aspects
  }

  /// Installs a hook of each kind.
  private func addAll(to hooks: inout [AspectToken], _ safe: Safe, _ log: Log) throws {
    try hooks.append(Account.deposit.hook(on: Safe.self, .before) { _ in log.write("typed") })
    try hooks.append(safe.hook(Account.deposit, .before) { _ in log.write("on object") })
    try hooks.append(safe.observe(Safe.coins) { _ in log.write("observed") })
    for name in ["deposit(_:)", "close()"] {
      try hooks.append(Runtime.hook("Safe", Selector(name), .before) { log.write(name) })
    }
  }

  @Test func `Hooks of all kinds are removed by one token, once`() throws {
    let log = Log(), safe = Safe()
    let bundle = try HookBundle { hooks in try addAll(to: &hooks, safe, log) }
    safe.deposit(1)
    safe.coins = 2
    #expect(Set(log.take()) == ["typed", "on object", "observed", "deposit(_:)"])
    #expect((bundle.aspects.count, Set(bundle.aspects)) == (5, Set(installed(safe))))
    #expect((bundle.remove(), bundle.remove()) == (true, false))
    safe.deposit(1)
    safe.coins = 3
    #expect((log.take().isEmpty, installed(safe).isEmpty, safe.isHooked) == (true, true, false))
  }

  @Test func `An error leaves no hook behind, wherever it comes from`() throws {
    let log = Log(), safe = Safe()
    let unknown = AspectError.doesNotRespond(class: "Safe", selector: "depsit(_:)", near: ["deposit(_:)"])
    #expect(throws: unknown) {
      try HookBundle { hooks in
        try addAll(to: &hooks, safe, log)
        try hooks.append(Runtime.hook("Safe", "depsit(_:)", .before) {})
      }
    }
    #expect(throws: Stop.self) {
      try HookBundle { hooks in
        try addAll(to: &hooks, safe, log)
        throw Stop()
      }
    }
    safe.deposit(1)
    #expect((log.take().isEmpty, installed(safe).isEmpty, safe.isHooked) == (true, true, false))
  }

  @Test func `Removing a bundle tells whether any hook was there`() throws {
    let log = Log(), till = Till()
    let other = try Account.deposit.hook(on: Till.self, .before) { _ in log.write("other") }
    defer { other.remove() }
    var tokens: [AspectToken] = []
    let bundle = try HookBundle { hooks in
      for priority in 0..<2 {
        try hooks.append(Account.deposit.hook(on: Till.self, .before, .priority(priority)) { _ in log.write("own") })
      }
      // What isn't added isn't the bundle's.
      tokens = [try Account.deposit.hook(on: Till.self, .after) { _ in log.write("not added") }] + hooks
    }
    #expect(tokens[1].remove())
    till.deposit(1)
    #expect(log.take() == ["own", "other", "not added"])
    #expect(bundle.remove())
    till.deposit(1)
    #expect((log.take(), tokens[0].remove()) == (["other", "not added"], true))

    let both = try HookBundle { hooks in
      tokens = [try Account.deposit.hook(on: Till.self, .before) { _ in }]
      hooks += tokens
    }
    #expect((tokens[0].remove(), both.remove()) == (true, false))
  }

  @Test func `A bundle outlives the objects that it hooks, and keeps none`() throws {
    weak var dead: Safe?
    let bundle = try {
      let safe = Safe()
      dead = safe
      return try HookBundle { hooks in try hooks.append(safe.hook(Account.deposit, .before) { _ in }) }
    }()
    #expect((dead == nil, bundle.remove()) == (true, false))
  }
}
