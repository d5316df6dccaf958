import Interception
import Synchronization
import Testing

/// Advice and implementation run where the caller is isolated, and are part of its task.
struct AsyncIsolationTests {
  @globalActor actor Desk {
    static let shared = Desk()
  }

  /// Neither Sendable nor confined: it belongs to whoever has it.
  final class Note: InterceptableObject {
    var text = ""
    static let write = AsyncMessage<Note, (word: String, on: (any Actor)?), Int>("write(_:on:)") { note, line in
      line.on?.assertIsolated()
      await Task.yield()
      line.on?.assertIsolated()
      note.text += line.word
      return note.text.count
    }
    nonisolated(nonsending) func write(_ word: String, on actor: (any Actor)?) async -> Int {
      await send(Note.write, (word: word, on: actor))
    }
  }

  actor Writer {
    private let note = Note()

    func work() async throws -> [String] {
      let log = Log()
      try hookEveryPosition(of: note, log)
      #expect(await note.write("a", on: self) == 1)
      self.assertIsolated()
      return log.take()
    }

    private func hookEveryPosition(of note: Note, _ log: Log) throws {
      try note.hook(Note.write, .before) { call in
        call.arguments.on?.assertIsolated()
        await Task.yield()
        call.arguments.on?.assertIsolated()
        log.write("before")
      }
      try note.hook(Note.write, .around) { call in
        call.arguments.on?.assertIsolated()
        let result = await call.proceed()
        call.arguments.on?.assertIsolated()
        log.write("around")
        return result
      }
      try note.hook(Note.write, .instead) { call in
        call.arguments.on?.assertIsolated()
        log.write("instead")
        return await call.proceed()
      }
      try note.hook(Note.write, .afterReturning) { call in
        call.arguments.on?.assertIsolated()
        try? await Task.sleep(for: .microseconds(10))
        call.arguments.on?.assertIsolated()
        log.write("afterReturning")
      }
      try note.hook(Note.write, .after) { call in
        call.arguments.on?.assertIsolated()
        log.write("after")
      }
    }
  }

  @Test func `A non-Sendable object stays on its actor in a call`() async throws {
    #expect(try await Writer().work() == ["before", "instead", "around", "afterReturning", "after"])
  }

  private final class Page: InterceptableObject {
    static let turn = AsyncMessage<Page, (any Actor)?, Int>("turn(_:)") { _, actor in
      actor?.assertIsolated()
      return 1
    }
    nonisolated(nonsending) func turn(_ actor: (any Actor)?) async -> Int {
      await send(Page.turn, actor)
    }
  }

  @Test func `Advice on the class runs where each caller is isolated`() async throws {
    let log = Log()
    let token = try Page.turn.hook(.around) { call in
      call.arguments?.assertIsolated()
      let result = await call.proceed()
      call.arguments?.assertIsolated()
      log.write(call.arguments.map { "\(type(of: $0))" } ?? "none")
      return result
    }
    await Task { @MainActor in _ = await Page().turn(MainActor.shared) }.value
    await Task { @Desk in _ = await Page().turn(Desk.shared) }.value
    _ = await Page().turn(nil)
    #expect(log.take() == ["MainActor", "Desk", "none"])
    #expect(token.remove())
  }

  @MainActor class Screen: InterceptableObject {
    var shown: [String] = []
    static let show = AsyncMessage<Screen, String, Int>(mainActor: "show(_:)") { screen, text in
      await Task.yield()
      screen.shown.append(text)
      return screen.shown.count
    }
    @discardableResult func show(_ text: String) async -> Int { await send(Screen.show, text) }
  }

  @MainActor @Test func `A main actor class is hooked`() async throws {
    let screen = Screen()
    #expect(await screen.show("plain") == 1)
    let log = Log()
    let onObject = try screen.hook(Screen.show, .before) { call in
      MainActor.assertIsolated()
      log.write(call.arguments)
      call.arguments += "!"
    }
    let onClass = try Screen.show.hook(.around) { call in
      MainActor.assertIsolated()
      let result = await call.proceed() + 10
      MainActor.assertIsolated()
      return result
    }
    #expect(await screen.show("hooked") == 12)
    #expect(screen.shown == ["plain", "hooked!"])
    #expect(log.take() == ["hooked"])
    #expect((onObject.remove(), onClass.remove()) == (true, true))
  }

  @Test func `A main actor class is sent from elsewhere through its method`() async throws {
    let screen = Screen()
    #expect(await screen.show("hop") == 1)
  }

  private final class Off: InterceptableObject {
    static let show = AsyncMessage<Off, Int, Int>(mainActor: "show(_:)") { _, value in value }
  }

