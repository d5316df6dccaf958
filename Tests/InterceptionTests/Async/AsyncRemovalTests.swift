import Foundation
import Interception
import Testing

/// What is removed while calls are suspended, when it is freed, and how to wait for it.
struct AsyncRemovalTests {

  /// A message whose original waits until it is let go on.
  class Gate: InterceptableObject, @unchecked Sendable {
    static let pass = AsyncMessage<Gate, Passage, Int>("pass(_:)") { _, passage in
      passage.isInside.open()
      await passage.mayLeave.wait()
      return passage.number
    }
    @discardableResult func pass(_ passage: Passage) async -> Int { await send(Gate.pass, passage) }

    static let knock = Message<Gate, Passage, Int>("knock(_:)") { _, passage in passage.number }
    @discardableResult func knock(_ passage: Passage) -> Int { send(Gate.knock, passage) }
  }

  final class Passage: Sendable {
    let number: Int
    let isInside = Latch()
    let mayLeave = Latch()
    init(_ number: Int = 1, isOpen: Bool = false) {
      self.number = number
      if isOpen { mayLeave.open() }
    }
  }

  @Test func `A call sees one set of advice though it is suspended`() async throws {
    let gate = Gate()
    let log = Log()
    let removed = try gate.hook(Gate.pass, .after) { _ in log.write("removed") }
    let passage = Passage()
    let call = Task { await gate.pass(passage) }
    await passage.isInside.wait()
    #expect(removed.remove())
    #expect(!gate.isHooked)
    let added = try gate.hook(Gate.pass, .after) { _ in log.write("added") }
    passage.mayLeave.open()
    #expect(await call.value == 1)
    #expect(log.take() == ["removed"])
    await gate.pass(Passage(isOpen: true))
    #expect(log.take() == ["added"])
    #expect(added.remove())
  }

  private class Own: Gate, @unchecked Sendable {}

  // One after the other, since a call of one would keep what the other hooks on the class.
  @Test(.serialized, arguments: [false, true])
  func `Advice removed in a suspended call is freed at its end`(onClass: Bool) async throws {
    let gate = Own()
    let alive = AliveCount()
    let token = try {
      let captured = Captured(alive)
      return onClass
        ? try Gate.pass.hook(on: Own.self, .around) { call in
          captured.touch()
          return await call.proceed()
        } : try gate.hook(Gate.pass, .after) { _ in captured.touch() }
    }()
    let passage = Passage()
    let call = Task { await gate.pass(passage) }
    await passage.isInside.wait()
    #expect(token.remove())
    #expect(await gate.pass(Passage(2, isOpen: true)) == 2)
    #expect(alive.now == 1)
    passage.mayLeave.open()
    #expect(await call.value == 1)
    #expect(alive.now == 0)
  }

  private class Own2: Gate, @unchecked Sendable {}

  @Test func `A suspended call keeps nothing but its own advice`() async throws {
    let gate = Own2()
    let alive = AliveCount()
    let first = try Gate.pass.hook(on: Own2.self, .before) { _ in }
    let passage = Passage()
    let call = Task { await gate.pass(passage) }
    await passage.isInside.wait()
    for round in 0..<10 {
      let token = try {
        let captured = Captured(alive)
        return try Gate.pass.hook(on: Own2.self, .before) { _ in captured.touch() }
      }()
      #expect(await gate.pass(Passage(isOpen: true)) == 1)
      #expect(alive.now == 1)
      #expect(token.remove())
      #expect(alive.now == 0, "round \(round)")
    }
    passage.mayLeave.open()
    #expect(await call.value == 1)
    #expect(first.remove())
  }

  @Test func `removeAndWait returns when the last call has left`() async throws {
    let gate = Gate()
    let log = Log()
    let token = try gate.hook(Gate.pass, .after) { call in log.write("leaving \(call.arguments.number)") }
    let passages = (1...3).map { Passage($0) }
    let calls = passages.map { passage in Task { await gate.pass(passage) } }
    for passage in passages { await passage.isInside.wait() }
    let removal = Task {
      let removed = await token.removeAndWait()
      log.write("removed \(removed)")
      return await token.removeAndWait()
    }
    for (passage, call) in zip(passages, calls) {
      for _ in 0..<20 { await Task.yield() }
      passage.mayLeave.open()
      #expect(await call.value == passage.number)
    }
    #expect(await removal.value == false)
    #expect(log.take() == ["leaving 1", "leaving 2", "leaving 3", "removed true"])
    #expect(await token.removeAndWait() == false)
  }

  @Test func `Those who wait hold no thread`() async throws {
    let gate = Gate()
    let token = try gate.hook(Gate.pass, .after) { _ in }
    let passage = Passage()
    let call = Task { await gate.pass(passage) }
    await passage.isInside.wait()
    // More than there are threads: if each held one, the call could not go on.
    let barrier = Barrier(257)
    let removals = (0..<256).map { _ in
      Task {
        await barrier.arrive()
        return await token.removeAndWait()
      }
    }
    await barrier.arrive()
    for _ in 0..<100 { await Task.yield() }
    passage.mayLeave.open()
    #expect(await call.value == 1)
    var count = 0
    for removal in removals where await removal.value { count += 1 }
    #expect(count == 1)
  }

