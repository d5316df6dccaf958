import Interception
import Synchronization
import TestSupport
import Testing

/// Many tasks on many threads send, hook and unhook at once.
@Suite(.serialized)
struct AsyncThreadTests {

  final class Counts: Sendable {
    let original = Atomic<Int>(0)
    let permanent = Atomic<Int>(0)
    let sent = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    let alive = AliveCount()
  }

  class Shared: InterceptableObject, @unchecked Sendable {
    let counts: Counts
    init(_ counts: Counts) { self.counts = counts }

    static let poke = AsyncMessage<Shared, Int, Int>("poke(_:)") { shared, value in
      shared.counts.original.add(1, ordering: .relaxed)
      if value.isMultiple(of: 16) { await Task.yield() }
      return value
    }
    static let other = AsyncMessage<Shared, Int, Int>("other(_:)") { _, value in value }
  }

  /// Adds nothing below the twentieth bit, so that a result tells whether its call was whole.
  private static func hook(_ choice: Int, _ shared: Shared, _ counts: Counts) throws -> [AspectToken] {
    let captured = Captured(counts.alive)
    switch choice {
    case 0:
      return [try Shared.poke.hook(.before) { _ in captured.touch() }]
    case 1:
      return [
        try Shared.poke.hook(.after) { call in
          await Task.yield()
          captured.touch()
          call.result += 1 << 20
        }
      ]
    case 2:
      return [
        try shared.hook(Shared.poke, .around) { call in
          let result = await call.proceed() + 1 << 20
          captured.touch()
          return result
        }
      ]
    case 3:
      return [try Shared.poke.hook(.before, .automaticRemoval) { _ in captured.touch() }]
    default:
      return [
        try Shared.other.hook(.before) { _ in captured.touch() }, try shared.hook(Shared.other, .instead) { _ in 0 },
      ]
    }
  }

  @Test func `Sixteen tasks send hook and unhook`() async throws {
    let counts = Counts()
    let shared = Shared(counts)
    let permanent = try Shared.poke.hook(.before) { _ in counts.permanent.add(1, ordering: .relaxed) }
    await withTaskGroup { group in
      for number in 0..<16 {
        group.addTask { await Self.work(number, shared, counts) }
      }
    }
    let calls = counts.sent.load(ordering: .relaxed)
    #expect(counts.wrong.load(ordering: .relaxed) == 0)
    #expect(counts.original.load(ordering: .relaxed) == calls)
    // Installed all the while, it has seen every call, however often the object changed its class.
    #expect(counts.permanent.load(ordering: .relaxed) == calls)
    #expect(await eventuallyAsync { counts.alive.now == 0 })
    #expect(await permanent.removeAndWait())
    #expect((shared.isHooked, ClassObject.of(Shared.self).aspects.isEmpty) == (false, true))
    #expect(await shared.send(Shared.poke, 5) == 5)
    #expect(counts.permanent.load(ordering: .relaxed) == calls)
  }

  private static func work(_ number: Int, _ shared: Shared, _ counts: Counts) async {
    var tokens: [AspectToken] = []
    var random = SeededGenerator(seed: UInt64(number) + 1)
    for step in 0..<Sample.of(8_000, few: 1_000) {
      switch random.below(number < 12 ? 500 : 20) {
      case 0: tokens += (try? hook(random.below(5), shared, counts)) ?? []
      case 1: if let token = tokens.popLast() { token.remove() }
      case 2: _ = await shared.send(Shared.other, step)
      case 3: if let token = tokens.popLast() { await token.removeAndWait() }
      default:
        let result = await shared.send(Shared.poke, step)
        if result & (1 << 20 - 1) != step { counts.wrong.add(1, ordering: .relaxed) }
        counts.sent.add(1, ordering: .relaxed)
      }
      if tokens.count > 4 {
        for token in tokens { token.remove() }
        tokens.removeAll()
      }
    }
    for token in tokens { await token.removeAndWait() }
  }

  private class Own: Shared, @unchecked Sendable {}

  @Test func `No call is inside an advice after its removal was waited for`() async throws {
    let shared = Own(Counts())
    let ending = Inside()
    let senders = (0..<4).map { _ in
      Task { while !ending.isOver.load(ordering: .relaxed) { _ = await Shared.poke.send(to: shared, 16) } }
    }
    for round in 0..<400 {
      let inside = Inside()
      let token = try Shared.poke.hook(on: Own.self, .around) { call in
        inside.count.add(1, ordering: .sequentiallyConsistent)
        let result = await call.proceed()
        inside.count.subtract(1, ordering: .sequentiallyConsistent)
        return result
      }
      for _ in 0..<round % 7 { await Task.yield() }
      #expect(await token.removeAndWait())
      #expect(inside.count.load(ordering: .sequentiallyConsistent) == 0, "round \(round)")
    }
    ending.isOver.store(true, ordering: .relaxed)
    for sender in senders { await sender.value }
  }

  final class Inside: Sendable {
    let isOver = Atomic<Bool>(false)
    let count = Atomic<Int>(0)
  }

  private class Own2: Shared, @unchecked Sendable {}

  @Test func `Objects change their class while calls run`() async throws {
    let counts = Counts()
    let shared = Own2(counts)
    let stated = ClassObject.of(Own2.self)
    let permanent = try Shared.poke.hook(on: Own2.self, .before) { _ in counts.permanent.add(1, ordering: .relaxed) }
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for step in 0..<3_000 {
            guard number == 0 else {
              let result = await Shared.poke.send(to: shared, step)
              if result != step && result != step + 1 << 20 { counts.wrong.add(1, ordering: .relaxed) }
              continue
            }
            guard step.isMultiple(of: 10), let made = try? stated.makeSubclass(named: "AsyncThreadTests.brief") else {
              continue
            }
            try? made.override(Shared.poke) { call in await call.callSuper() + 1 << 20 }
            try? shared.setClass(made)
            await Task.yield()
            try? shared.setClass(stated)
            try? made.dispose()
          }
        }
      }
    }
    #expect(counts.wrong.load(ordering: .relaxed) == 0)
    #expect(counts.permanent.load(ordering: .relaxed) == 21_000)
    #expect(permanent.remove())
  }

  private class Own3: Shared, @unchecked Sendable {}

  @Test func `Scopes come and go in many tasks`() async throws {
    let counts = Counts()
    let shared = Own3(counts)
    await withTaskGroup { group in
      for number in 1...8 {
        group.addTask {
          for round in 0..<200 {
            await HookScope.run {
              let captured = Captured(counts.alive)
              _ = try? Shared.poke.hook(
                on: Own3.self, .before, round.isMultiple(of: 2) ? .scoped : [.scoped, .named("n")]
              ) {
                captured.touch()
                $0.arguments += number << 20
              }
              let result = await Shared.poke.send(to: shared, 16)
              if result != number << 20 + 16 { counts.wrong.add(1, ordering: .relaxed) }
            }
          }
        }
      }
    }
    #expect(counts.wrong.load(ordering: .relaxed) == 0)
    #expect(ClassObject.of(Own3.self).aspects.isEmpty)
    #expect(await eventuallyAsync { counts.alive.now == 0 })
  }
}
