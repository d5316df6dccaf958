import Interception
import Testing

extension AdviceFaultTests {
  struct Odd: Error {}

  /// What a lite edition turns off: messages that return nothing, an optional, or a number, throw or not, suspend or not.
  class Edition: InterceptableObject {
    var runs = 0
    override class var messages: MessageList { [record, title, export, share, burn, upload, fetch, mirror] }

    static let record = Message<Edition, Void, Void>("record()") { edition, _ in edition.runs += 1 }
    static let title = Message<Edition, Void, String?>("title()") { edition, _ in
      edition.runs += 1
      return "full"
    }
    static let export = ThrowingMessage<Edition, Int, Int, any Error>("export(_:)") { edition, copies in
      edition.runs += 1
      return copies
    }
    static let share = ThrowingMessage<Edition, Int, Int, AspectError>("share(_:)") {
      (edition, copies) throws(AspectError) in
      edition.runs += 1
      return copies
    }
    static let burn = Message<Edition, Int, Int>("burn(_:)") { edition, copies in
      edition.runs += 1
      return copies
    }
    static let upload = AsyncMessage<Edition, Void, Void>("upload()") { edition, _ in edition.runs += 1 }
    static let fetch = AsyncMessage<Edition, Void, String?>("fetch()") { edition, _ in
      edition.runs += 1
      return "full"
    }
    static let mirror = AsyncThrowingMessage<Edition, Int, Int, any Error>("mirror(_:)") { edition, copies in
      edition.runs += 1
      return copies
    }

    /// Sends a message that returns or throws, and puts what came of it in words.
    func outcome(of name: Selector) async -> String {
      do {
        switch name {
        case "record()": return "\(send(Edition.record))"
        case "title()": return "\(send(Edition.title) ?? "nil")"
        case "export(_:)": return "\(try send(Edition.export, 3))"
        case "share(_:)": return "\(try send(Edition.share, 3))"
        case "upload()": return "\(await send(Edition.upload))"
        case "fetch()": return await send(Edition.fetch) ?? "nil"
        default: return "\(try await send(Edition.mirror, 3))"
        }
      } catch {
        return "\(error)"
      }
    }
  }

  /// A class of its own for the test of a plan, which weaves all of its objects.
  final class PlannedEdition: Edition {}

  /// Runs `body` with a list of the faults in the calls that it makes.
  private func withFaults(_ body: (Faults) async throws -> Void) async throws {
    let faults = Faults()
    try await HookScope.run(onFault: faults.add) { try await body(faults) }
  }

  /// What advice may do wrong in place of a call.
  static let wrong: [(name: String, advice: BoxedAdvice)] = [
    ("nil", BoxedAdvice({ _ in nil }, awaiting: { _ in nil })),
    ("another type", BoxedAdvice({ _ in Odd() }, awaiting: { _ in Odd() })),
    ("an error", BoxedAdvice({ _ in throw Odd() }, awaiting: { _ in throw Odd() })),
  ]

  @Test func `Failing advice in place of a call never runs the original`() async throws {
    let messages: [(Selector, result: String, failure: String, empty: String?)] = [
      ("record()", "()", "Never", "()"), ("upload()", "()", "Never", "()"),
      ("title()", "Optional<String>", "Never", "nil"), ("fetch()", "Optional<String>", "Never", "nil"),
      ("export(_:)", "Int", "Error", nil), ("mirror(_:)", "Int", "Error", nil),
      ("share(_:)", "Int", "AspectError", nil),
    ]
    try await withFaults { faults in
      for (selector, result, failure, empty) in messages {
        func wrongResult(_ given: String) -> AspectError {
          .resultType(class: "Edition", selector: selector, expected: result, given: given)
        }
        let wrongError = AspectError.errorType(
          class: "Edition", selector: selector, expected: failure, given: "Odd: Odd()")
        for (name, advice) in AdviceFaultTests.wrong {
          let edition = Edition()
          try edition.hook(selector: selector, .instead, advice)
          let fault: AspectError? =
            switch name {
            case "nil": empty == nil ? wrongResult("nil") : nil
            case "another type": wrongResult("Odd")
            default: failure == "Error" ? nil : wrongError
            }
          let expected = empty ?? fault.map { "\($0)" } ?? "Odd()"
          #expect(await edition.outcome(of: selector) == expected, "\(selector) \(name)")
          #expect(edition.runs == 0, "\(selector) \(name)")
          #expect(faults.take() == (fault.map { [$0] } ?? []), "\(selector) \(name)")
        }
      }
    }
  }

