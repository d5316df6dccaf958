import Interception
import Testing

@Suite("Intercepted properties")
struct PropertyTests {
  class Dial: InterceptableObject {
    private var stored = 0
    override class var messages: MessageList { [value, doubled, stepping] }

    static let value = Property<Dial, Int>("value", get: { $0.stored }, set: { $0.stored = $1 })
    var value: Int {
      get { send(Dial.value) }
      set { send(Dial.value, newValue) }
    }

    static let doubled = ReadOnlyProperty<Dial, Int>("doubled") { $0.value * 2 }
    var doubled: Int { send(Dial.doubled) }

    nonisolated(unsafe) private static var stepOfAll = 1
    static let stepping = Property<ClassSide, Int>(
      of: Dial.self, "step", get: { unsafe $0.stepOfAll }, set: { unsafe $0.stepOfAll = $1 })
    class var step: Int {
      get { send(Dial.stepping) }
      set { send(Dial.stepping, newValue) }
    }
  }

  @Test func `A property that nobody hooks is read and written`() {
    let dial = Dial()
    dial.value = 3
    dial.value += 1
    #expect(dial.value == 4)
    #expect(dial.doubled == 8)
  }

  @Test func `The getter and the setter are hooked apart, on one object`() throws {
    let dial = Dial(), other = Dial()
    let reading = try dial.hook(Dial.value.getter, .after) { $0.result += 100 }
    dial.value = 1
    #expect((dial.value, dial.doubled) == (101, 202))
    let writing = try dial.hook(Dial.value.setter, .before) { $0.arguments *= 2 }
    dial.value = 2
    #expect(dial.value == 104)
    #expect(reading.remove())
    #expect(dial.value == 4)
    #expect(dial.explain("setter:value") == "before Dial.setter:value, object")
    #expect(dial.explain(Dial.value) == "before Dial.setter:value, object")
    #expect(writing.remove())
    dial.value = 5
    other.value = 6
    #expect((dial.value, other.value) == (5, 6))
    #expect(!dial.isHooked)
  }

  private class Knob: Dial {}
  private class Wheel: Knob {}

  @Test func `Hooks on a class count for its subclasses, at every position`() throws {
    let wheel = Wheel()
    let tokens = [
      try Dial.value.setter.hook(on: Knob.self, .around) { call in call.proceed(call.arguments + 1) },
      try Dial.value.setter.hook(on: Wheel.self, .before) { $0.arguments *= 10 },
      try Dial.value.getter.hook(on: Knob.self, .instead) { $0.proceed() + 1_000 },
      try Dial.doubled.getter.hook(on: Knob.self, .after) { $0.result = -$0.result },
    ]
    wheel.value = 2
    #expect(wheel.value == 1_021)
    #expect(wheel.doubled == -2_042)
    let plain = Dial()
    plain.value = 2
    #expect(plain.value == 2)
    for token in tokens { #expect(token.remove()) }
    #expect(wheel.value == 21)
  }

  @Test func `A property is listed as two messages, a read-only one as one`() {
    let dial = ClassObject.of(Dial.self)
    #expect(dial.messages.map(\.selector.name) == ["getter:doubled", "getter:value", "setter:value"])
    #expect(dial.message("setter:value")?.description == "setter:value: Dial.(Int) -> ()")
    #expect((dial.responds(to: "setter:doubled"), dial.responds(to: "value")) == (false, false))
    #expect(ClassObject.named("Dial.Type")?.responds(to: "setter:step") == true)
  }

  @Test func `A property of a class itself is hooked on the class`() throws {
    Dial.step = 2
    let token = try Dial.stepping.getter.hook(.after) { $0.result += 40 }
    let writing = try Dial.classSide.hook(Dial.stepping.setter, .before) { $0.arguments += 1 }
    Dial.step = 1
    #expect(Dial.step == 42)
    token.remove()
    writing.remove()
    #expect(Dial.step == 2)
  }

  @MainActor
  class Panel: InterceptableObject {
    var shown = ""
    static let title = Property<Panel, String>(mainActor: "title", get: { $0.shown }, set: { $0.shown = $1 })
    var title: String {
      get { send(Panel.title) }
      set { send(Panel.title, newValue) }
    }
    static let length = ReadOnlyProperty<Panel, Int>(mainActor: "length") { $0.title.count }
    var length: Int { send(Panel.length) }
  }

  private final class Off: InterceptableObject, @unchecked Sendable {
    static let size = Property<Off, Int>(mainActor: "size", get: { _ in 1 }, set: { _, _ in })
  }

  @MainActor
  @Test func `A property of the main actor is hooked, and checked`() async throws {
    let panel = Panel()
    let token = try panel.hook(Panel.title.setter, .before) { $0.arguments += "!" }
    panel.title = "on"
    #expect((panel.title, panel.length) == ("on!", 3))
    token.remove()
    await #expect(processExitsWith: .failure) {
      await Task.detached { _ = Off().send(Off.size) }.value
    }
  }
}
