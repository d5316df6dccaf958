import Interception
import Testing

@Suite("Plans on asynchronous messages")
struct AsyncPlanTests {
  class Courier: InterceptableObject, @unchecked Sendable {
    override class var messages: MessageList { [deliver, sort, weigh] }
    static let deliver = AsyncThrowingMessage<Courier, (parcels: Int, to: String), Int, AccountError>("deliver(_:to:)")
    {
      (courier, delivery) async throws(AccountError) in
      guard delivery.parcels >= 0 else { throw .refused }
      var weight = 0
      for parcel in 0..<delivery.parcels {
        await Task.yield()
        weight += await courier.sort(parcel)
      }
      return weight
    }
    nonisolated(nonsending) func deliver(_ parcels: Int, to place: String) async throws(AccountError) -> Int {
      try await send(Courier.deliver, (parcels, place))
    }
    static let sort = AsyncMessage<Courier, Int, Int>("sort(_:)") { courier, parcel in
      await Task.yield()
      return courier.weigh(parcel)
    }
    nonisolated(nonsending) func sort(_ parcel: Int) async -> Int { await send(Courier.sort, parcel) }
    static let weigh = Message<Courier, Int, Int>("weigh(_:)") { _, parcel in parcel * 10 }
    func weigh(_ parcel: Int) -> Int { send(Courier.weigh, parcel) }
  }

  private func weave(
    _ pointcut: String, _ advice: String, _ position: AdvicePosition? = nil, with registry: AdviceRegistry,
    on type: Courier.Type, result: WeavingPlan.Scalar? = nil
  ) throws -> Weaving {
    let aspect = WeavingPlan.PlannedAspect(
      try #require(Pointcut(pointcut)), advice: advice, position: position, result: result)
    return try WeavingPlan(groups: [.init("test", aspects: [aspect])]).weave(with: registry, classes: [type])
  }

  private class Plain: Courier, @unchecked Sendable {}

  @Test func `Built-in advice takes asynchronous calls as others`() async throws {
    let positions: [(String, [AdvicePosition?])] = [
      ("log", [nil, .before, .afterReturning, .afterThrowing]),
      ("count", [nil, .before, .afterReturning, .afterThrowing]),
      ("measure", [nil]), ("trace", [nil]),
    ]
    for (advice, places) in positions {
      for place in places {
        let weaving = try weave("Plain.*", advice, place, with: .standard(output: { _ in }), on: Plain.self)
        #expect(try await Plain().deliver(3, to: "door") == 30, "\(advice) \(place as Any)")
        await #expect(throws: AccountError.refused, "\(advice)") { try await Plain().deliver(-1, to: "door") }
        weaving.revert()
      }
    }
    let weaving = try weave("Plain.*", "ignore", with: .standard(output: { _ in }), on: Plain.self, result: .integer(7))
    #expect(try await Plain().deliver(-1, to: "door") == 7)
    weaving.revert()
  }

  private class SlowPost: InterceptableObject {
    override class var messages: MessageList { [wait] }
    static let wait = AsyncMessage<SlowPost, Duration, Void>("wait(_:)") { _, time in try? await Task.sleep(for: time)
    }
    nonisolated(nonsending) func wait(_ time: Duration) async { await send(SlowPost.wait, time) }
  }

  @Test func `A suspending call is measured until it has finished`() async throws {
    let latencies = CallLatencies()
    let aspect = WeavingPlan.PlannedAspect(try #require(Pointcut("SlowPost.wait(_:)")), advice: "measure")
    let plan = WeavingPlan(groups: [.init(aspects: [aspect])])
    let weaving = try plan.weave(with: .standard(output: { _ in }, latencies: latencies), classes: [SlowPost.self])
    await SlowPost().wait(.milliseconds(20))
    weaving.revert()
    let histogram = latencies.histogram(of: "wait(_:)")
    #expect((histogram.count, histogram.shortest >= .milliseconds(20)) == (1, true))
  }

  private class Nested: Courier, @unchecked Sendable {}

  @Test func `A trace nests by tasks, and child tasks in their parent`() async throws {
    let events = Gathered<TraceEvent>()
    let weaving = try weave(
      "Nested.*", "trace", with: .standard(output: { _ in }, trace: events.add), on: Nested.self)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask { _ = try? await Nested().deliver(number, to: "\(number)") }
      }
    }
    weaving.revert()
    let all = events.take(), entered = Dictionary(uniqueKeysWithValues: all.filter { !$0.isLeft }.map { ($0.call, $0) })
    #expect((entered.count, all.count) == ((1...8).reduce(0) { $0 + 1 + 2 * $1 }, 2 * entered.count))
    for event in all {
      let caller = event.caller.flatMap { entered[$0] }
      let names: [Selector: (Selector?, Int)] = [
        "deliver(_:to:)": (nil, 0), "sort(_:)": ("deliver(_:to:)", 1), "weigh(_:)": ("sort(_:)", 2),
      ]
      let (above, depth) = try #require(names[event.event.selector])
      #expect((caller?.event.selector, event.depth) == (above, depth))
      #expect(caller.map { $0.event.receiver == event.event.receiver } ?? true)
    }
  }

  private class Told: Courier, @unchecked Sendable {}

  @Test func `Events of an asynchronous call have its outcome after it`() async throws {
    let log = Log()
    let before = try weave("Told.deliver*", "log", .before, with: .standard(output: log.write), on: Told.self)
    let after = try weave("Told.deliver*", "log", with: .standard(output: log.write), on: Told.self)
    _ = try? await Told().deliver(1, to: "door")
    _ = try? await Told().deliver(-1, to: "door")
    #expect(
      log.take() == [
        #"Told.deliver(1, to: "door")"#, #"Told.deliver(1, to: "door") -> 0"#, #"Told.deliver(-1, to: "door")"#,
        #"Told.deliver(-1, to: "door") threw refused"#,
      ])
    before.revert()
    after.revert()
  }

  private class Hasty: Courier, @unchecked Sendable {}

  @Test func `Synchronous around advice is refused where calls suspend`() throws {
    var registry = AdviceRegistry()
    registry.register("hasty", at: [.around]) { (info: AspectInfo) in try info.proceed() }
    #expect(throws: WeavingError.self) { try weave("Hasty.*", "hasty", with: registry, on: Hasty.self) }
    #expect(ClassObject.of(Hasty.self).aspects.isEmpty)
    try weave("Hasty.weigh(_:)", "hasty", with: registry, on: Hasty.self).revert()
  }
}
