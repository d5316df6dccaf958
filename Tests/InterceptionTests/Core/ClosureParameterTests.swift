import Interception
import Testing

@Suite("Messages of methods that take closures")
struct ClosureParameterTests {
  enum Refusal: Error { case refused }

  final class Whistle: InterceptableObject {
    static let escaping = Message("escaping(_:)", Whistle.onEscaping)
    static let borrowed = Message("borrowed(_:)", Whistle.onBorrowed)
    static let last = Message("last(_:_:)", Whistle.onLast)
    static let first = Message("first(_:_:)", Whistle.onFirst)
    static let throwing = ThrowingMessage("throwing(_:)", Whistle.onThrowing)
    static let second = ThrowingMessage("second(_:_:)", Whistle.onSecond)
    static let async = AsyncMessage("async(_:)", Whistle.onAsync)
    static let asyncSecond = AsyncThrowingMessage("asyncSecond(_:_:)", Whistle.onAsyncSecond)

    private func onEscaping(_ body: @escaping (Int) -> Int) -> Int { body(1) }
    private func onBorrowed(_ body: (Int) -> Int) -> Int { body(1) }
    private func onLast(_ value: Int, _ body: @escaping (Int) -> Int) -> Int { body(value) }
    private func onFirst(_ body: (Int) -> Int, _ value: Int) -> Int { body(value) }
    private func onThrowing(_ body: @escaping (Int) throws(Refusal) -> Int) throws(Refusal) -> Int { try body(1) }
    private func onSecond(_ value: Int, _ body: (Int) throws(Refusal) -> Int) throws(Refusal) -> Int { try body(value) }
    nonisolated(nonsending) private func onAsync(_ body: @escaping (Int) -> Int) async -> Int { body(1) }
    nonisolated(nonsending) private func onAsyncSecond(
      _ value: Int, _ body: @escaping (Int) throws(Refusal) -> Int
    ) async throws(Refusal) -> Int { try body(value) }
  }

  /// What each message comes to.
  private func results(_ whistle: Whistle) async throws -> [Int] {
    [
      whistle.send(Whistle.escaping) { $0 + 1 }, whistle.send(Whistle.borrowed) { $0 + 2 },
      whistle.send(Whistle.last, 10) { $0 + 3 }, whistle.send(Whistle.first, { $0 + 4 }, 10),
      try whistle.send(Whistle.throwing) { $0 + 5 }, try whistle.send(Whistle.second, 10) { $0 + 6 },
      await whistle.send(Whistle.async) { $0 + 7 }, try await whistle.send(Whistle.asyncSecond, 10) { $0 + 8 },
    ]
  }

  @Test func `Closure arguments are passed, and replaced by advice`() async throws {
    let whistle = Whistle(), plain = [2, 3, 13, 14, 6, 16, 8, 18]
    #expect(try await results(whistle) == plain)
    try whistle.hook(Whistle.escaping, .before) { call in call.arguments = { [body = call.arguments] in body($0 + 100) }
    }
    try whistle.hook(Whistle.borrowed, .after) { call in call.result += 100 }
    try whistle.hook(Whistle.last, .around) { call in call.proceed((call.arguments.0 + 100, call.arguments.1)) }
    try whistle.hook(Whistle.first, .before) { call in call.arguments.1 += 100 }
    try whistle.hook(Whistle.throwing, .before) { call in call.arguments = { _ throws(Refusal) in throw .refused } }
    try whistle.hook(Whistle.async, .after) { call in call.result += 100 }
    #expect(throws: Refusal.refused) { try whistle.send(Whistle.throwing) { $0 } }
    try whistle.hook(Whistle.throwing, .instead) { _ in 106 }
    try whistle.hook(Whistle.second, .before) { call in call.arguments.0 += 100 }
    try whistle.hook(Whistle.asyncSecond, .before) { call in call.arguments.0 += 100 }
    #expect(try await results(whistle) == plain.map { $0 + 100 })
  }
}
