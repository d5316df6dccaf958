import Foundation
import Interception
import Testing

@Suite("Where handlers of events run")
struct EventDispatcherTests {
  class Bell: InterceptableObject {
    override class var messages: MessageList { [ring] }
    static let ring = Message<Bell, Int, Void>("ring(_:)") { _, _ in }
    func ring(_ number: Int) { send(Bell.ring, number) }
  }

  private func weave(
    _ type: Bell.Type, on dispatcher: EventDispatcher, _ handler: @escaping @Sendable (WovenEvent) -> Void
  ) throws -> Weaving {
    var registry = AdviceRegistry()
    registry.register("tell", on: dispatcher, handler: handler)
    let pointcut = try #require(Pointcut("\(ClassObject.of(type).name).ring(_:)"))
    let plan = WeavingPlan(groups: [.init("bells", aspects: [.init(pointcut, advice: "tell")])])
    return try plan.weave(with: registry, classes: [type])
  }

  /// An executor that counts what it is given, and runs it on a queue of its own.
  private final class CountingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "events")
    let jobs = Gathered<Void>()

    func enqueue(_ job: consuming ExecutorJob) {
      jobs.add(())
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private class ImmediateBell: Bell {}

  @Test func `By default a handler runs within the call`() throws {
    let log = Log()
    let weaving = try weave(ImmediateBell.self, on: .immediate) { event in
      log.write("\(event.arguments) \(Thread.isMainThread)")
    }
    ImmediateBell().ring(1)
    #expect(log.take() == ["[\"1\"] \(Thread.isMainThread)"])
    weaving.revert()
  }

  private class QueuedBell: Bell {}

  @Test func `Queued handlers run in order, and calls don't wait`() async throws {
    let log = Log(), gate = DispatchSemaphore(value: 0), queue = EventDispatcher.queued()
    let weaving = try weave(QueuedBell.self, on: queue) { event in
      if event.arguments == ["0"] { gate.wait() }
      log.write(event.arguments.joined())
    }
    let bell = QueuedBell()
    for number in 0..<200 { bell.ring(number) }
    #expect(log.take().isEmpty)
    gate.signal()
    await queue.drain()
    #expect(log.take() == (0..<200).map { "\($0)" })
    weaving.revert()
  }

  private class ExecutorBell: Bell {}

  @Test func `Handlers run on the executor that they were given`() async throws {
    let log = Log(), executor = CountingExecutor(), queue = EventDispatcher.queued(on: executor)
    let weaving = try weave(ExecutorBell.self, on: queue) { _ in log.write("rung") }
    for number in 0..<10 { ExecutorBell().ring(number) }
    await queue.drain()
    #expect((log.take().count, executor.jobs.take().isEmpty) == (10, false))
    weaving.revert()
  }

  private class CustomBell: Bell {}

  @Test func `A dispatcher of one's own is given the work`() async throws {
    let log = Log(), queue = DispatchQueue(label: "custom")
    let dispatcher = EventDispatcher { work in queue.async(execute: work) }
    let weaving = try weave(CustomBell.self, on: dispatcher) { event in
      dispatchPrecondition(condition: .onQueue(queue))
      log.write(event.arguments.joined())
    }
    for number in 0..<100 { CustomBell().ring(number) }
    await dispatcher.drain()
    #expect(log.take() == (0..<100).map { "\($0)" })
    weaving.revert()
  }

  private final class Box2: CustomStringConvertible {
    var text = "early"
    var description: String { text }
  }

  private class BoxBell: InterceptableObject {
    override class var messages: MessageList { [wrap] }
    static let wrap = Message<BoxBell, Box2, Box2>("wrap(_:)") { _, box in box }
  }

  @Test func `An event is a snapshot of its call`() async throws {
    let events = Gathered<WovenEvent>(), queue = EventDispatcher.queued()
    var registry = AdviceRegistry()
    registry.register("tell", on: queue) { (event: WovenEvent) in events.add(event) }
    let plan = WeavingPlan(groups: [.init(aspects: [.init(try #require(Pointcut("BoxBell.*")), advice: "tell")])])
    let weaving = try plan.weave(with: registry, classes: [BoxBell.self])
    BoxBell().send(BoxBell.wrap, Box2()).text = "late"
    await queue.drain()
    #expect(events.take().map(\.description) == ["BoxBell.wrap(early) -> early"])
    weaving.revert()
  }

  private class Speaker: InterceptableObject {
    override class var messages: MessageList { [say, pair, silence] }
    static let say = Message<Speaker, String, String?>("say(_:)") { _, text in text }
    static let pair = Message<Speaker, (Int, to: [String]), Void>("pair(_:to:)") { _, _ in }
    static let silence = Message<Speaker, Void, Int?>("silence()") { _, _ in nil }
  }

  @Test func `Values are text, strings in quotes, and long ones are cut`() throws {
    let log = Log()
    let plan = WeavingPlan(groups: [.init(aspects: [.init(try #require(Pointcut("Speaker.*")), advice: "log")])])
    let weaving = try plan.weave(with: .standard(output: log.write), classes: [Speaker.self])
    let speaker = Speaker()
    speaker.send(Speaker.pair, (1, to: ["a"]))
    _ = speaker.send(Speaker.silence)
    _ = speaker.send(Speaker.say, "\"\n")
    _ = speaker.send(Speaker.say, String(repeating: "x", count: 1_000))
    let lines = log.take()
    #expect(
      lines.prefix(3) == [
        #"Speaker.pair(1, to: ["a"])"#, "Speaker.silence() -> nil", #"Speaker.say("\"\n") -> "\"\n""#,
      ])
    #expect((lines[3].count < 450, lines[3].contains("xx…")) == (true, true))
    weaving.revert()
  }
}
