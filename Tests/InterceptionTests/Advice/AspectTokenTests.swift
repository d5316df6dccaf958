import Foundation
import Interception
import Synchronization
import Testing

/// Removal takes away exactly one advice, and what it held.
struct AspectTokenTests {
  private class Own: Account {}

  /// Every subset of five hooks, removed: what is left runs, in its order.
  @Test func `Removal takes exactly that advice away`() throws {
    let log = Log()
    for removed in 0..<32 {
      let account = Own()
      let sibling = Own()
      let names = ["class", "object", "object2", "close", "sibling"]
      let tokens = [
        try Account.deposit.hook(on: Own.self, .before) { _ in log.write("class") },
        try account.hook(Account.deposit, .before) { _ in log.write("object") },
        try account.hook(Account.deposit, .before) { _ in log.write("object2") },
        try account.hook(Account.close, .before) { _ in log.write("close") },
        try sibling.hook(Account.deposit, .before) { _ in log.write("sibling") },
      ]
      let isLeft = { (index: Int) in removed & (1 << index) == 0 }
      for (index, token) in tokens.enumerated() where !isLeft(index) {
        #expect(token.remove())
        #expect(!token.remove())
      }
      account.deposit(1)
      account.close()
      #expect(log.take() == [0, 1, 2, 3].filter(isLeft).map { names[$0] }, "\(removed)")
      sibling.deposit(1)
      #expect(log.take() == [0, 4].filter(isLeft).map { names[$0] }, "\(removed)")
      #expect(account.isHooked == [1, 2, 3].contains(where: isLeft))
      for (index, token) in tokens.enumerated() { #expect(token.remove() == isLeft(index)) }
      #expect((account.isHooked, sibling.isHooked) == (false, false))
    }
  }

  @Test func `Tokens keep neither the object nor the captured alive`() throws {
    let alive = AliveCount()
    weak var gone: Account?
    var token: AspectToken?
    do {
      let account = Account()
      gone = account
      let captured = Captured(alive)
      token = try account.hook(Account.deposit, .before) { _ in captured.touch() }
      account.deposit(1)
      #expect(alive.now == 1)
    }
    #expect(gone == nil)
    #expect(alive.now == 0)
    #expect(throws: AspectError.objectDeallocated(class: "Account", selector: "deposit(_:)")) {
      try token?.removeReportingErrors()
    }
    #expect(token?.remove() == false)
  }

  private class Upper: Account {}
  private class Lower: Upper {}

  @Test func `What an advice captured is freed on removal at every level`() throws {
    let alive = AliveCount()
    let lower = Lower()
    func hooks() throws -> [AspectToken] {
      let captured = (0..<3).map { _ in Captured(alive) }
      return [
        try Account.deposit.hook(on: Upper.self, .around) { [c = captured[0]] call in
          c.touch()
          return call.proceed()
        },
        try Account.deposit.hook(on: Lower.self, .before) { [c = captured[1]] _ in c.touch() },
        try lower.hook(Account.deposit, .after) { [c = captured[2]] _ in c.touch() },
      ]
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let tokens = try hooks()
      lower.deposit(1)
      for (done, index) in order.enumerated() {
        #expect(alive.now == 3 - done)
        tokens[index].remove()
        #expect(alive.now == 2 - done, "\(order)")
        lower.deposit(1)
      }
    }
  }

  @Test func `Advice that removes itself runs to its end, and is freed`() throws {
    let alive = AliveCount()
    let account = Account()
    var removals: [Bool] = []
    var token: AspectToken?
    @inline(never) func hook() throws {
      let captured = Captured(alive)
      token = try account.hook(Account.deposit, .around) { call in
        removals.append(token?.remove() ?? false)
        defer { removals.append(captured.alive.now == 1) }
        return call.proceed()
      }
    }
    try hook()
    #expect(account.deposit(2) == 2)
    #expect(removals == [true, true])
    #expect(eventually { alive.now == 0 })
    #expect(!account.isHooked)
    #expect(account.deposit(2) == 4)
  }

  @Test func `Changes during a call count from the next one`() throws {
    let account = Account()
    var seen: [String] = []
    var second: AspectToken?
    try account.hook(Account.deposit, .before, .automaticRemoval) { _ in
      seen.append("first")
      #expect(second?.remove() == true)
      _ = try? account.hook(Account.deposit, .after) { _ in seen.append("added") }
    }
    second = try account.hook(Account.deposit, .before) { _ in seen.append("second") }
    account.deposit(1)
    #expect(seen == ["first", "second"])
    account.deposit(1)
    #expect(seen == ["first", "second", "added"])
  }

