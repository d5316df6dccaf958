import Interception
import Testing

/// Hooks on class objects and on objects of several threads take advice at every position, that which throws as well.
struct HookPositionsTests {
  enum MeterError: Error {
    case negative, refused
  }

  class Meter: InterceptableObject, @unchecked Sendable {
    let log = Log()

    static let read = ThrowingMessage<Meter, Int, Int, MeterError>("read(_:)") { (meter, value) throws(MeterError) in
      meter.log.write("read")
      guard value >= 0 else { throw .negative }
      return value
    }
    static let fetch = AsyncThrowingMessage<Meter, Int, Int, MeterError>("fetch(_:)") {
      (meter, value) async throws(MeterError) in
      await Task.yield()
      return try Meter.read.send(to: meter, value)
    }
  }

  /// A value, what is written in a call with it, and its outcome; the advice hooked below throws at 9, 8, 7 and -1.
  private static let calls: [(value: Int, trace: String, outcome: Result<Int, MeterError>)] = [
    (3, "before around instead read after afterReturning", .success(3)),
    (-2, "before around instead read after afterThrowing", .failure(.negative)),
    (-1, "before around instead read after afterThrowing", .failure(.refused)),
    (7, "before around instead read after afterReturning afterThrowing", .failure(.refused)),
    (8, "before around instead read after afterThrowing", .failure(.refused)),
    (9, "before after afterThrowing", .failure(.refused)),
  ]

  private class Own: Meter, @unchecked Sendable {}

  @Test func `A class object takes asynchronous advice at every position`() async throws {
    let own = ClassObject.of(Own.self)
    defer { own.removeAspects(named: "meter") }
    try own.hook(Meter.fetch, .before, .named("meter")) { call in call.receiver.log.write("before") }
    try own.hook(Meter.fetch, .after, .named("meter")) { call in call.receiver.log.write("after") }
    try own.hook(Meter.fetch, .afterReturning, .named("meter")) { call in call.result += 1 }
    try own.hook(Meter.fetch, .afterThrowing, .named("meter")) { call in call.error = .refused }
    let meter: Meter = Own()
    #expect(try await meter.send(Meter.fetch, 3) == 4)
    await #expect(throws: MeterError.refused) { try await meter.send(Meter.fetch, -1) }
    #expect(meter.log.take() == ["before", "read", "after", "before", "read", "after"])
    try own.hook(Meter.fetch, .instead, .named("meter")) { call in call.arguments * 10 }
    #expect(try await meter.send(Meter.fetch, 3) == 31)
    try own.hook(Meter.fetch, .around, .named("meter")) { _ in 7 }
    #expect(try await meter.send(Meter.fetch, 3) == 8)
    #expect(meter.log.take() == ["before", "after", "before", "after"])
  }

  private class Own2: Meter, @unchecked Sendable {}

  @Test func `A class object takes throwing asynchronous advice everywhere`() async throws {
    let own = ClassObject.of(Own2.self)
    defer { own.removeAspects(named: "meter") }
    try own.hook(Meter.fetch, .before, .named("meter")) { call async throws(MeterError) in
      call.receiver.log.write("before")
      if call.arguments == 9 { throw .refused }
    }
    try own.hook(Meter.fetch, .around, .named("meter")) { call async throws(MeterError) in
      call.receiver.log.write("around")
      return try await call.proceed()
    }
    try own.hook(Meter.fetch, .instead, .named("meter")) { call async throws(MeterError) in
      call.receiver.log.write("instead")
      return try await call.proceed()
    }
    try own.hook(Meter.fetch, .after, .named("meter")) { call async throws(MeterError) in
      call.receiver.log.write("after")
      if call.arguments == 8 { throw .refused }
    }
    try own.hook(Meter.fetch, .afterReturning, .named("meter")) { call async throws(MeterError) in
      call.receiver.log.write("afterReturning")
      if call.arguments == 7 { throw .refused }
    }
    try own.hook(Meter.fetch, .afterThrowing, .named("meter")) { call async throws(MeterError) in
      call.receiver.log.write("afterThrowing")
      if call.arguments == -1 { throw .refused }
    }
    let meter: Meter = Own2()
    for (value, trace, expected) in Self.calls {
      let outcome: Result<Int, MeterError>
      do throws(MeterError) {
        outcome = .success(try await meter.send(Meter.fetch, value))
      } catch {
        outcome = .failure(error)
      }
      #expect((outcome, meter.log.take().joined(separator: " ")) == (expected, trace), "\(value)")
    }
  }

  @Test func `A Sendable object takes throwing advice at every position`() throws {
    let meter = Meter()
    try meter.hook(Meter.read, .before) { call throws(MeterError) in
      call.receiver.log.write("before")
      if call.arguments == 9 { throw .refused }
    }
    try meter.hook(Meter.read, .around) { call throws(MeterError) in
      call.receiver.log.write("around")
      return try call.proceed()
    }
    try meter.hook(Meter.read, .instead) { call throws(MeterError) in
      call.receiver.log.write("instead")
      return try call.proceed()
    }
    try meter.hook(Meter.read, .after) { call throws(MeterError) in
      call.receiver.log.write("after")
      if call.arguments == 8 { throw .refused }
    }
    try meter.hook(Meter.read, .afterReturning) { call throws(MeterError) in
      call.receiver.log.write("afterReturning")
      if call.arguments == 7 { throw .refused }
    }
    try meter.hook(Meter.read, .afterThrowing) { call throws(MeterError) in
      call.receiver.log.write("afterThrowing")
      if call.arguments == -1 { throw .refused }
    }
    for (value, trace, expected) in Self.calls {
      let outcome = Result { () throws(MeterError) in try meter.send(Meter.read, value) }
      #expect((outcome, meter.log.take().joined(separator: " ")) == (expected, trace), "\(value)")
    }
  }

  @Test func `A Sendable object takes another error from its advice`() throws {
    let meter = Meter()
    try meter.hook(Meter.read, .afterThrowing) { call in call.error = .refused }
    #expect(throws: MeterError.refused) { try meter.send(Meter.read, -1) }
  }
}
