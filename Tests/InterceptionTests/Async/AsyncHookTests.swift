import Interception
import Testing

/// What hooks of asynchronous messages have in common with all others: options, books, errors, subclasses.
struct AsyncHookTests {
  @Test func `Automatic removal runs in one call also when it recurses`() async throws {
    let document = Document()
    var count = 0
    let token = try document.hook(Document.save, .before, .automaticRemoval) { call in
      count += 1
      await call.receiver.save(to: "inner")
    }
    #expect(await document.save(to: "outer") == 2)
    #expect(document.saved == ["inner", "outer"])
    #expect(await document.save(to: "again") == 3)
    #expect(count == 1)
    #expect(!token.remove())
    #expect(!document.isHooked)
  }

  private final class Shared2: InterceptableObject, @unchecked Sendable {
    static let poke = AsyncMessage<Shared2, Int, Int>("poke(_:)") { _, value in
      await Task.yield()
      return value
    }
    func poke(_ value: Int) async -> Int { await send(Shared2.poke, value) }
  }

  @Test func `Concurrent calls run an automatically removed advice once`() async throws {
    let shared = Shared2()
    for round in 0..<100 {
      let log = Log()
      let token =
        round.isMultiple(of: 2)
        ? try shared.hook(Shared2.poke, .before, .automaticRemoval) { _ in log.write("ran") }
        : try Shared2.poke.hook(.before, .automaticRemoval) { _ in log.write("ran") }
      await withTaskGroup { group in
        for value in 0..<8 { group.addTask { _ = await shared.poke(value) } }
      }
      #expect(log.take() == ["ran"], "round \(round)")
      #expect(!token.remove())
    }
    #expect(!shared.isHooked)
  }

  private class Upper: Document {}
  private class Lower: Upper {}
  private class Sibling: Upper {}

