import Interception
import Testing

@Suite("Functions that come as Any")
struct FunctionAdviceTests {
  class Wide: InterceptableObject {
    typealias Six = (Int, Int8, String, Bool, Double, [Int])
    static let spread = Message<Wide, Six, Int>("spread(_:_:_:_:_:_:)") { _, six in six.0 }
    static let more = Message<Wide, (Int, Int, Int, Int, Int, Int, Int), Void>("more(_:_:_:_:_:_:_:)") { _, _ in }
    static let load = AsyncMessage<Wide, Int, Int>("load(_:)") { _, value in value }
    override class var messages: MessageList { [spread, more, load] }
    func spread() -> Int { send(Wide.spread, (1, 2, "three", true, 5, [6])) }
  }

  /// What a table of handlers holds: nobody knows what.
  private func handlers(_ log: Log) -> [any Sendable] {
    let handlers: [any Sendable] = [
      { @Sendable in log.write("0") },
      { @Sendable (info: AspectInfo) in log.write("1") },
      { @Sendable (info: AspectInfo, a: Int) in log.write("\(a)") },
      { @Sendable (info: AspectInfo, a: Int, b: Int8) in log.write("\(a) \(b)") },
      { @Sendable (info: AspectInfo, a: Int, b: Int8, c: String) in log.write("\(a) \(b) \(c)") },
      { @Sendable (info: AspectInfo, a: Int, b: Int8, c: String, d: Bool) in log.write("\(a) \(b) \(c) \(d)") },
      { @Sendable (info: AspectInfo, a: Int, b: Int8, c: String, d: Bool, e: Double) in
        log.write("\(a) \(b) \(c) \(d) \(e)")
      },
      { @Sendable (info: AspectInfo, a: Int, b: Int8, c: String, d: Bool, e: Double, f: [Int]) in
        log.write("\(a) \(b) \(c) \(d) \(e) \(f)")
      },
    ]
    return handlers
  }

  @Test func `A function takes the info and up to six arguments`() throws {
    let wide = Wide(), log = Log()
    for handler in handlers(log) {
      let token = try wide.hook(selector: "spread(_:_:_:_:_:_:)", .before, BoxedAdvice(function: handler))
      #expect(wide.spread() == 1)
      token.remove()
    }
    #expect(
      log.take() == [
        "0", "1", "1", "1 2", "1 2 three", "1 2 three true", "1 2 three true 5.0", "1 2 three true 5.0 [6]",
      ])
  }

  private class NamedLedger: Account {}

  @Test func `A function around a call returns a result or throws`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let ledger = NamedLedger()
    let functions: [any Sendable] = [
      { @Sendable (info: AspectInfo, amount: Int) -> Int in amount + 1 },
      { @Sendable (info: AspectInfo) -> Any in 2 },
      { @Sendable (info: AspectInfo) -> Any? in 2 },
      { @Sendable (info: AspectInfo) throws -> Any in try info.proceed(with: [2]) },
    ]
    for function in functions {
      let token = try Runtime.hook("NamedLedger", "deposit(_:)", .around, function: function)
      ledger.balance = 0
      #expect(ledger.deposit(1) == 2, "\(type(of: function))")
      token.remove()
    }
    let thrower = { @Sendable (info: AspectInfo) throws(AccountError) in throw AccountError.refused }
    hooks += try Runtime.hook("NamedLedger", "withdraw(_:)", .before, function: thrower)
    #expect(throws: AccountError.refused) { try ledger.withdraw(0) }
  }

  @Test func `What is no function has no signature`() throws {
    let values: [any Sendable] = [1, "text", [1, 2], Optional<Int>.none, (1, 2), Int.self, AccountError.refused]
    for value in values {
      let given = "\(type(of: value))"
      let error = AspectError.missingSignature(class: "Wide", selector: "load(_:)", given: given)
      #expect(throws: error) { try Wide().hook(selector: "load(_:)", .before, BoxedAdvice(function: value)) }
    }
  }

  @Test func `A function of other types is refused with what it is`() throws {
    let functions: [(any Sendable, String)] = [
      ({ @Sendable (text: String) in }, "@Sendable (String) -> ()"),
      ({ @Sendable (info: AspectInfo, a: Int8) in }, "@Sendable (AspectInfo, Int8) -> ()"),
      ({ @Sendable (info: AspectInfo) -> Int in 1 }, "@Sendable (AspectInfo) -> Int"),
      ({ @Sendable (info: AspectInfo, a: inout Int) in a += 1 }, "@Sendable (AspectInfo, inout Int) -> ()"),
      ({ @MainActor @Sendable (info: AspectInfo) in }, "@MainActor @Sendable (AspectInfo) -> ()"),
      ({ @Sendable (info: AspectInfo) async in }, "@Sendable (AspectInfo) async -> ()"),
    ]
    for (function, given) in functions {
      #expect(
        throws: AspectError.incompatibleSignature(
          class: "Wide", selector: "more(_:_:_:_:_:_:_:)",
          expected: "(AspectInfo, Int, Int, Int, Int, Int, Int, Int) -> ()", given: given)
      ) { try Wide().hook(selector: "more(_:_:_:_:_:_:_:)", .before, BoxedAdvice(function: function)) }
    }
  }
}
