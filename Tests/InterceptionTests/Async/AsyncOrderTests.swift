import Interception
import TestSupport
import Testing

/// The advice of an asynchronous message runs in the order of one that is not: the same hooks on both leave the same trace.
@Suite(.serialized)
struct AsyncOrderTests {
  class Upper: InterceptableObject {
    let log = Log()
    static let now = ThrowingMessage<Upper, Int, Int, AccountError>("now(_:)") { upper, value throws(AccountError) in
      upper.log.write("original \(value)")
      guard value >= 0 else { throw .overdrawn(value) }
      return value + 1
    }
    static let soon = AsyncThrowingMessage<Upper, Int, Int, AccountError>("soon(_:)") {
      (upper, value) async throws(AccountError) in
      upper.log.write("original \(value)")
      guard value >= 0 else { throw .overdrawn(value) }
      return value + 1
    }
  }
  class Lower: Upper {}

  enum Level: CaseIterable {
    case upper, lower, object
  }

  struct Step {
    let position: AdvicePosition
    let level: Level
    var options: AspectOptions = []
    /// How often an around or instead proceeds.
    var proceeds = 1
  }

  /// Hooks the message that returns at once; `number` stands in the trace.
  private func hookNow(_ step: Step, _ number: Int, on object: Lower) throws -> AspectToken {
    let (log, times) = (object.log, step.proceeds)
    let before: @Sendable (inout BeforeCall<Upper, Int>) -> Void = { call in
      log.write("before \(number) \(call.arguments)")
      call.arguments += number
    }
    let after: @Sendable (inout AfterCall<Upper, Int, Int, AccountError>) -> Void = { call in
      log.write("after \(number) \(call.arguments) \(call.outcome)")
      if number.isMultiple(of: 3) { call.outcome = .success(number) }
    }
    let returned: @Sendable (inout ReturnedCall<Upper, Int, Int>) -> Void = { call in
      log.write("returned \(number) \(call.result)")
      call.result += number
    }
    let thrown: @Sendable (inout ThrownCall<Upper, Int, AccountError>) -> Void = { call in
      log.write("thrown \(number) \(call.error)")
      call.error = .overdrawn(number)
    }
    let around: @Sendable (inout AroundCall<Upper, Int, Int, AccountError>) throws(AccountError) -> Int = {
      call throws(AccountError) in
      log.write("around \(number) \(call.arguments)")
      var sum = number
      for _ in 0..<times { sum += try call.proceed(call.arguments + 1) }
      return sum
    }
    let (options, type) = (step.options, step.level == .upper ? Upper.self : Lower.self)
    let message = Upper.now
    guard step.level == .object else {
      switch step.position {
      case .before: return try message.hook(on: type, .before, options, advice: before)
      case .after: return try message.hook(on: type, .after, options, advice: after)
      case .afterReturning: return try message.hook(on: type, .afterReturning, options, advice: returned)
      case .afterThrowing: return try message.hook(on: type, .afterThrowing, options, advice: thrown)
      case .instead: return try message.hook(on: type, .instead, options, advice: around)
      case .around: return try message.hook(on: type, .around, options, advice: around)
      }
    }
    switch step.position {
    case .before: return try object.hook(message, .before, options, advice: before)
    case .after: return try object.hook(message, .after, options, advice: after)
    case .afterReturning: return try object.hook(message, .afterReturning, options, advice: returned)
    case .afterThrowing: return try object.hook(message, .afterThrowing, options, advice: thrown)
    case .instead: return try object.hook(message, .instead, options, advice: around)
    case .around: return try object.hook(message, .around, options, advice: around)
    }
  }