  @Test func `Advice in place of a call may leave the result to proceed`() async throws {
    try await withFaults { faults in
      let edition = Edition()
      for result in [nil, Odd()] as [(any Sendable)?] {
        let inPlace = BoxedAdvice { info in
          try info.proceed(with: [5])
          return result
        }
        let token = try edition.hook(selector: "burn(_:)", .instead, inPlace)
        #expect((edition.send(Edition.burn, 1), token.remove()) == (5, true))
      }
      #expect(edition.runs == 2)
      let fault = AspectError.resultType(class: "Edition", selector: "burn(_:)", expected: "Int", given: "Odd")
      #expect(faults.take() == [fault])
    }
  }

  @Test func `Advice in place of a call that must return traps without one`() async throws {
    let texts = try await [
      #require(
        processExitsWith: .failure, observing: [\.standardErrorContent],
        performing: {
          Runtime.onFault { _ in }
          let edition = Edition()
          try edition.hook(selector: "burn(_:)", .instead, BoxedAdvice { _ in nil })
          _ = edition.send(Edition.burn, 1)
        }),
      #require(
        processExitsWith: .failure, observing: [\.standardErrorContent],
        performing: {
          Runtime.onFault { _ in }
          let edition = Edition()
          try edition.hook(selector: "burn(_:)", .instead) { (info: AspectInfo) -> Any in "much" }
          _ = edition.send(Edition.burn, 1)
        }),
      #require(
        processExitsWith: .failure, observing: [\.standardErrorContent],
        performing: {
          Runtime.onFault { _ in }
          let edition = Edition()
          try edition.hook(selector: "burn(_:)", .instead, BoxedAdvice { _ in throw Odd() })
          _ = edition.send(Edition.burn, 1)
        }),
    ].map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    let words = [
      "'burn(_:)' returns Int, not nil", "'burn(_:)' returns Int, not String", "'burn(_:)' throws Never, not Odd",
    ]
    for (text, words) in zip(texts, words) {
      #expect(
        (text.contains("Edition: \(words)"), text.contains("declare that it returns Int")) == (true, true), "\(text)")
    }
  }

  @Test func `A plan's advice in place of a call fails closed too`() async throws {
    try await withFaults { faults in
      for (name, advice) in AdviceFaultTests.wrong {
        var registry = AdviceRegistry()
        registry.register("off", at: [.instead], advice)
        let aspects = try ["record()", "title()", "upload()"].map { selector in
          WeavingPlan.PlannedAspect(try #require(Pointcut("PlannedEdition.\(selector)")), advice: "off")
        }
        let edition = PlannedEdition()
        let weaving = try WeavingPlan(groups: [.init(aspects: aspects)]).weave(with: registry)
        var outcomes: [String] = []
        for selector in ["record()", "title()", "upload()"] as [Selector] {
          outcomes.append(await edition.outcome(of: selector))
        }
        #expect((outcomes, edition.runs) == (["()", "nil", "()"], 0), "\(name)")
        #expect(faults.take().count == (name == "nil" ? 0 : 3), "\(name)")
        weaving.revert()
        #expect(await edition.outcome(of: "title()") == "full")
      }
    }
  }
}

/// Advice by name that uses `try`, on messages that do not throw.
extension AdviceFaultTests {
  @Test func `Advice on a nonthrowing message changes values with try`() async throws {
    try await withFaults { faults in
      let edition = Edition()
      try edition.hook(selector: "burn(_:)", .before) { (info: AspectInfo) in try info.setArgument(7, at: 0) }
      #expect(edition.send(Edition.burn, 1) == 7)
      try edition.hook(selector: "burn(_:)", .after) { (info: AspectInfo) in try info.setResult(9) }
      #expect(edition.send(Edition.burn, 1) == 9)
      try edition.hook(selector: "burn(_:)", .after) { (info: AspectInfo) throws(AspectError) in
        try info.setResult("text")
      }
      #expect(edition.send(Edition.burn, 1) == 9)
      let function: @Sendable (AspectInfo) throws -> Void = { info in try info.setResult(11) }
      try edition.hook(selector: "burn(_:)", .after, BoxedAdvice(function: function))
      #expect(edition.send(Edition.burn, 1) == 11)
      let fault = AspectError.resultType(class: "Edition", selector: "burn(_:)", expected: "Int", given: "String")
      #expect(faults.take() == [fault, fault])
      try edition.hook(selector: "upload()", .after) { (info: AspectInfo) async throws in
        try info.setResult(1)
      }
      await edition.send(Edition.upload)
      #expect(
        faults.take() == [.resultType(class: "Edition", selector: "upload()", expected: "()", given: "Int")])
    }
  }

  @Test func `A before advice's error is reported where none may be thrown`() async throws {
    try await withFaults { faults in
      let edition = Edition()
      try edition.hook(selector: "burn(_:)", .before) { (info: AspectInfo) in throw Odd() }
      #expect(edition.send(Edition.burn, 4) == 4)
      let fault = AspectError.errorType(class: "Edition", selector: "burn(_:)", expected: "Never", given: "Odd: Odd()")
      #expect(faults.take() == [fault])
    }
  }
}