  @Test func `The exclusive policy holds and its books are exact`() async throws {
    let token = try Document.save.hook(on: Lower.self, .before, .exclusive) { $0.arguments += "!" }
    let error = AspectError.alreadyHooked(class: "Upper", selector: "save(to:)", hookedIn: "Lower")
    #expect(throws: error) { try Document.save.hook(on: Upper.self, .before, .exclusive) { _ in } }
    #expect(throws: error) { try Document.save.hook(on: Upper.self, .before) { _ in } }
    let sibling = try Document.save.hook(on: Sibling.self, .before, .exclusive) { _ in }
    let again = try Document.save.hook(on: Lower.self, .after, .exclusive) { _ in }
    let object = try Upper().hook(Document.save, .before, .exclusive) { _ in }
    for token in [token, again, sibling] { #expect(token.remove()) }
    let upper = try Document.save.hook(on: Upper.self, .before, .exclusive) { $0.arguments += "?" }
    let lower = Lower()
    await lower.save(to: "a")
    #expect(lower.saved == ["a?"])
    #expect(upper.remove())
    #expect(!object.remove())
  }

  private class Own: Document {
    static let release = AsyncMessage<Own, Void, Void>("release()") { _, _ in }
    static let saveNow = Message<Own, String, Int>("save(to:)") { _, _ in 0 }
  }

  private class Stranger: InterceptableObject {}

  @Test func `Refusals come in their order and leave no trace`() async throws {
    #expect(throws: AspectError.selectorBlacklisted(class: "Stranger", selector: "release()")) {
      try Stranger().hook(Own.release, .before) { _ in }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Stranger", selector: "save(to:)")) {
      try Stranger().hook(Document.save, .before) { _ in }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Stranger", selector: "save(to:)")) {
      try ClassObject.of(Stranger.self).override(Document.save) { call in await call.callSuper() }
    }
    let token = try Document.save.hook(on: Own.self, .before) { _ in }
    let own = Own()
    #expect(
      throws: AspectError.incompatibleSignature(
        class: "Own", selector: "save(to:)", expected: "Document.(String) async -> Int",
        given: "Own.(String) -> Int")
    ) { try own.hook(Own.saveNow, .before) { _ in } }
    #expect(!own.isHooked)
    #expect(token.remove())
    #expect(ClassObject.of(Own.self).aspects.isEmpty)
  }

  private class Own2: Document {
    static let deinitialise = AsyncMessage<Own2, Void, Void>("deinit") { _, _ in }
  }

  @Test func `Asynchronous deallocation takes before advice only`() {
    #expect(
      throws: AspectError.deallocationPosition(class: "Own2", selector: .deallocation, position: .after)
    ) { try Own2().hook(Own2.deinitialise, .after) { _ in } }
  }

  private class Twice: InterceptableObject {
    static let now = Message<Twice, Int, Int>("twice(_:)") { _, value in value }
    static let soon = AsyncMessage<Twice, Int, Int>("twice(_:)") { _, value in value }
  }

  private class Other: InterceptableObject {
    static let now = Message<Other, Int, Int>("twice(_:)") { _, value in value }
    static let soon = AsyncMessage<Other, Int, Int>("twice(_:)") { _, value in value }
  }

  @Test func `Of two kinds under one name, each runs its own advice`() async throws {
    let now = try Twice.now.hook(.instead) { _ in 9 }
    #expect(await Twice().send(Twice.soon, 1) == 1)
    #expect((Twice().send(Twice.now, 1), now.remove()) == (9, true))
    let soon = try Other.soon.hook(.instead) { _ in 9 }
    #expect(Other().send(Other.now, 1) == 1)
    #expect(await Other().send(Other.soon, 1) == 9)
    #expect(soon.remove())
  }

  private class Own3: Document {}

  @Test func `It is listed explained and removed by name`() async throws {
    let own = Own3()
    let log = Log()
    try Document.save.hook(on: Own3.self, .after, .named("mine")) { _ in log.write("class") }
    try own.hook(Document.save, .around, [.named("mine"), .priority(2)]) { call in
      log.write("object")
      return await call.proceed()
    }
    #expect(
      own.explain("save(to:)") == """
        around Own3.save(to:), object, 'mine', priority 2
        after Own3.save(to:), class, 'mine'
        """)
    await own.save(to: "a")
    #expect(log.take() == ["object", "class"])
    #expect(own.removeAspects(named: "mine") == 1)
    #expect(ClassObject.of(Own3.self).removeAspects(named: "mine") == 1)
    await own.save(to: "a")
    #expect(log.take().isEmpty)
  }

  @Test func `A class lists its asynchronous messages with their types`() {
    let listed = ClassObject.of(Document.self).messages.map(\.description)
    #expect(
      listed == [
        "flush(): Document.() async -> ()",
        "load(_:): Document.(Int) async throws(DiskError) -> Int",
        "merge(_:times:): Document.(other: Document, times: Int) async -> Int",
        "save(to:): Document.(String) async -> Int",
      ])
    #expect(ClassObject.of(Document.self).message("save(to:)")?.signature.isAsync == true)
    #expect(!Account.deposit.signature.isAsync)
    let now = Message<Document, String, Int>("save(to:)") { _, _ in 0 }
    #expect(now.signature != Document.save.signature)
    #expect(Document.save.selector == now.selector)
  }

  private class Own4: Document {}

  @Test func `A dynamic subclass overrides and calls up`() async throws {
    let own = Own4()
    let log = Log()
    let made = try own.statedClass.makeSubclass(named: "AsyncHookTests.Loud")
    try made.override(Document.load) { call async throws(DiskError) in
      log.write("override \(call.arguments) of \(type(of: call.receiver))")
      let first = try await call.callSuper()
      await Task.yield()
      return try await first + call.callSuper(call.arguments * 2)
    }
    let token = try Document.load.hook(on: Own4.self, .before) { call in log.write("before \(call.arguments)") }
    try own.setClass(made)
    #expect(try await own.load(2) == 60)
    #expect(log.take() == ["override 2 of Own4", "before 2", "before 4"])
    #expect(made.overrides("load(_:)"))
    #expect(made.removeOverride(of: Document.load))
    #expect(!made.removeOverride(of: Document.load))
    #expect(try await own.load(2) == 20)
    try own.setClass(own.statedClass)
    try made.dispose()
    #expect(token.remove())
  }

  private class Upper2: Document {
    nonisolated(nonsending) func print(_ copies: Int) async -> Int { await send(Upper2.print, copies) }
    static let print = AsyncMessage<Upper2, Int, Int>("print(_:)") { _, copies in copies }
  }

  private class Lower2: Upper2 {
    nonisolated(nonsending) override func print(_ copies: Int) async -> Int { await super.print(copies + 1) * 10 }
  }

  @Test func `A Swift override that calls super is hooked at both levels`() async throws {
    let upper = try Upper2.print.hook(.around) { call in await call.proceed(call.arguments + 100) }
    let lower = try Upper2.print.hook(on: Lower2.self, .after) { call in call.result += 1000 }
    #expect(await Upper2().print(1) == 101)
    #expect(await Lower2().print(1) == 11020)
    #expect((upper.remove(), lower.remove()) == (true, true))
    #expect(await Lower2().print(1) == 20)
  }

  class Box<Element>: InterceptableObject {
    var elements: [Element] = []
    static var put: AsyncMessage<Box<Element>, Element, Int> {
      AsyncMessage("put(_:)") { box, element in
        box.elements.append(element)
        return box.elements.count
      }
    }
    nonisolated(nonsending) func put(_ element: Element) async -> Int { await Box.put.send(to: self, element) }
  }

  @Test func `A generic class is hooked by what it is made of`() async throws {
    let token = try Box<Int>.put.hook(.before) { call in call.arguments *= 2 }
    let numbers = Box<Int>()
    let words = Box<String>()
    _ = await (numbers.put(4), words.put("four"))
    #expect(numbers.elements == [8])
    #expect(words.elements == ["four"])
    #expect(token.remove())
  }

  @Test func `A hooked class leaves its other messages alone`() async throws {
    let document = Document()
    try document.hook(Document.save, .instead) { _ in 77 }
    #expect(try await document.load(2) == 20)
    #expect(await document.save(to: "") == 77)
    #expect(document.saved == ["2"])
  }

  private final class Open: InterceptableObject {
    static let open = AsyncThrowingMessage<Open, Bool, Int, any Error>("open(_:)") { _, fails in
      if fails { throw DiskError.refused }
      return 1
    }
    nonisolated(nonsending) func open(_ fails: Bool) async throws -> Int { try await send(Open.open, fails) }
  }

  @Test func `An error of any type is thrown`() async throws {
    let open = Open()
    var seen: [String] = []
    try open.hook(Open.open, .around) { call in try await call.proceed() + 1 }
    try open.hook(Open.open, .afterThrowing) { call in
      seen.append("\(call.error)")
      call.error = AccountError.refused
    }
    #expect(try await open.open(false) == 2)
    await #expect(throws: AccountError.refused) { try await open.open(true) }
    #expect(seen == ["refused"])
  }
}
