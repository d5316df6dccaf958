import Interception
import TestSupport
import Testing

/// Advice that gives no result in place of methods that return one.
@Suite("What advice in place of a call falls back on")
struct FallbackResultTests {
  enum Refusal: Error { case never }

  final class Studio: InterceptableObject {
    var runs = 0
    override class var messages: MessageList { [copies, title, print, export, fetch] }
    static let copies = Message<Studio, Int, Int>("copies(of:)") { studio, number in
      studio.runs += 1
      return number
    }
    static let title = Message<Studio, Void, String?>("title()") { _, _ in "full" }
    static let print = Message<Studio, Void, Void>("print()") { studio, _ in studio.runs += 1 }
    static let export = ThrowingMessage<Studio, Int, Int, any Error>("export(_:)") { _, number in number }
    static let fetch = AsyncMessage<Studio, Int, Int>("fetch(_:)") { studio, number in
      studio.runs += 1
      return number
    }
  }

  @Test func `Failing advice leaves the callers the fallback result`() throws {
    let faults = Log()
    let function: @Sendable (AspectInfo) -> Void = { _ in }
    let given: [(advice: BoxedAdvice, faults: Int)] = [
      (BoxedAdvice(taking: {}), 0), (BoxedAdvice(taking: { (_: AspectInfo, _: Int) in }), 0),
      (BoxedAdvice(function: function), 0), (BoxedAdvice { _ in nil }, 0), (BoxedAdvice { _ in "text" }, 1),
      (BoxedAdvice { _ in throw Refusal.never }, 1),
    ]
    for (number, (advice, count)) in given.enumerated() {
      let studio = Studio()
      let token = try studio.hook(selector: "copies(of:)", .instead, advice.fallingBack(on: 7))
      let result = HookScope.run(onFault: { faults.write("\($0)") }) { studio.send(Studio.copies, 3) }
      #expect((result, studio.runs) == (7, 0), "\(number)")
      #expect(faults.take().count == count, "\(number)")
      token.remove()
    }
    let studio = Studio()
    try studio.hook(selector: "title()", .instead, BoxedAdvice { _ in nil }.fallingBack(on: "lite"))
    #expect(studio.send(Studio.title) == "lite")
  }

  @Test func `An own result counts before the fallback, the latest first`() throws {
    let studio = Studio()
    let own = BoxedAdvice { info in (info.arguments.first as? Int).map { $0 * 2 } }
    let one = try studio.hook(selector: "copies(of:)", .instead, own.fallingBack(on: 7))
    #expect(studio.send(Studio.copies, 3) == 6)
    one.remove()
    let proceeding = BoxedAdvice(taking: { (info: AspectInfo) in _ = try? info.proceed(with: [4]) })
    let two = try studio.hook(selector: "copies(of:)", .instead, proceeding.fallingBack(on: 7))
    #expect((studio.send(Studio.copies, 3), studio.runs) == (4, 1))
    two.remove()
    let nothing = BoxedAdvice(taking: {}).fallingBack(on: 7).fallingBack(on: 8)
    try studio.hook(selector: "copies(of:)", .instead, nothing)
    #expect(studio.send(Studio.copies, 3) == 8)
  }

  @Test func `A fault that the message may throw is thrown`() throws {
    let studio = Studio()
    let wrong = try studio.hook(selector: "export(_:)", .instead, BoxedAdvice { _ in "text" }.fallingBack(on: 7))
    #expect(throws: AspectError.self) {
      try HookScope.run(onFault: { _ in }) { try studio.send(Studio.export, 3) }
    }
    wrong.remove()
    try studio.hook(selector: "export(_:)", .instead, BoxedAdvice { _ in nil }.fallingBack(on: 7))
    #expect(try studio.send(Studio.export, 3) == 7)
  }

  @Test func `Asynchronous methods fall back too`() async throws {
    let suspending = BoxedAdvice(taking: { (_: AspectInfo) async in await Task.yield() })
    for advice in [suspending, BoxedAdvice({ _ in nil }, awaiting: { _ in nil })] {
      let studio = Studio()
      try studio.hook(selector: "fetch(_:)", .instead, advice.fallingBack(on: 7))
      #expect(await studio.send(Studio.fetch, 3) == 7 && studio.runs == 0)
    }
  }

  @Test func `A fallback of another type is refused when it is hooked`() throws {
    let studio = Studio(), nothing = BoxedAdvice(taking: {})
    #expect(
      throws: AspectError.resultType(class: "Studio", selector: "copies(of:)", expected: "Int", given: "String")
    ) {
      try studio.hook(selector: "copies(of:)", .instead, nothing.fallingBack(on: "text"))
    }
    #expect(throws: AspectError.self) {
      try studio.hook(selector: "copies(of:)", .around, nothing.fallingBack(on: 7))
    }
    #expect(throws: AspectError.self) { try studio.hook(selector: "copies(of:)", .instead, nothing) }
    #expect(throws: AspectError.self) {
      try studio.hook(selector: "copies(of:)", .instead, BoxedAdvice(function: 5).fallingBack(on: 7))
    }
    #expect(!studio.isHooked)
    try studio.hook(selector: "print()", .instead, nothing.fallingBack(on: ()))
    studio.send(Studio.print)
    #expect(studio.runs == 0)
  }
}
