import Interception
import Testing

@Suite("Implementations: look up, add, replace, exchange")
struct ImplementationTests {
  class Robot: InterceptableObject {
    static let walk = Message<Robot, Int, [String]>("walk(_:)") { _, steps in ["walk \(steps)"] }
    static let run = Message<Robot, Int, [String]>("run(_:)") { _, steps in ["run \(steps)"] }
    func walk(_ steps: Int) -> [String] { send(Robot.walk, steps) }
    func run(_ steps: Int) -> [String] { send(Robot.run, steps) }
  }

  static func mark(_ name: String) -> @Sendable (inout AroundCall<Robot, Int, [String], Never>) -> [String] {
    { call in [name] + call.proceed() }
  }

  private class Android: Robot {}
  private class Cyborg: Android {}

  @Test func `An implementation is the original, inherited, or its own`() throws {
    let cyborg = Cyborg(), level = ClassObject.of(Cyborg.self)
    let tokens = [
      try Robot.walk.hook(on: Cyborg.self, .around, advice: Self.mark("own")),
      try Robot.walk.hook(on: Android.self, .around, advice: Self.mark("above")),
    ]
    let inherited = try level.implementation(of: Robot.walk)
    #expect(inherited(cyborg, 1) == ["above", "walk 1"])
    #expect(try ClassObject.of(Robot.self).implementation(of: Robot.walk)(cyborg, 1) == ["walk 1"])
    try level.override(Robot.walk) { call in ["override"] + call.callSuper() }
    let own = try level.implementation(of: Robot.walk)
    #expect(own(cyborg, 1) == ["override", "above", "walk 1"])
    #expect(own != inherited)
    #expect(try own == level.implementation(of: Robot.walk))
    #expect(level.removeOverride(of: Robot.walk))
    #expect(try inherited == level.implementation(of: Robot.walk))
    #expect(own(cyborg, 1) == ["override", "above", "walk 1"])
    for token in tokens { token.remove() }
    #expect(own(cyborg, 1) == ["override", "walk 1"])
    #expect(throws: AspectError.doesNotRespond(class: "Account", selector: "walk(_:)")) {
      try ClassObject.of(Account.self).implementation(of: Robot.walk)
    }
  }

  private class Toaster: InterceptableObject {
    static let pop = Message<Toaster, Void, String>("pop()") { _, _ in "toast" }
    func pop() -> String { send(Toaster.pop) }
  }

  @Test func `A message without arguments is sent past all advice`() throws {
    let toaster = Toaster()
    let token = try Toaster.pop.hook(.after) { call in call.result += " and jam" }
    defer { token.remove() }
    #expect((toaster.pop(), toaster.unwoven.send(Toaster.pop, ())) == ("toast and jam", "toast"))
    #expect(try ClassObject.of(Toaster.self).implementation(of: Toaster.pop)(toaster, ()) == "toast")
  }

  private class Android2: Robot {}

  @Test func `An implementation is added only where there is none`() throws {
    let level = ClassObject.of(Android2.self)
    #expect(try !ClassObject.of(Robot.self).addImplementation(of: Robot.walk) { _ in ["never"] })
    #expect(try level.addImplementation(of: Robot.walk) { _ in ["added"] })
    #expect(try !level.addImplementation(of: Robot.walk) { _ in ["again"] })
    #expect((Android2().walk(1), Robot().walk(1)) == (["added"], ["walk 1"]))
    #expect(level.removeOverride(of: Robot.walk))
    #expect(Android2().walk(1) == ["walk 1"])
  }

  private class Android3: Robot {}

  @Test func `A replaced implementation can be installed again`() throws {
    let level = ClassObject.of(Android3.self), android = Android3()
    let inherited = try level.implementation(of: Robot.walk)
    try level.override(Robot.walk) { call in ["first"] + call.callSuper() }
    #expect(inherited(android, 2) == ["walk 2"])
    let first = try level.implementation(of: Robot.walk)
    try level.override(Robot.walk) { _ in ["second"] }
    #expect(android.walk(1) == ["second"])
    #expect(first(android, 1) == ["first", "walk 1"])
    try level.replaceImplementation(of: Robot.walk, with: first)
    #expect(android.walk(1) == ["first", "walk 1"])
    try level.replaceImplementation(of: Robot.run, with: first)
    #expect(android.run(1) == ["first", "walk 1"])
    try level.replaceImplementation(of: Robot.walk, with: inherited)
    #expect((android.walk(1), level.overrides("walk(_:)")) == (["walk 1"], false))
    #expect(level.removeOverride(of: Robot.run))
  }

  private class Model: InterceptableObject {
    static let one = Message<Model, Void, Int>("one()") { _, _ in 1 }
    static let two = Message<Model, Void, Int>("two()") { _, _ in 2 }
    var both: [Int] { [send(Model.one), send(Model.two)] }
  }

  @Test func `Exchanging swaps what runs, and twice restores it`() throws {
    let level = ClassObject.of(Model.self), model = Model()
    try level.exchange(Model.one, Model.two)
    #expect(model.both == [2, 1])
    try level.exchange(Model.one, Model.two)
    #expect(model.both == [1, 2])
    #expect((level.overrides("one()"), level.overrides("two()")) == (false, false))
    let token = try level.exchange(Model.one, Model.two)
    #expect(model.both == [2, 1])
    let back = try level.exchange(Model.one, Model.two)
    #expect((model.both, token.restore()) == ([1, 2], false))
    #expect((back.restore(), back.restore()) == (true, false))
    #expect(model.both == [2, 1])
    #expect((token.restore(), token.restore()) == (true, false))
    #expect(model.both == [1, 2])
    #expect((level.overrides("one()"), level.overrides("two()")) == (false, false))
  }

  private class Model2: InterceptableObject {
    static let one = Message<Model2, Void, Int>("one()") { _, _ in 1 }
    static let two = Message<Model2, Void, Int>("two()") { _, _ in 2 }
    var both: [Int] { [send(Model2.one), send(Model2.two)] }
  }

  @Test func `Two exchanges of a pair are undone in reverse order`() throws {
    let level = ClassObject.of(Model2.self), model = Model2()
    let first = try level.exchange(Model2.one, Model2.two)
    let second = try level.exchange(Model2.one, Model2.two)
    #expect(model.both == [1, 2])
    #expect(!first.restore())
    #expect((second.restore(), second.restore()) == (true, false))
    #expect(model.both == [2, 1])
    #expect(first.restore())
    #expect(model.both == [1, 2])
  }

  private class Android4: Robot {}
  private class Cyborg2: Android4 {}

  @Test func `An inherited message is exchanged in the subclass only`() throws {
    let level = ClassObject.of(Cyborg2.self)
    try ClassObject.of(Android4.self).override(Robot.run) { call in ["android"] + call.callSuper() }
    let token = try level.exchange(Robot.walk, Robot.run)
    #expect((Cyborg2().walk(1), Cyborg2().run(1)) == (["android", "run 1"], ["walk 1"]))
    #expect((Android4().walk(1), Android4().run(1)) == (["walk 1"], ["android", "run 1"]))
    #expect((Robot().walk(1), Robot().run(1)) == (["walk 1"], ["run 1"]))
    // The inherited implementation is found at the time of the call, so that a later one above is not skipped.
    try ClassObject.of(Android4.self).override(Robot.walk) { call in ["later"] + call.callSuper() }
    #expect(Cyborg2().run(1) == ["later", "walk 1"])
    #expect(token.restore())
    #expect(Cyborg2().walk(1) == ["later", "walk 1"])
    ClassObject.of(Android4.self).removeOverride(of: Robot.walk)
    ClassObject.of(Android4.self).removeOverride(of: Robot.run)
  }

  private class Android5: Robot {}

  @Test func `Aspects stay with their message across an exchange`() throws {
    for bits in 0..<16 {
      let level = ClassObject.of(Android5.self), android = Android5()
      var tokens: [AspectToken] = []
      func hook() throws {
        tokens = [
          try level.hook(Robot.walk, .around, advice: Self.mark("W")),
          try android.hook(Robot.run, .around, advice: Self.mark("R")),
        ]
      }
      if bits & 1 == 0 { try hook() }
      let exchange = try level.exchange(Robot.walk, Robot.run)
      if bits & 1 == 1 { try hook() }
      #expect((android.walk(1), android.run(1)) == (["W", "run 1"], ["R", "walk 1"]), "\(bits)")
      if bits & 2 == 0 { #expect(exchange.restore()) }
      if bits & 4 == 0 { tokens.reverse() }
      for token in tokens { #expect(token.remove()) }
      if bits & 2 != 0 {
        #expect((android.walk(1), android.run(1)) == (["run 1"], ["walk 1"]), "\(bits)")
        if bits & 8 == 0 { #expect(exchange.restore()) } else { try level.exchange(Robot.run, Robot.walk) }
      }
      #expect((android.walk(1), android.run(1)) == (["walk 1"], ["run 1"]), "\(bits)")
      #expect(
        (android.isHooked, level.overrides("walk(_:)"), level.overrides("run(_:)")) == (false, false, false), "\(bits)")
    }
  }

  private class Android6: Robot {}

  @Test func `Restoring doesn't overwrite a later change`() throws {
    let level = ClassObject.of(Android6.self), android = Android6()
    let first = try level.exchange(Robot.walk, Robot.run)
    let former = try level.implementation(of: Robot.walk)
    try level.override(Robot.walk) { _ in ["foreign"] }
    #expect(!first.restore())
    #expect((android.walk(1), android.run(1)) == (["foreign"], ["walk 1"]))
    try level.replaceImplementation(of: Robot.walk, with: former)
    #expect(first.restore())
    #expect((android.walk(1), android.run(1)) == (["walk 1"], ["run 1"]))
  }

  private class Android7: Robot {}

  @Test func `An exchange that is refused leaves no trace`() throws {
    let level = ClassObject.of(Android7.self)
    let other = Message<Robot, Int, [String]>("other(_:)") { _, _ in [] }
    let clash = Message<Robot, String, Int>("other(_:)") { _, _ in 0 }
    let token = try level.hook(clash, .before) { _ in }
    #expect(throws: AspectError.self) { try level.exchange(Robot.walk, other) }
    #expect((level.overrides("walk(_:)"), Android7().walk(1)) == (false, ["walk 1"]))
    token.remove()
  }

  private final class Witness: Sendable {}
  private class Android8: Robot {}

  @Test func `What a removed implementation captured is freed`() throws {
    weak var witness: Witness?
    let level = ClassObject.of(Android8.self)
    do {
      let captured = Witness()
      witness = captured
      try level.override(Robot.walk) { _ in withExtendedLifetime(captured) { ["x"] } }
    }
    let token = try level.exchange(Robot.walk, Robot.run)
    #expect((witness != nil, Android8().run(1)) == (true, ["x"]))
    #expect(token.restore())
    #expect(level.removeOverride(of: Robot.walk))
    #expect(witness == nil)
  }

  private class Factory: InterceptableObject {
    static let one = Message<ClassSide, Void, Int>(of: Factory.self, "one()") { _, _ in 1 }
    static let two = Message<ClassSide, Void, Int>(of: Factory.self, "two()") { _, _ in 2 }
  }

  private class Plant2: Factory {}

  @Test func `A message of a class itself is exchanged like any other`() throws {
    let token = try Plant2.classSide.classObject.exchange(Factory.one, Factory.two)
    #expect((Plant2.send(Factory.one), Factory.send(Factory.one)) == (2, 1))
    #expect((token.restore(), Plant2.send(Factory.one)) == (true, 1))
  }
}