  private final class Unhooks: Sendable {
    let token: AspectToken
    let log: Log
    init(_ token: AspectToken, _ log: Log) {
      self.token = token
      self.log = log
    }
    deinit { log.write("unhooked \(token.remove())") }
    func touch() {}
  }

  @Test func `What is freed may unhook in its turn`() throws {
    let account = Account()
    let log = Log()
    var token = try account.hook(Account.close, .before) { _ in log.write("innermost") }
    for _ in 0..<50 {
      let unhooks = Unhooks(token, log)
      token = try account.hook(Account.deposit, .before) { _ in unhooks.touch() }
    }
    account.deposit(1)
    #expect(token.remove())
    #expect(log.take() == Array(repeating: "unhooked true", count: 50))
    #expect(!account.isHooked)
  }

  private final class Shared2: InterceptableObject, @unchecked Sendable {
    static let poke = Message<Shared2, Int, Int>("poke(_:)") { _, value in value }
    @discardableResult func poke(_ value: Int) -> Int { send(Shared2.poke, value) }
  }

  @Test func `A call on another thread keeps its advice until it ends`() throws {
    let alive = AliveCount()
    let shared = Shared2()
    let isInside = Atomic<Bool>(false)
    let mayLeave = Atomic<Bool>(false)
    let wasAliveInside = Atomic<Bool>(false)
    for onClass in [false, true] {
      isInside.store(false, ordering: .sequentiallyConsistent)
      mayLeave.store(false, ordering: .sequentiallyConsistent)
      let token = try {
        let captured = Captured(alive)
        if onClass {
          return try Shared2.poke.hook(.before) { _ in
            isInside.store(true, ordering: .sequentiallyConsistent)
            while !mayLeave.load(ordering: .sequentiallyConsistent) { Thread.sleep(forTimeInterval: 0.0001) }
            wasAliveInside.store(captured.alive.now == 1, ordering: .sequentiallyConsistent)
          }
        }
        return try shared.hook(Shared2.poke, .before) { _ in
          isInside.store(true, ordering: .sequentiallyConsistent)
          while !mayLeave.load(ordering: .sequentiallyConsistent) { Thread.sleep(forTimeInterval: 0.0001) }
          wasAliveInside.store(captured.alive.now == 1, ordering: .sequentiallyConsistent)
        }
      }()
      onThreads(2) { number in
        if number == 0 {
          shared.poke(1)
          return
        }
        while !isInside.load(ordering: .sequentiallyConsistent) { Thread.sleep(forTimeInterval: 0.0001) }
        #expect(token.remove())
        #expect(alive.now == 1)
        #expect(shared.poke(2) == 2)
        mayLeave.store(true, ordering: .sequentiallyConsistent)
      }
      let wasAlive = wasAliveInside.load(ordering: .sequentiallyConsistent)
      #expect(wasAlive)
      #expect(eventually { alive.now == 0 }, "hooked on the class: \(onClass)")
    }
  }

  private final class Shared3: InterceptableObject, @unchecked Sendable {
    static let poke = Message<Shared3, Int, Int>("poke(_:)") { _, value in value }
    @discardableResult func poke(_ value: Int) -> Int { send(Shared3.poke, value) }
  }

  @Test func `Remove and wait returns when no call is inside`() throws {
    let shared = Shared3()
    for _ in 0..<100 {
      let inside = Atomic<Int>(0)
      let isOver = Atomic<Bool>(false)
      let wasInside = Atomic<Bool>(false)
      let token = try shared.hook(Shared3.poke, .around) { call in
        inside.add(1, ordering: .sequentiallyConsistent)
        defer { inside.subtract(1, ordering: .sequentiallyConsistent) }
        return call.proceed()
      }
      onThreads(3) { number in
        if number > 0 {
          while !isOver.load(ordering: .sequentiallyConsistent) { shared.poke(1) }
          return
        }
        #expect(token.removeAndWait())
        wasInside.store(inside.load(ordering: .sequentiallyConsistent) != 0, ordering: .sequentiallyConsistent)
        isOver.store(true, ordering: .sequentiallyConsistent)
      }
      let remained = wasInside.load(ordering: .sequentiallyConsistent)
      #expect(!remained)
    }
  }
}
