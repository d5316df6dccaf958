import Interception
import Testing

/// Waiting for the end of an advice from inside a call that runs it would be waiting for itself.
@Suite("removeAndWait from inside calls") struct RemoveAndWaitTests {
  final class Box: @unchecked Sendable {
    var token: AspectToken?
  }

  class Line: InterceptableObject, @unchecked Sendable {
    static let dial = Message<Line, Int, Int>("dial(_:)") { line, number in number > 0 ? line.dial(number - 1) : 0 }
    @discardableResult func dial(_ number: Int) -> Int { send(Line.dial, number) }
    static let hang = Message<Line, Void, Void>("hang()") { line, _ in line.dial(0) }
    func hang() { send(Line.hang) }
    static let ring = AsyncMessage<Line, Int, Int>("ring(_:)") { line, number in
      number > 0 ? await line.ring(number - 1) : 0
    }
    @discardableResult nonisolated(nonsending) func ring(_ number: Int) async -> Int { await send(Line.ring, number) }
    static let answer = AsyncMessage<Line, Void, Int>("answer()") { line, _ in await line.ring(0) }
    @discardableResult nonisolated(nonsending) func answer() async -> Int { await send(Line.answer) }
  }

  @Test func `An advice that waits for itself traps, and says which it is`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = Box()
      box.token = try Line.dial.hook(.before, .named("log")) { _ in box.token?.removeAndWait() }
      Line().dial(0)
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("before Line.dial(_:), class, 'log'"), "\(words)")
  }

  @Test func `Waiting for an advice in a nested call traps too`() async {
    await #expect(processExitsWith: .failure) {
      let box = Box()
      box.token = try Line.dial.hook(.around) { call in
        if call.arguments == 0 { box.token?.removeAndWait() }
        return call.proceed()
      }
      Line().dial(3)
    }
    await #expect(processExitsWith: .failure) {
      let line = Line()
      let token = try line.hook(Line.hang, .around) { call in call.proceed() }
      try line.hook(Line.dial, .before) { _ in token.removeAndWait() }
      line.hang()
    }
  }

  @Test func `Beside the advice, where no call is inside, it returns`() async {
    await #expect(processExitsWith: .success) {
      let line = Line()
      let token = try Line.hang.hook(.before) { _ in }
      let box = Box()
      box.token = try Line.dial.hook(.before) { _ in precondition(token.removeAndWait() && !token.removeAndWait()) }
      line.dial(0)
      precondition(box.token?.removeAndWait() == true)
    }
  }

  @Test func `Asynchronous advice that waits for itself traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = Box()
      box.token = try Line.ring.hook(.after) { _ in await box.token?.removeAndWait() }
      await Line().ring(0)
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("after Line.ring(_:), class"), "\(words)")
    await #expect(processExitsWith: .failure) {
      let line = Line()
      let token = try line.hook(Line.answer, .around) { call in await call.proceed() }
      try Line.ring.hook(.before) { _ in await token.removeAndWait() }
      await line.answer()
    }
    await #expect(processExitsWith: .failure) {
      // The way that blocks the thread, in a function that does not suspend.
      @Sendable func removeBlocking(_ token: AspectToken?) { token?.removeAndWait() }
      let box = Box()
      box.token = try Line.ring.hook(.before) { _ in removeBlocking(box.token) }
      await Line().ring(2)
    }
  }

  @Test func `A task that advice starts, and an older call, may wait`() async {
    await #expect(processExitsWith: .success) {
      let box = Box()
      let line = Line()
      let (ends, end) = AsyncStream.makeStream(of: Bool.self)
      box.token = try Line.ring.hook(.before) { _ in Task { end.yield(await box.token?.removeAndWait() == true) } }
      await line.ring(0)
      for await removed in ends {
        precondition(removed)
        break
      }
      // The call of `answer` runs a chain without the advice, and is not waited for.
      let inside = Box()
      let first = try Line.answer.hook(.before) { _ in
        inside.token = try? Line.answer.hook(.before) { _ in }
        let removed = await inside.token?.removeAndWait()
        precondition(removed == true)
      }
      await line.answer()
      let removed = await first.removeAndWait()
      precondition(removed)
    }
  }

  private class Stack: InterceptableObject, @unchecked Sendable {
    static let one = AsyncMessage<Stack, Void, Void>("one()") { stack, _ in await stack.send(Stack.two) }
    static let two = AsyncMessage<Stack, Void, Void>("two()") { stack, _ in await stack.send(Stack.three) }
    static let three = AsyncMessage<Stack, Void, Void>("three()") { stack, _ in await stack.send(Stack.four) }
    static let four = AsyncMessage<Stack, Void, Void>("four()") { stack, _ in await stack.send(Stack.five) }
    static let five = AsyncMessage<Stack, Void, Void>("five()") { stack, _ in await stack.send(Stack.six) }
    static let six = AsyncMessage<Stack, Void, Void>("six()") { _, _ in }
  }

  @Test func `Waiting traps inside more calls than there are places`() async {
    await #expect(processExitsWith: .failure) {
      let box = Box()
      for message in [Stack.one, Stack.two, Stack.three, Stack.four] { try message.hook(.before) { _ in } }
      box.token = try Stack.five.hook(.before) { _ in }
      try Stack.six.hook(.before) { _ in await box.token?.removeAndWait() }
      await Stack().send(Stack.one)
    }
  }
}