  @Test func `A task that is cancelled waits all the same`() async throws {
    let gate = Gate()
    let log = Log()
    let token = try gate.hook(Gate.pass, .after) { _ in log.write("after") }
    let passage = Passage()
    let call = Task { await gate.pass(passage) }
    await passage.isInside.wait()
    let removal = Task {
      await token.removeAndWait()
      log.write("removed")
    }
    removal.cancel()
    for _ in 0..<20 { await Task.yield() }
    passage.mayLeave.open()
    await removal.value
    _ = await call.value
    #expect(log.take() == ["after", "removed"])
  }

  @Test func `A thread may wait for calls that are suspended`() async throws {
    let gate = Gate()
    let log = Log()
    let token = try gate.hook(Gate.pass, .after) { _ in log.write("after") }
    let passage = Passage()
    let call = Task { await gate.pass(passage) }
    await passage.isInside.wait()
    await withCheckedContinuation { continuation in
      startThread {
        passage.mayLeave.open()
        log.write("removed \(token.removeAndWait())")
        continuation.resume()
      }
    }
    #expect(log.take() == ["after", "removed true"])
    #expect(await call.value == 1)
  }

  @Test func `A task may wait for calls on threads`() async throws {
    let gate = Gate()
    let log = Log()
    for onClass in [false, true] {
      let advice: @Sendable (inout BeforeCall<Gate, Passage>) -> Void = { call in
        call.arguments.isInside.open()
        let passage = call.arguments
        while log.peek().last != "waiting \(passage.number)" { Thread.sleep(forTimeInterval: 0.0001) }
        // Whoever waits has the time not to.
        Thread.sleep(forTimeInterval: 0.01)
        log.write("inside")
      }
      let token =
        try onClass ? Gate.knock.hook(.before, advice: advice) : gate.hook(Gate.knock, .before, advice: advice)
      let passage = Passage(onClass ? 1 : 0)
      startThread { gate.knock(passage) }
      await passage.isInside.wait()
      log.write("waiting \(passage.number)")
      #expect(await token.removeAndWait())
      #expect(log.take() == ["waiting \(passage.number)", "inside"])
    }
  }

  @Test func `Waiting for an advice that nobody is inside returns at once`() async throws {
    let token = try {
      let gate = Gate()
      return try gate.hook(Gate.pass, .before) { _ in }
    }()
    #expect(await token.removeAndWait() == false)
    let gate = Gate()
    let hooked = try gate.hook(Gate.pass, .before) { _ in }
    await gate.pass(Passage(isOpen: true))
    #expect(await hooked.removeAndWait())
  }

  @Test func `Advice that removes itself runs to its end, and is freed`() async throws {
    let alive = AliveCount()
    let document = Document()
    let tokens = Tokens()
    try {
      let captured = Captured(alive)
      tokens.token = try document.hook(Document.save, .around) { call in
        #expect(tokens.token?.remove() == true)
        await Task.yield()
        #expect(captured.alive.now == 1)
        return await call.proceed()
      }
    }()
    #expect(await document.save(to: "a") == 1)
    #expect(alive.now == 0)
    #expect(!document.isHooked)
  }

  final class Tokens {
    var token: AspectToken?
  }

  @Test func `Tokens keep neither the object nor the captured alive`() async throws {
    let alive = AliveCount()
    weak var gone: Document?
    var token: AspectToken?
    do {
      let document = Document()
      gone = document
      let captured = Captured(alive)
      token = try document.hook(Document.save, .before) { _ in captured.touch() }
      await document.save(to: "a")
      #expect(alive.now == 1)
    }
    #expect(gone == nil)
    #expect(alive.now == 0)
    #expect(throws: AspectError.objectDeallocated(class: "Document", selector: "save(to:)")) {
      try token?.removeReportingErrors()
    }
  }

  @Test func `An object lives until its call ends and is freed then`() async throws {
    let alive = AliveCount()
    let passage = Passage()
    let call = try {
      let gate = Gate()
      let captured = Captured(alive)
      try gate.hook(Gate.pass, .after) { call in
        captured.touch()
        _ = call.receiver.isHooked
      }
      return Task { await gate.pass(passage) }
    }()
    await passage.isInside.wait()
    #expect(alive.now == 1)
    passage.mayLeave.open()
    #expect(await call.value == 1)
    #expect(await eventuallyAsync { alive.now == 0 })
  }

  private class Own3: Gate, @unchecked Sendable {}

  @Test func `A call goes on in the class in which it began`() async throws {
    let gate = Own3()
    let log = Log()
    let made = try gate.statedClass.makeSubclass(named: "AsyncRemovalTests.Other")
    try made.override(Gate.pass) { call in await call.callSuper() + 100 }
    let token = try Gate.pass.hook(on: Own3.self, .after) { _ in log.write("after") }
    let passage = Passage()
    let call = Task { await gate.pass(passage) }
    await passage.isInside.wait()
    try gate.setClass(made)
    passage.mayLeave.open()
    #expect(await call.value == 1)
    #expect(await gate.pass(Passage(isOpen: true)) == 101)
    #expect(log.take() == ["after", "after"])
    try gate.setClass(gate.statedClass)
    try made.dispose()
    #expect(token.remove())
  }
}
