import Interception
import Synchronization
import TestSupport
import Testing

/// Any thread may send, hook and unhook at any time.
@Suite(.serialized) struct ThreadTests {
  final class Counts: Sendable {
    let original = Atomic<Int>(0)
    let alive = AliveCount()
  }

  class Shared: InterceptableObject, @unchecked Sendable {
    let counts: Counts
    init(_ counts: Counts) { self.counts = counts }
    static let poke = Message<Shared, Int, Int>("poke(_:)") { shared, value in
      shared.counts.original.add(1, ordering: .relaxed)
      return value
    }
    static let other = Message<Shared, Int, Int>("other(_:)") { _, value in value }
  }

  @Test func `Eight threads hook, unhook and send in some order`() {
    let crowd = Crowd(workers: 8)
    onThreads(8) { number in
      for _ in 0..<Sample.of(200_000, few: 4_000) { crowd.step(number) }
      crowd.finish(number)
    }
    #expect(crowd.faults.isEmpty, "\(crowd.faults)")
    #expect(crowd.originals == crowd.calls)
    // An advice that is removed automatically has had its call, or its removal, and never both.
    #expect(crowd.onceRuns + crowd.onceRemovals == crowd.onceHooks)
    #expect(eventually { crowd.alive.now == 0 })
    #expect(crowd.isPlain)
  }

  private class Own: Shared, @unchecked Sendable {}

  @Test func `Objects change their class while calls run`() throws {
    let counts = Counts()
    let shared = Own(counts)
    let stated = ClassObject.of(Own.self)
    let wrong = Atomic<Int>(0)
    let seen = Atomic<Int>(0)
    let permanent = try Shared.poke.hook(on: Own.self, .before) { _ in seen.add(1, ordering: .relaxed) }
    onThreads(4) { number in
      for step in 0..<20_000 {
        if number > 0 {
          let result = Shared.poke.send(to: shared, step)
          if result != step && result != step + 1_000_000 { wrong.add(1, ordering: .relaxed) }
          continue
        }
        guard step.isMultiple(of: 20) else { continue }
        guard let made = try? stated.makeSubclass(named: "ThreadTests.brief") else { continue }
        try? made.override(Shared.poke) { call in call.callSuper() + 1_000_000 }
        try? shared.setClass(made)
        try? made.override(Shared.poke) { call in call.callSuper(call.arguments) + 1_000_000 }
        try? shared.setClass(stated)
        try? made.dispose()
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(seen.load(ordering: .relaxed) == 60_000)
    #expect(permanent.remove())
  }

  private final class Unhooks: Sendable {
    let token: AspectToken
    let freed: Atomic<Int>
    init(_ token: AspectToken) {
      self.token = token
      freed = Atomic(0)
    }
    deinit { token.remove() }
  }

  @Test func `Freeing while others hook does not deadlock`() throws {
    let counts = Counts()
    let shared = Shared(counts)
    onThreads(4) { number in
      for step in 0..<Sample.of(2_000, few: 300) {
        guard let inner = try? shared.hook(Shared.other, .before, advice: { _ in }) else { continue }
        let captured = Captured(counts.alive)
        let unhooks = Unhooks(inner)
        let outer = try? shared.hook(Shared.poke, .before, step.isMultiple(of: 3) ? .automaticRemoval : []) { _ in
          _ = (captured, unhooks)
        }
        _ = shared.send(Shared.poke, number)
        outer?.remove()
      }
    }
    #expect(eventually { counts.alive.now == 0 })
    #expect(!shared.isHooked)
  }

  private class Own2: Shared, @unchecked Sendable {}

  @Test func `Objects die while their class is hooked`() throws {
    let counts = Counts()
    onThreads(4) { number in
      for step in 0..<Sample.of(3_000, few: 500) {
        if number == 0 {
          let captured = Captured(counts.alive)
          let token = try? Shared.poke.hook(on: Own2.self, .before) { _ in _ = captured }
          token?.remove()
          continue
        }
        let own = Own2(counts)
        let captured = Captured(counts.alive)
        let token = try? own.hook(Shared.poke, .before) { _ in _ = captured }
        _ = Shared.poke.send(to: own, step)
        if step.isMultiple(of: 2) { token?.remove() }
      }
    }
    #expect(eventually { counts.alive.now == 0 })
    #expect(Shared.poke.hooked().isEmpty)
  }

  private class Own3: Shared, @unchecked Sendable {}

  @Test func `An object may die while its last hook is removed`() throws {
    let counts = Counts()
    let bystander = Own3(counts)
    onThreads(4) { number in
      for step in 0..<Sample.of(2_000, few: 300) {
        // Whoever has the books sees to what the senders have left.
        guard number > 1 else {
          _ = try? bystander.hook(Shared.other, .before) { _ in }.remove()
          continue
        }
        let own = Own3(counts)
        let captured = Captured(counts.alive)
        _ = try? own.hook(Shared.poke, .before, .automaticRemoval) { _ in captured.touch() }
        _ = Shared.poke.send(to: own, step)
        // Gives the other thread more or less time to begin.
        for _ in 0..<(step % 1000) { _ = counts.alive.now }
      }
    }
    #expect(eventually { counts.alive.now == 0 })
  }
}
