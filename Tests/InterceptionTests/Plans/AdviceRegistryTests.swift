import Foundation
import Interception
import Testing

@Suite("Advice from a registry")
struct AdviceRegistryTests {
  enum ReactorError: Error { case overheated(Int) }

  class Reactor: InterceptableObject {
    override class var messages: MessageList { [heat, cool, vent, scram] }
    static let heat = ThrowingMessage<Reactor, (by: Int, for: String), Int, ReactorError>("heat(by:for:)") {
      (reactor, heat) throws(ReactorError) in
      guard heat.by < 100 else { throw .overheated(heat.by) }
      reactor.cool(heat.by)
      return heat.by
    }
    @discardableResult
    func heat(by degrees: Int, for reason: String) throws(ReactorError) -> Int {
      try send(Reactor.heat, (by: degrees, for: reason))
    }
    static let cool = Message<Reactor, Int, Void>("cool(_:)") { reactor, degrees in
      if degrees > 1 { reactor.cool(degrees / 2) }
    }
    func cool(_ degrees: Int) { send(Reactor.cool, degrees) }
    static let vent = Message<Reactor, Void, Void>("vent()") { _, _ in Thread.sleep(forTimeInterval: 0.002) }
    func vent() { send(Reactor.vent) }
    static let scram = Message<Reactor, Void, Void>("scram()") { reactor, _ in
      _ = try? reactor.heat(by: 100, for: "x")
    }
    func scram() { send(Reactor.scram) }
  }

