import Interception
import Testing

@Suite("Sending as a superclass, and past all advice")
struct SendAsTests {
  class Plant: InterceptableObject {
    static let grow = Message<Plant, Int, [String]>("grow(_:)") { _, amount in ["grow \(amount)"] }
    func grow(_ amount: Int) -> [String] { send(Plant.grow, amount) }
    static let height = Property<Plant, Int>("height", get: { _ in 1 }, set: { _, _ in })
  }
  class Tree: Plant {}
  class Oak: Tree {}

  static func mark(_ name: String) -> @Sendable (inout AroundCall<Plant, Int, [String], Never>) -> [String] {
    { call in [name] + call.proceed() }
  }

  private class Tree2: Plant {}
  private class Oak2: Tree2 {}
  private class Own: Oak2 {}

  @Test func `A message is sent as each class above the object`() throws {
    let own = Own()
    let sub = try ClassObject.of(Own.self).makeSubclass(named: "SendAsTests.everyLevel")
    try sub.override(Plant.grow) { call in ["override"] + call.callSuper() }
    try own.setClass(sub)
    let tokens = [
      try sub.hook(Plant.grow, .around, advice: Self.mark("dynamic")),
      try own.hook(Plant.grow, .around, advice: Self.mark("object")),
      try Plant.grow.hook(on: Own.self, .around, advice: Self.mark("own")),
      try Plant.grow.hook(on: Oak2.self, .around, advice: Self.mark("oak")),
      try Plant.grow.hook(on: Tree2.self, .around, advice: Self.mark("tree")),
    ]
    func asClass(_ classObject: ClassObject) -> [String] { Plant.grow.send(to: own, as: classObject, 1) }
    #expect(own.grow(1) == ["dynamic", "object", "override", "own", "oak", "tree", "grow 1"])
    #expect(asClass(sub) == ["dynamic", "override", "own", "oak", "tree", "grow 1"])
    #expect(asClass(.of(Own.self)) == ["own", "oak", "tree", "grow 1"])
    #expect(asClass(.of(Oak2.self)) == ["oak", "tree", "grow 1"])
    #expect(asClass(.of(Tree2.self)) == ["tree", "grow 1"])
    #expect(asClass(.of(Plant.self)) == ["grow 1"])
    #expect(own.unwoven.object.unwoven.object === own)
    #expect(Plant.grow.send(to: (own as Plant).unwoven.object, as: .of(Plant.self), 1) == ["grow 1"])
    #expect((own as Plant).unwoven.send(Plant.grow, 1) == ["grow 1"])
    for token in tokens { #expect(token.remove()) }
    #expect(own.grow(1) == ["override", "grow 1"])
    #expect(asClass(.of(Own.self)) == ["grow 1"])
  }

  private class Own2: Oak {}

  @Test func `A send as a disposed class runs as the superclass's`() throws {
    let sub = try ClassObject.of(Own2.self).makeSubclass(named: "SendAsTests.disposed")
    try sub.override(Plant.grow) { _ in ["override"] }
    #expect(Plant.grow.send(to: Own2(), as: sub, 1) == ["override"])
    try sub.dispose()
    let token = try Plant.grow.hook(on: Own2.self, .around, advice: Self.mark("own"))
    #expect(Plant.grow.send(to: Own2(), as: sub, 1) == ["own", "grow 1"])
    token.remove()
  }

  private class Own3: Oak {}

  @Test func `A send as a superclass passes the observers over`() throws {
    var heard = 0
    let own = Own3()
    let observer = try own.observe(Plant.height) { _ in heard += 1 }
    let everywhere = try Plant.height.observe(on: Own3.self) { _ in }
    Plant.height.setter.send(to: own, as: .of(Own3.self), 3)
    #expect(heard == 0)
    (own as Plant).send(Plant.height, 3)
    #expect(heard == 1)
    observer.remove()
    everywhere.remove()
  }

  private class Own4: Oak {}

  @Test func `The unwoven object runs its class's implementations only`() throws {
    let declared = ClassObject.of(Own4.self)
    try declared.override(Plant.grow) { call in ["declared"] + call.callSuper(call.arguments + 1) }
    let sub = try declared.makeSubclass(named: "SendAsTests.unwoven")
    try sub.override(Plant.grow) { call in ["dynamic"] + call.callSuper() }
    let own: Plant = Own4()
    try own.setClass(sub)
    let tokens = [
      try own.hook(Plant.grow, .around, advice: Self.mark("object")),
      try declared.hook(Plant.grow, .around, advice: Self.mark("class")),
    ]
    #expect(own.grow(1) == ["object", "dynamic", "class", "declared", "grow 2"])
    #expect(own.unwoven.send(Plant.grow, 1) == ["declared", "grow 2"])
    for token in tokens { token.remove() }
    #expect(declared.removeOverride(of: Plant.grow))
    #expect(own.unwoven.send(Plant.grow, 1) == ["grow 1"])
  }

  @Test func `Sending as a class that is not above the object traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = Plant.grow.send(to: Tree(), as: .of(Oak.self), 1)
    }
  }

  private final class Shared2: InterceptableObject, @unchecked Sendable {
    static let add = Message<Shared2, Int, Int>("add(_:)") { _, amount in amount }
  }

  @Test func `Sends as a superclass go on while others hook it`() throws {
    let shared = Shared2()
    let declared = ClassObject.of(Shared2.self)
    let wrong = Log()
    let current = Published(try declared.makeSubclass(named: "SendAsTests.threads"))
    onThreads(6) { number in
      for round in 0..<1_000 {
        switch number {
        case 0:
          try? current.value.override(Shared2.add) { call in call.callSuper() + 10 }
          try? current.value.dispose()
          if let made = try? declared.makeSubclass(named: "SendAsTests.threads") { current.value = made }
        case 1, 2:
          if (try? Shared2.add.hook(.before) { $0.arguments += 1 })?.remove() != true { wrong.write("lost") }
        default:
          let sum = Shared2.add.send(to: shared, as: current.value, round)
          if !(round...round + 12).contains(sum) { wrong.write("\(sum)") }
        }
      }
    }
    #expect(wrong.take().isEmpty)
    try current.value.dispose()
  }
}
