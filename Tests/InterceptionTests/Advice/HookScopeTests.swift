import Interception
import Synchronization
import Testing

/// Runs each test in a scope in which something has been hooked.
struct Hooked: TestTrait, SuiteTrait, TestScoping {
  let install: @Sendable () throws -> Void

  var isRecursive: Bool { true }

  init(_ install: @escaping @Sendable () throws -> Void) {
    self.install = install
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await HookScope.run {
      try install()
      try await body()
    }
  }
}

/// Hooks of a task and its children, and of nobody else.
struct HookScopeTests {
  class Meter: InterceptableObject {
    static let read = Message<Meter, Int, Int>("read(_:)") { _, value in value }
    @discardableResult func read(_ value: Int) -> Int { send(Meter.read, value) }

    static let measure = AsyncMessage<Meter, Int, Int>("measure(_:)") { _, value in
      await Task.yield()
      return value
    }
    nonisolated(nonsending) func measure(_ value: Int) async -> Int { await send(Meter.measure, value) }
  }

  private class Own: Meter {}

  @Test func `Scoped hooks run in their scope and are removed at its end`() throws {
    let own = Own()
    var tokens: [AspectToken] = []
    let result = try HookScope.run {
      tokens.append(try Meter.read.hook(on: Own.self, .before, .scoped) { $0.arguments += 1 })
      tokens.append(try own.hook(Meter.read, .after, .scoped) { $0.result *= 10 })
      #expect(own.read(1) == 20)
      #expect(ClassObject.of(Own.self).aspects.map(\.options.isScoped) == [true])
      #expect(own.explain("read(_:)").hasPrefix("before Own.read(_:), class, scoped\n"))
      return own.read(2)
    }
    #expect(result == 30)
    #expect(own.read(1) == 1)
    #expect((own.isHooked, ClassObject.of(Own.self).aspects.isEmpty) == (false, true))
    for token in tokens { #expect(!token.remove()) }
  }

  private class Own2: Meter {}

  @Test func `Scoped hooks are removed when the scope throws`() async throws {
    #expect(throws: AccountError.refused) {
      try HookScope.run {
        try Meter.read.hook(on: Own2.self, .before, .scoped) { $0.arguments += 1 }
        #expect(Own2().read(1) == 2)
        throw AccountError.refused
      }
    }
    #expect(ClassObject.of(Own2.self).aspects.isEmpty)
    await #expect(throws: AccountError.refused) {
      try await HookScope.run {
        try Meter.read.hook(on: Own2.self, .before, .scoped) { $0.arguments += 1 }
        await Task.yield()
        #expect(Own2().read(1) == 2)
        throw AccountError.refused
      }
    }
    #expect(ClassObject.of(Own2.self).aspects.isEmpty)
  }

  @Test func `Errors keep their type on the way out`() async {
    func sync() throws(AccountError) -> Int {
      try HookScope.run { () throws(AccountError) in throw .overdrawn(1) }
    }
    func async() async throws(AccountError) -> Int {
      try await HookScope.run { () async throws(AccountError) in
        await Task.yield()
        throw .overdrawn(2)
      }
    }
    #expect(throws: AccountError.overdrawn(1)) { try sync() }
    await #expect(throws: AccountError.overdrawn(2)) { try await async() }
    #expect(HookScope.run { 1 } == 1)
    #expect(await HookScope.run { await Meter().measure(2) } == 2)
  }

  private class Own3: Meter {}

  @Test func `What is not scoped stays and runs everywhere`() throws {
    let token = try HookScope.run {
      try Meter.read.hook(on: Own3.self, .before) { $0.arguments += 1 }
    }
    #expect(Own3().read(1) == 2)
    #expect(token.remove())
  }

  private class Own4: Meter {}

  @Test func `Other threads are outside`() throws {
    try HookScope.run {
      try Meter.read.hook(on: Own4.self, .before, .scoped) { $0.arguments += 1 }
      let seen = Atomic<Int>(0)
      onThreads(3) { _ in seen.add(Own4().read(1), ordering: .relaxed) }
      #expect(seen.load(ordering: .relaxed) == 3)
      #expect(Own4().read(1) == 2)
    }
  }

  private class Own5: Meter {}

  @Test func `Child tasks are inside and detached ones outside`() async throws {
    try await HookScope.run {
      try Meter.read.hook(on: Own5.self, .before, .scoped) { $0.arguments += 1 }
      try Meter.measure.hook(on: Own5.self, .around, .scoped) { call in await call.proceed() * 10 }
      async let bound = Own5().read(1)
      #expect(await bound == 2)
      let group = await withTaskGroup { group in
        for number in 0..<4 { group.addTask { await Own5().measure(number) } }
        return await group.reduce(0, +)
      }
      #expect(group == 60)
      #expect(await Task { await Own5().measure(Own5().read(1)) }.value == 20)
      #expect(await Task.detached { await Own5().measure(Own5().read(1)) }.value == 1)
      #expect(await Own5().measure(1) == 10)
    }
    #expect(await Own5().measure(1) == 1)
  }

  private class Own6: Meter {}

  @Test func `A scope inside a scope counts as inside the outer one`() async throws {
    try await HookScope.run {
      try Meter.read.hook(on: Own6.self, .before, .scoped) { $0.arguments += 1 }
      try HookScope.run {
        try Meter.read.hook(on: Own6.self, .before, .scoped) { $0.arguments += 10 }
        #expect(Own6().read(0) == 11)
      }
      #expect(Own6().read(0) == 1)
      try await HookScope.run {
        try Meter.read.hook(on: Own6.self, .before, .scoped) { $0.arguments += 100 }
        await Task.yield()
        #expect(Own6().read(0) == 101)
        #expect(await Task.detached { Own6().read(0) }.value == 0)
      }
      #expect(Own6().read(0) == 1)
    }
    #expect(Own6().read(0) == 0)
  }

  private class Own7: Meter {}

  @Test func `A scoped hook outside any scope is refused without a trace`() async throws {
    let own = Own7()
    let error = AspectError.outsideScope(class: "Own7", selector: "read(_:)")
    #expect(throws: error) { try Meter.read.hook(on: Own7.self, .before, .scoped) { _ in } }
    #expect(throws: error) { try own.hook(Meter.read, .before, .scoped) { _ in } }
    #expect(
      throws: AspectError.outsideScope(class: "Own7", selector: "measure(_:)")
    ) { try own.hook(Meter.measure, .before, .scoped) { _ in } }
    #expect((own.isHooked, ClassObject.of(Own7.self).aspects.isEmpty) == (false, true))
    #expect("\(error)" == "Own7: 'read(_:)' has a scoped hook, and no scope is open here")
  }

  private class Own8: Meter {}

  @Test func `A task that outlives its scope hooks nothing in it`() async throws {
    let isOver = Latch()
    let late = try HookScope.run {
      try Meter.read.hook(on: Own8.self, .before, .scoped) { $0.arguments += 1 }
      return Task {
        await isOver.wait()
        #expect(throws: AspectError.outsideScope(class: "Own8", selector: "read(_:)")) {
          try Meter.read.hook(on: Own8.self, .before, .scoped) { _ in }
        }
        return Own8().read(1)
      }
    }
    isOver.open()
    #expect(await late.value == 1)
    #expect(ClassObject.of(Own8.self).aspects.isEmpty)
  }

  private class Own9: Meter {}

  @Test func `Automatic removal is not spent by calls outside`() async throws {
    try await HookScope.run {
      let token = try Meter.read.hook(on: Own9.self, .before, [.scoped, .automaticRemoval]) { $0.arguments += 1 }
      #expect(await Task.detached { Own9().read(1) }.value == 1)
      #expect(ClassObject.of(Own9.self).aspects.count == 1)
      #expect(Own9().read(1) == 2)
      #expect(Own9().read(1) == 1)
      #expect(!token.remove())
    }
  }

  private class Own10: Meter {}

  @Test func `Every position is skipped outside`() async throws {
    try await HookScope.run {
      try Meter.read.hook(on: Own10.self, .before, .scoped) { $0.arguments += 1 }
      try Meter.read.hook(on: Own10.self, .after, .scoped) { $0.result += 2 }
      try Meter.read.hook(on: Own10.self, .afterReturning, .scoped) { $0.result += 4 }
      try Meter.read.hook(on: Own10.self, .around, .scoped) { $0.proceed() + 8 }
      try Meter.read.hook(on: Own10.self, .instead, .scoped) { $0.proceed() + 16 }
      try Meter.measure.hook(on: Own10.self, .before, .scoped) { $0.arguments += 1 }
      try Meter.measure.hook(on: Own10.self, .after, .scoped) { $0.result += 2 }
      try Meter.measure.hook(on: Own10.self, .afterReturning, .scoped) { $0.result += 4 }
      try Meter.measure.hook(on: Own10.self, .around, .scoped) { call in await call.proceed() + 8 }
      try Meter.measure.hook(on: Own10.self, .instead, .scoped) { call in await call.proceed() + 16 }
      #expect(Own10().read(0) == 31)
      #expect(await Own10().measure(0) == 31)
      let (read, measured) = await Task.detached { (Own10().read(0), await Own10().measure(0)) }.value
      #expect((read, measured) == (0, 0))
    }
  }

  private class Own11: Meter {}

  @Test func `A scoped hook that was removed by hand is not removed again`() throws {
    let own = Own11()
    let alive = AliveCount()
    try HookScope.run {
      for _ in 0..<3 {
        let captured = Captured(alive)
        let token = try Meter.read.hook(on: Own11.self, .before, .scoped) { call in
          captured.touch()
          call.arguments += 1
        }
        #expect(Own11().read(1) == 2)
        #expect(token.remove())
        #expect(!token.remove())
      }
      #expect(alive.now == 0)
      weak var forgotten: AspectToken?
      do {
        let token = try own.hook(Meter.read, .before, .scoped) { _ in }
        forgotten = token
        #expect(token.remove())
      }
      #expect(forgotten == nil)
      #expect(Own11().read(1) == 1)
    }
  }

  private class Own12: Meter {}

  @Test func `What scoped advice captured is freed at the end`() async throws {
    let alive = AliveCount()
    try await HookScope.run {
      let captured = Captured(alive)
      try Meter.read.hook(on: Own12.self, .before, .scoped) { _ in captured.touch() }
      try Meter.measure.hook(on: Own12.self, .before, .scoped) { _ in captured.touch() }
      _ = await Own12().measure(Own12().read(1))
      #expect(alive.now == 1)
    }
    #expect(await eventuallyAsync { alive.now == 0 })
  }

  actor Keeper {
    var count = 0

    func runIsolated() async -> Int {
      await HookScope.run {
        self.assertIsolated()
        count += 1
        await Task.yield()
        self.assertIsolated()
        count += 1
      }
      return count
    }
  }

  @Test func `A scope keeps its callers isolation`() async {
    #expect(await Keeper().runIsolated() == 2)
    await MainActor.run {
      HookScope.run { MainActor.assertIsolated() }
    }
    await Task { @MainActor in
      await HookScope.run {
        await Task.yield()
        MainActor.assertIsolated()
      }
    }.value
  }

  private class Own13: Meter {}

  @Test func `Parallel scopes hook one class differently`() async throws {
    let barrier = Barrier(16)
    try await withThrowingTaskGroup { group in
      for number in 1...16 {
        group.addTask {
          try await HookScope.run {
            try Meter.measure.hook(on: Own13.self, .before, .scoped) { $0.arguments += number * 1000 }
            try Meter.read.hook(on: Own13.self, .after, .scoped) { $0.result += number * 1000 }
            await barrier.arrive()
            for value in 0..<50 {
              #expect(await Own13().measure(value) == number * 1000 + value)
              #expect(Own13().read(value) == number * 1000 + value)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(ClassObject.of(Own13.self).aspects.isEmpty)
  }

  class Shared: Meter {}

  @Suite("Two tests that hook one class differently, side by side")
  struct SideBySide {
    @Test(Hooked { try Shared.read.hook(on: Shared.self, .after, .scoped) { $0.result *= 2 } })
    func `One sees every reading doubled`() async {
      for _ in 0..<500 {
        #expect(Shared().read(21) == 42)
        await Task.yield()
      }
    }

    @Test(Hooked { try Shared.read.hook(on: Shared.self, .instead, .scoped) { _ in 0 } })
    func `The other sees none at all`() async {
      for _ in 0..<500 {
        #expect(Shared().read(21) == 0)
        await Task.yield()
      }
    }
  }
}