  private func weave(
    _ pointcut: String, _ advice: String, _ position: AdvicePosition? = nil, event: String? = nil,
    with registry: AdviceRegistry, on type: Reactor.Type
  ) throws -> Weaving {
    let aspect = WeavingPlan.PlannedAspect(
      try #require(Pointcut(pointcut)), advice: advice, position: position, event: event)
    return try WeavingPlan(groups: [.init("test", aspects: [aspect])]).weave(with: registry, classes: [type])
  }

  private class Logged: Reactor {}

  @Test func `A log has a line for each event with call and outcome`() throws {
    let log = Log()
    let table: [(AdvicePosition?, [String])] = [
      (
        nil,
        [#"hot: Logged.heat(by: 3, for: "tea") -> 3"#, #"hot: Logged.heat(by: 200, for: "x") threw overheated(200)"#]
      ),
      (.before, [#"hot: Logged.heat(by: 3, for: "tea")"#, #"hot: Logged.heat(by: 200, for: "x")"#]),
      (.afterReturning, [#"hot: Logged.heat(by: 3, for: "tea") -> 3"#]),
      (.afterThrowing, [#"hot: Logged.heat(by: 200, for: "x") threw overheated(200)"#]),
    ]
    for (position, lines) in table {
      let registry = AdviceRegistry.standard(output: log.write)
      let weaving = try weave("Logged.heat*", "log", position, event: "hot", with: registry, on: Logged.self)
      try Logged().heat(by: 3, for: "tea")
      _ = try? Logged().heat(by: 200, for: "x")
      weaving.revert()
      #expect(log.take() == lines, "\(position as Any)")
    }
  }

  private class Counted: Reactor {}
  private class CountedToo: Counted {}

  @Test func `Counts are by event, stated class and message`() throws {
    let counts = CallCounts()
    let registry = AdviceRegistry.standard(output: { _ in }, counts: counts)
    let weaving = try weave("Counted.*", "count", .afterThrowing, event: "trouble", with: registry, on: Counted.self)
    for reactor in [Counted(), CountedToo(), CountedToo()] { _ = try? reactor.heat(by: 100, for: "") }
    try Counted().heat(by: 1, for: "")
    weaving.revert()
    func key(_ name: String) -> CallKey { CallKey(event: "trouble", className: name, selector: "heat(by:for:)") }
    #expect(counts.all == [key("Counted"): 1, key("CountedToo"): 2])
    #expect((counts[key("CountedToo")], counts[key("Reactor")], counts.total(of: "trouble")) == (2, 0, 3))
  }

  private class MeasuredReactor: Reactor {}

  @Test func `Latencies are measured by the clock, also if a call throws`() throws {
    let latencies = CallLatencies()
    let registry = AdviceRegistry.standard(output: { _ in }, latencies: latencies)
    let weaving = try weave("MeasuredReactor.*", "measure", with: registry, on: MeasuredReactor.self)
    for _ in 0..<3 { MeasuredReactor().vent() }
    _ = try? MeasuredReactor().heat(by: 100, for: "")
    weaving.revert()
    MeasuredReactor().vent()
    let vents = latencies[CallKey(event: "vent()", className: "MeasuredReactor", selector: "vent()")]
    #expect((vents.count, vents.shortest >= .milliseconds(2)) == (3, true))
    #expect(latencies.histogram(of: "heat(by:for:)").count == 1)
    #expect(latencies.description.split(separator: "\n").count == 2)
  }

  private class Transparent: Reactor {}

  @Test func `Measuring changes neither result nor error`() throws {
    for advice in ["measure", "trace", "log", "count"] {
      let weaving = try weave(
        "Transparent.*", advice, with: .standard(output: { _ in }), on: Transparent.self)
      #expect(try Transparent().heat(by: 7, for: "") == 7, "\(advice)")
      #expect(throws: ReactorError.self, "\(advice)") { try Transparent().heat(by: 100, for: "") }
      weaving.revert()
    }
  }

  private class Traced: Reactor {}

  @Test func `A trace is nested, with arguments, results and errors`() throws {
    let log = Log(), ticks = TickingClock(step: .microseconds(1))
    let registry = AdviceRegistry.standard(output: log.write, clock: ticks)
    let weaving = try weave("Traced.*", "trace", with: registry, on: Traced.self)
    try Traced().heat(by: 4, for: "tea")
    Traced().scram()
    weaving.revert()
    #expect(
      log.take() == [
        #"Traced.heat(by: 4, for: "tea")"#, "  Traced.cool(4)", "    Traced.cool(2)", "      Traced.cool(1)",
        "      -> () in 1 µs", "    -> () in 3 µs", "  -> () in 5 µs", "-> 4 in 7 µs",
        "Traced.scram()", #"  Traced.heat(by: 100, for: "x")"#, "  threw overheated(100) in 1 µs", "-> () in 3 µs",
      ])
  }

  private class Threaded: Reactor {}

  @Test func `A trace says which call was made in which`() throws {
    let events = Gathered<TraceEvent>()
    let registry = AdviceRegistry.standard(output: { _ in }, trace: events.add)
    let weaving = try weave("Threaded.*", "trace", with: registry, on: Threaded.self)
    onThreads(4) { number in for _ in 0..<50 { _ = try? Threaded().heat(by: 1 << (number + 1), for: "\(number)") } }
    weaving.revert()
    let all = events.take(), entered = Dictionary(uniqueKeysWithValues: all.filter { !$0.isLeft }.map { ($0.call, $0) })
    #expect((all.count, entered.count) == (2 * entered.count, 4 * 50 + 50 * (2 + 3 + 4 + 5)))
    for event in all {
      let caller = event.caller.flatMap { entered[$0] }
      #expect((event.depth, event.event.className) == ((caller.map { $0.depth + 1 } ?? 0), "Threaded"))
      // Each call is half of what its caller cooled by, so a caller of another thread would be seen.
      guard event.event.selector == "cool(_:)", let caller, let degrees = Int(event.event.arguments[0]) else {
        continue
      }
      let above = caller.event.arguments.first.flatMap { Int($0) }
      #expect(above == (caller.event.selector == "cool(_:)" ? degrees * 2 : degrees))
      #expect(caller.event.receiver == event.event.receiver)
    }
  }

  private class Handled: Reactor {}

  @Test func `A handler gets the event's name and its position`() throws {
    let events = Gathered<WovenEvent>()
    var registry = AdviceRegistry()
    registry.register("impression") { (event: WovenEvent) in events.add(event) }
    let weaving = try weave("Handled.heat*", "impression", event: "page", with: registry, on: Handled.self)
    let reactor = Handled()
    try reactor.heat(by: 5, for: "soup")
    weaving.revert()
    let event = try #require(events.take().first)
    #expect((event.name, event.group, event.className) == ("page", "test", "Handled"))
    #expect((event.selector, event.position, event.arguments) == ("heat(by:for:)", .after, ["5", #""soup""#]))
    #expect((event.outcome, event.receiver) == (.returned("5"), ObjectIdentifier(reactor)))
    #expect(event.key == CallKey(event: "page", className: "Handled", selector: "heat(by:for:)"))
  }

  private class Controlled: Reactor {}

  @Test func `Advice of full control changes arguments and results`() throws {
    var registry = AdviceRegistry()
    registry.register("double", at: [.around]) { (info: AspectInfo) in
      try info.proceed(with: info.arguments.map { ($0 as? Int).map { $0 * 2 } ?? $0 })
    }
    registry.register(
      "more", at: [.before],
      BoxedAdvice(taking: { @Sendable (info: AspectInfo, by: Int) in try? info.setArgument(by + 1, at: 0) }))
    registry.register("named", at: [.instead]) { hook throws(WeavingError) in
      let count = hook.event.count
      return BoxedAdvice { _ in count }
    }
    let names: [(String, Int)] = [("double", 6), ("more", 4), ("named", 5)]
    for (advice, result) in names {
      let weaving = try weave("Controlled.heat*", advice, event: "12345", with: registry, on: Controlled.self)
      #expect(try Controlled().heat(by: 3, for: "") == result, "\(advice)")
      weaving.revert()
      #expect(try Controlled().heat(by: 3, for: "") == 3, "\(advice)")
    }
  }

  private class Valued: Reactor {}

  @Test func `A later change of the registry changes nothing woven`() throws {
    let log = Log()
    var registry = AdviceRegistry.standard(output: log.write)
    #expect(registry.names == ["count", "ignore", "log", "measure", "trace"])
    registry.register("log") { (_: WovenEvent) in log.write("mine") }
    let weaving = try weave("Valued.vent()", "log", with: registry, on: Valued.self)
    registry.register("log") { (_: WovenEvent) in log.write("late") }
    Valued().vent()
    #expect(log.take() == ["mine"])
    weaving.revert()
  }

  @Test func `An advice without a position is refused`() async {
    await #expect(processExitsWith: .failure) {
      var registry = AdviceRegistry()
      registry.register("nowhere", at: []) { (info: AspectInfo) in nil }
    }
  }
}

/// A clock that goes on by a step each time somebody looks.
private struct TickingClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration
    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
  }

  private let looks = Gathered<Void>()
  private let step: Duration

  init(step: Duration) { self.step = step }

  var minimumResolution: Duration { step }
  var now: Instant { Instant(time: step * looks.next(())) }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
