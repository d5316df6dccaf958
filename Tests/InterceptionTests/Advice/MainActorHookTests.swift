import Interception
import Testing

/// Advice of the main actor on messages of the main actor: it reaches the receiver's isolated state without further words.
@MainActor
struct MainActorHookTests {
  enum ScreenError: Error {
    case blank
  }

  class Screen: InterceptableObject {
    var drawn: [String] = []
    override class var messages: MessageList { [draw, save] }

    nonisolated static let draw = Message<Screen, String, Int>(mainActor: "draw(_:)") { screen, text in
      screen.drawn.append(text)
      return screen.drawn.count
    }
    @discardableResult func draw(_ text: String) -> Int { send(Screen.draw, text) }

    nonisolated static let save = ThrowingMessage<Screen, Void, Int, ScreenError>(mainActor: "save()") {
      (screen, _) throws(ScreenError) in
      guard !screen.drawn.isEmpty else { throw .blank }
      return screen.drawn.count
    }
    func save() throws(ScreenError) -> Int { try send(Screen.save) }

    static let naming = Message<ClassSide, Void, String>(of: Screen.self, mainActor: "title()") { type, _ in "\(type)" }
    class func title() -> String { send(Screen.naming) }
  }

  final class Shared: InterceptableObject, @unchecked Sendable {
    @MainActor var shown = 0
    static let show = Message<Shared, Int, Int>(mainActor: "show(_:)") { shared, count in
      shared.shown += count
      return shared.shown
    }
    static let anywhere = Message<Shared, Int, Int>("anywhere(_:)") { _, count in count }
  }

  private class Sketch: Screen {}

  @Test func `Main-actor advice on a class has the receiver everywhere`() throws {
    let screen = Sketch()
    let hooks = Hooks()
    defer { hooks.removeAll() }
    hooks += try Screen.draw.hook(on: Sketch.self, mainActor: .before) { call in call.receiver.drawn.append("before") }
    hooks += try Screen.draw.hook(on: Sketch.self, mainActor: .around, .named("frame")) { call in
      call.receiver.drawn.append("around")
      return call.proceed() * 10
    }
    hooks += try Screen.draw.hook(on: Sketch.self, mainActor: .after) { call in
      call.receiver.drawn.append("after \(call.result)")
    }
    #expect(screen.draw("a line") == 30)
    #expect(screen.drawn == ["before", "around", "a line", "after 30"])
    hooks += try Screen.draw.hook(on: Sketch.self, mainActor: .instead) { call in call.receiver.drawn.count }
    #expect(screen.draw("nothing") == 60)
    let plain = Screen()
    #expect((plain.draw("a line"), plain.drawn) == (1, ["a line"]))
  }

  @Test func `Advice that throws reaches the receiver`() throws {
    let screen = Screen()
    let token = try Screen.save.hook(mainActor: .before) { call throws(ScreenError) in
      if call.receiver.drawn.count < 2 { throw .blank }
    }
    defer { token.remove() }
    screen.draw("one")
    #expect(throws: ScreenError.blank) { try screen.save() }
    screen.draw("two")
    #expect(try screen.save() == 2)
    try screen.hook(Screen.save, mainActor: .afterReturning) { call in call.result += call.receiver.drawn.count }
    #expect(try screen.save() == 4)
    try screen.hook(Screen.save, mainActor: .instead) { call throws(ScreenError) in throw .blank }
    #expect(throws: ScreenError.blank) { try screen.save() }
  }

  @Test func `Main-actor advice on objects and class objects does, too`() throws {
    let shared = Shared(), other = Shared()
    try shared.hook(Shared.show, mainActor: .before) { call in call.receiver.shown += 100 }
    #expect((shared.send(Shared.show, 1), other.send(Shared.show, 1)) == (101, 1))
    let quiet = try ClassObject.of(Shared.self).makeSubclass(named: "QuietShared")
    let token = try quiet.hook(Shared.show, mainActor: .instead) { call in call.receiver.shown }
    defer { token.remove() }
    try other.setClass(quiet)
    #expect(other.send(Shared.show, 5) == 1)
  }

  @Test func `Advice on a message of the class itself runs`() throws {
    let token = try Screen.naming.hook(mainActor: .after) { call in
      MainActor.assertIsolated()
      call.result += "!"
    }
    defer { token.remove() }
    #expect(Screen.title() == "Screen!")
  }

  @Test func `A message that may be sent from anywhere refuses it`() throws {
    let shared = Shared()
    let refusal = AspectError.notOnMainActor(class: "Shared", selector: "anywhere(_:)")
    #expect(throws: refusal) { try Shared.anywhere.hook(mainActor: .before) { _ in } }
    #expect(throws: refusal) { try shared.hook(Shared.anywhere, mainActor: .around) { call in call.proceed() } }
    #expect(throws: refusal) { try ClassObject.of(Shared.self).hook(Shared.anywhere, mainActor: .before) { _ in } }
    #expect((ClassObject.of(Shared.self).aspects(of: "anywhere(_:)").isEmpty, shared.isHooked) == (true, false))
  }

  private class Page2: Screen { var name = "page" }

  @Test func `Advice on the message of a superclass is given the object`() throws {
    let token = try Screen.draw.hook(on: Page2.self, mainActor: .before) { call in
      if let page = call.receiver as? Page2 { call.arguments = "\(page.name): \(call.arguments)" }
    }
    defer { token.remove() }
    let page = Page2()
    page.draw("x")
    #expect(page.drawn == ["page: x"])
  }

  class Page: InterceptableObject {
    var lines: [String] = []
    static let load = AsyncThrowingMessage<Page, String, Int, ScreenError>(mainActor: "load(_:)") {
      (page, line) async throws(ScreenError) in
      await Task.yield()
      guard !line.isEmpty else { throw .blank }
      page.lines.append(line)
      return page.lines.count
    }
    @MainActor func load(_ line: String) async throws(ScreenError) -> Int { try await send(Page.load, line) }
  }

  @Test func `Asynchronous advice reaches the receiver`() async throws {
    let page = Page(), other = Page()
    let token = try Page.load.hook(mainActor: .around) { call async throws(ScreenError) in
      call.receiver.lines.append("loading")
      await Task.yield()
      MainActor.assertIsolated()
      call.arguments += "!"
      return try await call.proceed() * 10
    }
    defer { token.remove() }
    #expect(try await page.load("a") == 20 && page.lines == ["loading", "a!"])
    try page.hook(Page.load, mainActor: .before) { call async throws(ScreenError) in
      await Task.yield()
      if call.receiver.lines.count >= 2 { throw .blank }
      call.arguments = "b"
    }
    try page.hook(Page.load, mainActor: .after) { call in call.receiver.lines.append("done") }
    do {
      _ = try await page.load("c")
      Issue.record("advice that throws was passed over")
    } catch { #expect(error == .blank) }
    #expect(page.lines == ["loading", "a!", "done"])
    #expect(try await other.load("d") == 20)
  }

  private class Own: Page {}

  @Test func `Asynchronous advice on a class object reaches the receiver`() async throws {
    let own = ClassObject.of(Own.self)
    let token = try own.hook(Page.load, mainActor: .instead) { call in call.receiver.lines.count }
    defer { token.remove() }
    #expect(try await Own().load("a") == 0)
    let anywhere = AsyncMessage<Shared, Int, Int>("fetch(_:)") { _, count in count }
    #expect(throws: AspectError.notOnMainActor(class: "Shared", selector: "fetch(_:)")) {
      try anywhere.hook(mainActor: .before) { _ in }
    }
  }
}