  /// Hooks the asynchronous message with advice that does the same.
  private func hookSoon(_ step: Step, _ number: Int, on object: Lower) throws -> AspectToken {
    let (log, times) = (object.log, step.proceeds)
    let before: nonisolated(nonsending) @Sendable (inout BeforeCall<Upper, Int>) async -> Void = { call in
      log.write("before \(number) \(call.arguments)")
      call.arguments += number
    }
    let after: nonisolated(nonsending) @Sendable (inout AfterCall<Upper, Int, Int, AccountError>) async -> Void = {
      call in
      log.write("after \(number) \(call.arguments) \(call.outcome)")
      if number.isMultiple(of: 3) { call.outcome = .success(number) }
    }
    let returned: nonisolated(nonsending) @Sendable (inout ReturnedCall<Upper, Int, Int>) async -> Void = { call in
      log.write("returned \(number) \(call.result)")
      call.result += number
    }
    let thrown: nonisolated(nonsending) @Sendable (inout ThrownCall<Upper, Int, AccountError>) async -> Void = { call in
      log.write("thrown \(number) \(call.error)")
      call.error = .overdrawn(number)
    }
    typealias Around =
      nonisolated(nonsending) @Sendable (inout AsyncAroundCall<Upper, Int, Int, AccountError>)
      async throws(AccountError) -> Int
    let around: Around = { call async throws(AccountError) in
      log.write("around \(number) \(call.arguments)")
      var sum = number
      for _ in 0..<times { sum += try await call.proceed(call.arguments + 1) }
      return sum
    }
    let (options, type) = (step.options, step.level == .upper ? Upper.self : Lower.self)
    let message = Upper.soon
    guard step.level == .object else {
      switch step.position {
      case .before: return try message.hook(on: type, .before, options, advice: before)
      case .after: return try message.hook(on: type, .after, options, advice: after)
      case .afterReturning: return try message.hook(on: type, .afterReturning, options, advice: returned)
      case .afterThrowing: return try message.hook(on: type, .afterThrowing, options, advice: thrown)
      case .instead: return try message.hook(on: type, .instead, options, advice: around)
      case .around: return try message.hook(on: type, .around, options, advice: around)
      }
    }
    switch step.position {
    case .before: return try object.hook(message, .before, options, advice: before)
    case .after: return try object.hook(message, .after, options, advice: after)
    case .afterReturning: return try object.hook(message, .afterReturning, options, advice: returned)
    case .afterThrowing: return try object.hook(message, .afterThrowing, options, advice: thrown)
    case .instead: return try object.hook(message, .instead, options, advice: around)
    case .around: return try object.hook(message, .around, options, advice: around)
    }
  }

  private func outcomeNow(_ object: Lower, _ value: Int) -> Result<Int, AccountError> {
    do throws(AccountError) { return .success(try Upper.now.send(to: object, value)) } catch { return .failure(error) }
  }

  private func outcomeSoon(_ object: Lower, _ value: Int) async -> Result<Int, AccountError> {
    do throws(AccountError) {
      return .success(try await Upper.soon.send(to: object, value))
    } catch {
      return .failure(error)
    }
  }

  /// Installs the steps on both messages of an object and its classes, and compares what calls of the two do.
  private func compare(_ steps: [Step], on object: Lower, calls: Int = 1, _ label: @autoclosure () -> String)
    async throws
  {
    var tokens: [AspectToken] = []
    for (number, step) in steps.enumerated() {
      tokens += [try hookNow(step, number + 1, on: object), try hookSoon(step, number + 1, on: object)]
    }
    let explained = object.explain("now(_:)").replacing("now(_:)", with: "soon(_:)")
    #expect(object.explain("soon(_:)") == explained, "\(label())")
    for value in [5, -100] {
      for _ in 0..<calls {
        let now = outcomeNow(object, value)
        let traceOfNow = object.log.take()
        let soon = await outcomeSoon(object, value)
        let traceOfSoon = object.log.take()
        #expect((now, traceOfNow) == (soon, traceOfSoon), "\(label())")
      }
    }
    for token in tokens { token.remove() }
    #expect(!object.isHooked)
  }

  @Test(arguments: [false, true])
  func `Up to three hooks at every position run in one order`(withOverride: Bool) async throws {
    let object = Lower()
    if withOverride { try moveToClassWithOverride(object, named: "AsyncOrderTests.Enumerated") }
    let all = AdvicePosition.allCases.flatMap { position in Level.allCases.map { Step(position: position, level: $0) } }
    var pairs = Sample(oneIn: 3)
    var triples = Sample(oneIn: 80)
    for first in all {
      try await compare([first], on: object, "\(first)")
      for second in all {
        if pairs.takesNext() { try await compare([first, second], on: object, "\(first), \(second)") }
        guard !withOverride else { continue }
        for third in all where triples.takesNext() {
          try await compare([first, second, third], on: object, "\(first), \(second), \(third)")
        }
      }
    }
  }

  @Test func `Random hooks with priorities run in one order`() async throws {
    for seed in 0..<Sample.of(200, few: 40) {
      var random = SeededGenerator(seed: UInt64(seed))
      let object = Lower()
      if seed.isMultiple(of: 2) { try moveToClassWithOverride(object, named: "AsyncOrderTests.Random") }
      let steps = (0..<random.below(9)).map { _ in
        Step(
          position: AdvicePosition.allCases[random.below(6)], level: Level.allCases[random.below(3)],
          options: AspectOptions(priority: random.below(3) - 1, isAutomaticallyRemoved: random.below(4) == 0),
          proceeds: random.below(3))
      }
      try await compare(steps, on: object, calls: 2, "seed \(seed)")
    }
  }

  private func moveToClassWithOverride(_ object: Lower, named name: String) throws {
    let made = try object.statedClass.makeSubclass(named: name)
    let log = object.log
    try made.override(Upper.now) { call throws(AccountError) in
      log.write("override \(call.arguments)")
      return try call.callSuper() + call.callSuper(call.arguments + 7)
    }
    try made.override(Upper.soon) { call async throws(AccountError) in
      log.write("override \(call.arguments)")
      return try await call.callSuper() + call.callSuper(call.arguments + 7)
    }
    try object.setClass(made)
  }
}
