import Interception
import Testing

/// An edition switch, a page log and advice on a screen that overrides, as the article on hooking a class says it.
@Suite("Overriding what a message runs", .serialized)
struct OverridingTests {
  typealias Screen = HookingYourClassExample.Screen
  typealias DetailScreen = HookingYourClassExample.DetailScreen
  typealias LegacyScreen = HookingYourClassExample.LegacyScreen
  typealias ListScreen = HookingYourClassExample.ListScreen

  /// A screen that does not call up.
  class SilentScreen: Screen {
    override func onAppear(_ animated: Bool) { shown.append("SilentScreen") }
  }

  @Test func `Advice on an overriding class surrounds the override`() throws {
    let tokens = [
      try Screen.appear.hook(on: DetailScreen.self, .before) { $0.receiver.shown.append("before") },
      try Screen.appear.hook(on: SilentScreen.self, .before) { $0.receiver.shown.append("before") },
      try Screen.appear.hook(.after) { $0.receiver.shown.append("log \($0.receiver.statedClass.name)") },
    ]
    defer { for token in tokens { token.remove() } }
    let detail = DetailScreen(), silent = SilentScreen()
    detail.appear(true)
    silent.appear(true)
    #expect(detail.shown == ["before", "Screen", "DetailScreen", "log DetailScreen"])
    #expect(silent.shown == ["before", "SilentScreen", "log SilentScreen"])
  }

  @Test func `Instead advice on an overriding class replaces the override`() throws {
    let lite = try Screen.appear.hook(on: SilentScreen.self, .instead) { $0.receiver.shown.append("lite") }
    let silent = SilentScreen(), detail = DetailScreen()
    silent.appear(true)
    detail.appear(true)
    #expect((silent.shown, detail.shown) == (["lite"], ["Screen", "DetailScreen"]))
    #expect(lite.remove())
    silent.appear(true)
    #expect(silent.shown == ["lite", "SilentScreen"])
  }

  @Test func `An own message puts the override inside all advice`() throws {
    let screen = ListScreen(), kind = ClassObject.of(ListScreen.self)
    screen.appear(true)
    #expect(screen.shown == ["LegacyScreen", "ListScreen"])
    var tokens = [
      try LegacyScreen.appear.hook(.after) { $0.receiver.shown.append("log \($0.receiver.statedClass.name)") },
      try LegacyScreen.appear.hook(on: ListScreen.self, .before) { $0.receiver.shown.append("before") },
    ]
    screen.shown = []
    screen.appear(true)
    #expect(screen.shown == ["before", "LegacyScreen", "ListScreen", "log ListScreen"])
    tokens.append(try ListScreen.ownAppear.hook(.instead) { $0.receiver.shown.append("lite") })
    screen.shown = []
    screen.appear(true)
    // The superclass's level, its log included, is inside what the instead advice replaces.
    #expect(screen.shown == ["before", "lite"])
    for token in tokens { #expect(token.remove()) }
    #expect(kind.aspects.isEmpty)
  }

  private class Base: InterceptableObject {
    override class var messages: MessageList { [run] }
    static let run = Message<Base, Void, Int>("run()") { _, _ in 1 }
  }

  private class Own: Base {
    override class var messages: MessageList { [ownRun] }
    static let ownRun = Message<Own, Void, Int>("run()") { _, _ in 2 }
  }

  @Test func `An explanation says what replaces the original`() throws {
    let base = ClassObject.of(Base.self), own = ClassObject.of(Own.self)
    #expect(base.explain("run()").isEmpty)
    #expect(own.explain("run()") == "original Own.run(), declared by the class itself")
    try own.override(Own.ownRun) { call in call.callSuper() }
    let tokens = [try Base.run.hook(.after) { _ in }, try Own().hook(Own.ownRun, .before) { _ in }]
    let after = try Own.ownRun.hook(.after, .named("log")) { _ in }
    #expect(
      Own().explain("run()") == """
        implementation Own.run(), made at run time
        original Own.run(), declared by the class itself
        after Base.run(), class
        after Own.run(), class, 'log'
        """)
    #expect(own.aspects(of: "run()").map(\.className) == ["Base", "Own"])
    #expect((own.removeOverride(of: Own.ownRun), after.remove()) == (true, true))
    for token in tokens { token.remove() }
  }
}

/// Messages that are made of methods, with any number of arguments.
@Suite("A message made of a method")
struct MethodMessageTests {
  enum Refusal: Error { case refused }

  class Machine: InterceptableObject {
    static let none = Message("none()", Machine.onNone)
    static let one = Message("one(_:)", Machine.onOne)
    static let two = ThrowingMessage("two(_:_:)", Machine.onTwo)
    static let three = Message("three(_:_:_:)", Machine.onThree)
    func none() -> Int { send(Machine.none) }
    func one(_ text: String) -> String { send(Machine.one, text) }
    func two(_ text: String, _ number: Int) throws(Refusal) -> String { try send(Machine.two, text, number) }
    func three(_ text: String, _ number: Int, _ ratio: Double) -> String { send(Machine.three, text, number, ratio) }
    func onNone() -> Int { 0 }
    func onOne(_ text: String) -> String { text }
    func onTwo(_ text: String, _ number: Int) throws(Refusal) -> String {
      guard number > 0 else { throw .refused }
      return "\(text) \(number)"
    }
    func onThree(_ text: String, _ number: Int, _ ratio: Double) -> String { "\(text) \(number) \(ratio)" }
  }

  @Test func `Arguments are given one by one, and advice gets a tuple`() throws {
    let machine = Machine()
    for isHooked in [false, true] {
      let tokens: [AspectToken] =
        isHooked
        ? [
          try Machine.none.hook(.before) { _ in }, try Machine.one.hook(.around) { $0.proceed($0.arguments + "!") },
          try Machine.two.hook(.before) { $0.arguments.1 += 1 }, try Machine.three.hook(.after) { $0.result += "!" },
        ] : []
      #expect((machine.none(), machine.one("a")) == (0, (isHooked ? "a!" : "a")))
      #expect(try machine.two("a", 1) == (isHooked ? "a 2" : "a 1"))
      #expect(throws: Refusal.refused) { try machine.two("a", -1) }
      #expect(machine.three("a", 1, 0.5) == (isHooked ? "a 1 0.5!" : "a 1 0.5"))
      for token in tokens { #expect(token.remove()) }
    }
    #expect(Machine.two.signature.argumentTypes.map { "\($0)" } == ["String", "Int"])
    #expect(Machine.none.signature.description == "Machine.() -> Int")
    #expect(Machine.one.callOriginal(on: machine, "a") == "a")
  }
}
