import Synchronization
import TestSupport
import Testing

@testable import Interception

/// Calls keep the chains that they use, and only those, and for as long as they use them.
@Suite struct HazardCellsTests {
  class Tower: InterceptableObject, @unchecked Sendable {
    static let climb = Message<Tower, Int, Int>("climb(_:)") { tower, steps in
      steps > 0 ? tower.climb(steps - 1) + 1 : 0
    }
    func climb(_ steps: Int) -> Int { send(Tower.climb, steps) }
  }

  private class Own: Tower, @unchecked Sendable {}

  private func isUsed(_ token: AspectToken) -> Bool { HazardCells.currentThreadUses { $0.holds(token) } }

  @Test func `Calls nested deeper than a block of cells keep their chains`() throws {
    let alive = AliveCount(), tower = Own()
    for depth in [1, 14, 15, 16, 31, 46, 47, 200] {
      let own = Published<AspectToken?>(nil)
      let seen = Published<[Int]>([])
      let captured = Captured(alive)
      let token = try Tower.climb.hook(on: Own.self, .around) { [captured] call in
        // All calls above use the advice that the innermost one removes.
        if call.arguments == 0 { seen.value = [own.value?.remove() == true ? 1 : 0, alive.now] }
        captured.touch()
        return call.proceed()
      }
      own.value = token
      #expect(tower.climb(depth) == depth)
      #expect((seen.value, isUsed(token)) == ([1, 1], false), "\(depth)")
      // Whoever has the lock of the registry meanwhile frees it instead.
      #expect(eventually { token.isFreed }, "\(depth)")
    }
  }

  private class Own2: Tower, @unchecked Sendable {}

  @Test func `A call keeps no chain but its own`() throws {
    let alive = AliveCount(), tower = Own2()
    let seen = Published<[Int]>([])
    let token = try Tower.climb.hook(on: Own2.self, .before) { _ in
      // These come and go while a call is inside that doesn't use them.
      for _ in 0..<40 {
        let captured = Captured(alive)
        let token = try? Tower.climb.hook(on: Own2.self, .before) { _ in captured.touch() }
        token?.remove()
      }
      seen.value.append(alive.now)
    }
    _ = tower.climb(0)
    #expect(seen.value == [0])
    #expect(token.remove())
  }

  private class Own3: Tower, @unchecked Sendable {}

  @Test func `Entries may leave in any order`() throws {
    let token = try Tower.climb.hook(on: Own3.self, .before) { _ in }
    let kind = TypedMessageKind(Tower.climb)
    let slot = Registry.locked { _ in ClassObject.of(Own3.self).slot(for: kind).state.reference }
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var entries: [HazardCells.Entry] = []
      for _ in 0..<200 {
        if entries.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
          entries.append(HazardCells.enter(slot))
        } else {
          HazardCells.leave(entries.remove(at: Int.random(in: 0..<entries.count, using: &random)), slot)
        }
        let cellCount = unsafe Set(entries.map { unsafe $0.cell }).count
        #expect(cellCount == entries.count, "seed \(seed)")
        #expect(isUsed(token) == !entries.isEmpty, "seed \(seed)")
      }
      for entry in entries { HazardCells.leave(entry, slot) }
    }
    #expect((token.remove(), eventually { token.isFreed }) == (true, true))
  }

  private class Own4: Tower, @unchecked Sendable {}

  @Test func `A thread that ends gives its cells to another`() {
    guard let token = try? Tower.climb.hook(on: Own4.self, .before, advice: { _ in }) else { return }
    let former = HazardCells.threadCount
    for _ in 0..<200 {
      onThreads(1) { _ in _ = Own4().climb(1) }
    }
    // Threads of other tests may have come meanwhile.
    #expect(HazardCells.threadCount < former + 100)
    token.remove()
  }
}