  @Test func `Sending a message of a main actor class from elsewhere traps`() async {
    await #expect(processExitsWith: .failure) {
      await Task.detached { _ = await Off().send(Off.show, 1) }.value
    }
  }

  private final class Panel: InterceptableObject, @unchecked Sendable {
    static let show = AsyncThrowingMessage<Panel, Int, Int, DiskError>(mainActor: "show(_:)") {
      (_, value) async throws(DiskError) in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      guard value >= 0 else { throw .refused }
      return value
    }
    func show(_ value: Int) async throws(DiskError) -> Int { try await send(Panel.show, value) }
  }

  @Test func `A Sendable class's main-actor original is sent from anywhere`() async throws {
    let panel = Panel()
    #expect(try await panel.show(1) == 1)
    try panel.hook(Panel.show, .around) { call async throws(DiskError) in
      Desk.shared.assertIsolated()
      let result = try await call.proceed() + 1
      Desk.shared.assertIsolated()
      return result
    }
    #expect(await send(Panel.show, to: panel, 1) == .success(2))
    #expect(await send(Panel.show, to: panel, -1) == .failure(.refused))
  }

  @Desk private func send<Receiver: Sendable>(
    _ message: AsyncThrowingMessage<Receiver, Int, Int, DiskError>, to receiver: Receiver, _ value: Int
  ) async -> Result<Int, DiskError> {
    do throws(DiskError) {
      return .success(try await message.send(to: receiver, value))
    } catch {
      return .failure(error)
    }
  }

  @Desk final class Letter: InterceptableObject, @unchecked Sendable {
    var lines: [String] = []
    func put(_ line: String) -> Int {
      lines.append(line)
      return lines.count
    }
    static let add = AsyncMessage<Letter, String, Int>("add(_:)") { letter, line in await letter.put(line) }
    func add(_ line: String) async -> Int { await send(Letter.add, line) }
  }

  @Desk @Test func `A class of another global actor is hooked`() async throws {
    let letter = Letter()
    #expect(await letter.add("Dear") == 1)
    try letter.hook(Letter.add, .before) { call in
      Desk.assertIsolated()
      call.arguments += " all"
      await Task.yield()
      Desk.assertIsolated()
    }
    #expect(await letter.add("Goodbye") == 2)
    #expect(letter.lines == ["Dear", "Goodbye all"])
  }

  enum Request {
    @TaskLocal static var number = 0
  }

  private final class Probe: InterceptableObject {
    static let look = AsyncMessage<Probe, Void, Int>("look()") { _, _ in
      await Task.yield()
      return Request.number
    }
    nonisolated(nonsending) func look() async -> Int { await send(Probe.look) }
  }

  @Test func `Task locals of the caller are seen by advice and original`() async throws {
    let probe = Probe()
    try probe.hook(Probe.look, .after) { call in
      await Task.yield()
      call.result += 100 * Request.number
    }
    try probe.hook(Probe.look, .around) { call in
      let outer = await call.proceed()
      return await Request.$number.withValue(Request.number + 1) { await call.proceed() } * 10 + outer
    }
    let seen = await Request.$number.withValue(3) { await probe.look() }
    #expect(seen == 343)
  }

  final class Job: InterceptableObject, @unchecked Sendable {
    static let run = AsyncThrowingMessage<Job, Latch, Int, any Error>("run(_:)") { _, isRunning in
      isRunning.open()
      try await Task.sleep(for: .seconds(600))
      return 1
    }
    func run(_ isRunning: Latch) async throws -> Int { try await send(Job.run, isRunning) }
  }

  @Test func `Cancellation is seen by advice and original`() async throws {
    let job = Job()
    let log = Log()
    try job.hook(Job.run, .before) { _ in log.write("before \(Task.isCancelled)") }
    try job.hook(Job.run, .around) { call in
      try await withTaskCancellationHandler {
        try await call.proceed()
      } onCancel: {
        log.write("handler")
      }
    }
    try job.hook(Job.run, .after) { call in
      log.write("after \(Task.isCancelled)")
      if case .failure(let error) = call.outcome { log.write("\(error is CancellationError)") }
    }
    let isRunning = Latch()
    let task = Task { try await job.run(isRunning) }
    await isRunning.wait()
    #expect(log.take() == ["before false"])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.take() == ["handler", "after true", "true"])
  }

  @Test func `A call cancelled before it begins runs its advice`() async throws {
    let job = Job()
    let log = Log()
    try job.hook(Job.run, .instead) { _ in
      log.write("instead \(Task.isCancelled)")
      return 2
    }
    let mayBegin = Latch()
    let task = Task {
      await mayBegin.wait()
      return try await job.run(Latch())
    }
    task.cancel()
    mayBegin.open()
    #expect(try await task.value == 2)
    #expect(log.take() == ["instead true"])
  }
}
