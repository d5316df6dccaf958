import Interception
import Testing

/// A class and a subclass that both declare a message of one name; what runs is the original of the message that was sent.
@Suite("A subclass's own message under a name of its superclass", .serialized)
struct OwnMessageTests {
  class Top: InterceptableObject {
    override class var messages: MessageList { [foo] }
    static let foo = Message<Top, Int, String>("foo(_:)") { _, number in "Top \(number)" }
    func foo(_ number: Int) -> String { send(Top.foo, number) }
  }
  class Sub: Top {
    override class var messages: MessageList { [ownFoo] }
    static let ownFoo = Message<Sub, Int, String>("foo(_:)") { sub, number in "Sub \(number) \(sub.tag)" }
    let tag = "tag"
    override func foo(_ number: Int) -> String { Sub.ownFoo.send(to: self, number) }
  }
  class Below: Sub {}

  /// A class whose own message states the superclass as its receiver, so that all types are the same.
  class Same: Top {
    static let same = Message<Top, Int, String>("foo(_:)") { _, number in "Same \(number)" }
    override func foo(_ number: Int) -> String { Same.same.send(to: self, number) }
  }

  private static let results = ["Top 1", "Sub 1 tag", "Sub 1 tag", "Same 1", "Top 1", "Top 1", "Sub 1 tag"]

  /// What each way to send comes to.
  private static func results(_ objects: [Top], _ sub: Sub) throws -> [String] {
    try objects.map { $0.foo(1) } + [Top.foo.send(to: sub, 1), Top.foo.send(to: sub, as: .of(Top.self), 1)]
      + [sub.perform("foo(_:)", 1) as? String ?? ""]
  }

  /// Hooks that only look: by each message, at each position, on each level.
  private static func looks(_ log: Log, on sub: Sub) -> [() throws -> AspectToken] {
    [
      { try Top.foo.hook(.before) { _ in log.write("top before") } },
      { try Top.foo.hook(.after) { _ in log.write("top after") } },
      {
        try Top.foo.hook(.around) { call in
          log.write("top around"); return call.proceed()
        }
      },
      {
        try Top.foo.hook(.instead) { call in
          log.write("top instead"); return call.proceed()
        }
      },
      { try Top.foo.hook(on: Sub.self, .before) { _ in log.write("sub before by top") } },
      {
        try Top.foo.hook(on: Sub.self, .instead) { call in
          log.write("sub instead by top"); return call.proceed()
        }
      },
      { try Sub.ownFoo.hook(.before) { call in log.write("sub before \(call.receiver.tag)") } },
      {
        try Sub.ownFoo.hook(.around) { call in
          log.write("sub around \(call.receiver.tag)"); return call.proceed()
        }
      },
      { try Sub.ownFoo.hook(.after) { call in log.write("sub after \(call.receiver.tag)") } },
      {
        try sub.hook(Sub.ownFoo, .around) { call in
          log.write("object around"); return call.proceed()
        }
      },
      { try (sub as Top).hook(Top.foo, .before) { _ in log.write("object before") } },
      {
        let advice = BoxedAdvice { _ in
          log.write("by name"); return nil
        }
        let own = try #require(ClassObject.of(Sub.self).message("foo(_:)"))
        return try own.hook(advice, at: .around, on: ClassObject.of(Sub.self))
      },
    ]
  }

  @Test func `Advice that only looks changes nothing, alone and in pairs`() throws {
    let log = Log(), sub = Sub()
    let objects = [Top(), sub, Below(), Same()]
    #expect(try Self.results(objects, sub) == Self.results)
    let looks = Self.looks(log, on: sub)
    for first in looks.indices {
      for second in looks.indices {
        let tokens = first == second ? [try looks[first]()] : [try looks[first](), try looks[second]()]
        #expect(try Self.results(objects, sub) == Self.results, "\(first), \(second)")
        #expect(!log.take().isEmpty, "\(first), \(second)")
        for token in tokens { #expect(token.remove()) }
        #expect(try Self.results(objects, sub) == Self.results, "\(first), \(second)")
        #expect(log.take().isEmpty)
      }
    }
  }

  @Test func `Advice of all levels runs around, the most derived outside`() throws {
    let log = Log(), sub = Sub()
    func mark<Receiver: InterceptableObject>(
      _ message: Message<Receiver, Int, String>, on type: Receiver.Type, _ name: String
    ) throws -> AspectToken {
      try message.hook(on: type, .around) { call in
        log.write("\(name) in")
        defer { log.write("\(name) out") }
        return call.proceed()
      }
    }
    let whole = ["below in", "sub in", "top in", "top out", "sub out", "below out"]
    for middle in [true, false] {
      var tokens = [
        middle ? try mark(Top.foo, on: Sub.self as Top.Type, "sub") : try mark(Sub.ownFoo, on: Sub.self, "sub"),
        try mark(Top.foo, on: Top.self, "top"), try mark(Sub.ownFoo, on: Below.self as Sub.Type, "below"),
      ]
      #expect(Below().foo(2) == "Sub 2 tag")
      #expect(log.take() == whole)
      #expect(Top.foo.send(to: Below(), 2) == "Top 2")
      #expect(log.take() == whole)
      #expect(Top().foo(2) == "Top 2")
      #expect(log.take() == ["top in", "top out"])
      #expect(Below().aspects(of: "foo(_:)").map(\.className) == ["Below", "Sub", "Top"])
      tokens.append(try sub.hook(Sub.ownFoo, .before) { call in call.arguments += 1 })
      #expect(sub.foo(1) == "Sub 2 tag")
      #expect(log.take() == Array(whole[1..<5]))
      for token in tokens { #expect(token.remove()) }
    }
  }

  @Test func `A superclass's implementation replaces its own original only`() throws {
    let objects = [Top(), Sub(), Below(), Same()]
    let top = ClassObject.of(Top.self), sub = ClassObject.of(Sub.self)
    try top.override(Top.foo) { call in "replaced \(call.callSuper())" }
    #expect(objects.map { $0.foo(1) } == ["replaced Top 1", "Sub 1 tag", "Sub 1 tag", "replaced Same 1"])
    #expect(
      Sub().unwoven.send(Sub.ownFoo, 1) == "Sub 1 tag" && (Sub() as Top).unwoven.send(Top.foo, 1) == "replaced Top 1")
    #expect(Sub.ownFoo.send(to: Below(), as: top, 1) == "Sub 1 tag")
    let token = try Top.foo.hook(.after) { call in call.result += "!" }
    #expect(objects.map { $0.foo(1) } == ["replaced Top 1!", "Sub 1 tag!", "Sub 1 tag!", "replaced Same 1!"])
    token.remove()
    try sub.override(Sub.ownFoo) { call in "\(call.receiver.tag): \(call.callSuper())" }
    #expect(objects.map { $0.foo(1) } == ["replaced Top 1", "tag: Sub 1 tag", "tag: Sub 1 tag", "replaced Same 1"])
    #expect(try sub.implementation(of: Top.foo) as AnyObject === sub.implementation(of: Sub.ownFoo) as AnyObject)
    #expect((sub.removeOverride(of: Top.foo), top.removeOverride(of: Top.foo)) == (true, true))
    #expect(objects.map { $0.foo(1) } == ["Top 1", "Sub 1 tag", "Sub 1 tag", "Same 1"])
  }

  @Test func `The class that lists an own message is found with it`() {
    func receivers(_ type: InterceptableObject.Type) -> [String] {
      ClassObject.of(type).messages.map { "\($0.signature.receiver)" }
    }
    #expect((receivers(Top.self), receivers(Sub.self)) == (["Top"], ["Sub"]))
    #expect((receivers(Below.self).isEmpty, receivers(Same.self).isEmpty) == (true, true))
    #expect(ClassObject.of(Below.self).message("foo(_:)")?.signature.receiver == Sub.self)
    #expect(ClassObject.of(Same.self).message("foo(_:)")?.signature.receiver == Top.self)
  }
}

/// The other kinds of message.
extension OwnMessageTests {
  enum Refusal: Error { case refused }

  class Upper: InterceptableObject {
    static let run = ThrowingMessage<Upper, Void, String, Refusal>("run()") { _, _ in "Upper" }
    static let load = AsyncMessage<Upper, Int, String>("load(_:)") { _, number in "Upper \(number)" }
    static let size = Property<Upper, Int>(
      "size", get: { _ in 1 }, set: { upper, size in upper.stored = "Upper \(size)" })
    static let make = Message<ClassSide, Int, String>(of: Upper.self, "make(_:)") { _, number in "Upper \(number)" }
    var stored = ""
  }
  class Lower: Upper {
    static let ownRun = ThrowingMessage<Lower, Void, String, Refusal>("run()") { (_, _) throws(Refusal) in
      throw .refused
    }
    static let ownLoad = AsyncMessage<Lower, Int, String>("load(_:)") { _, number in "Lower \(number)" }
    static let ownSize = Property<Lower, Int>(
      "size", get: { _ in 2 }, set: { lower, size in lower.stored = "Lower \(size)" })
    static let ownMake = Message<ClassSide, Int, String>(of: Lower.self, "make(_:)") { type, number in
      "\(type) \(number)"
    }
  }

  @Test func `Own messages of every kind run their own original`() async throws {
    let log = Log(), lower = Lower()
    var tokens = [
      try Upper.run.hook(.after) { _ in log.write("run") },
      try Upper.load.hook(.around) { call in
        log.write("load"); return await call.proceed()
      },
      try Upper.size.getter.hook(.after) { _ in log.write("get") },
      try Upper.size.setter.hook(.instead) { call in
        log.write("set"); call.proceed()
      },
      try Upper.make.hook(.around) { call in
        log.write("make"); return call.proceed()
      },
    ]
    for _ in 0..<2 {
      #expect(throws: Refusal.refused) { try Lower.ownRun.send(to: lower, ()) }
      #expect(await Lower.ownLoad.send(to: lower, 3) == "Lower 3")
      #expect(lower.send(Lower.ownSize) == 2)
      lower.send(Lower.ownSize, 5)
      #expect((lower.stored, Lower.send(Lower.ownMake, 6)) == ("Lower 5", "Lower 6"))
      #expect(log.take() == ["run", "load", "get", "set", "make"])
      #expect(try (Upper.run.send(to: lower, ()), Lower.send(Upper.make, 1)) == ("Upper", "Upper 1"))
      #expect(await Upper.load.send(to: lower, 3) == "Upper 3")
      #expect(log.take() == ["run", "make", "load"])
      // Again with advice on the subclass, by its own messages.
      tokens += [
        try Lower.ownRun.hook(.before) { _ in }, try Lower.ownLoad.hook(.before) { _ in },
        try Lower.ownSize.getter.hook(.before) { _ in }, try Lower.ownSize.setter.hook(.before) { _ in },
        try Lower.ownMake.hook(.before) { _ in },
      ]
    }
    try ClassObject.of(Upper.self).override(Upper.load) { call in await "replaced \(call.callSuper())" }
    #expect(await Lower.ownLoad.send(to: lower, 3) == "Lower 3")
    #expect(await Upper.load.send(to: lower, 3) == "replaced Upper 3")
    #expect(ClassObject.of(Upper.self).removeOverride(of: Upper.load))
    for token in tokens { #expect(token.remove()) }
  }
}

/// Messages of one name whose arguments or result differ have no chain in common.
@Suite("A subclass's own message of other types")
struct OwnMessageOfOtherTypesTests {
  class Top: InterceptableObject {
    override class var messages: MessageList { [foo] }
    static let foo = Message<Top, Int, String>("foo(_:)") { _, number in "Top \(number)" }
  }

  private class Own: Top {
    override class var messages: MessageList { [ownFoo] }
    static let ownFoo = Message<Own, String, Int>("foo(_:)") { _, text in text.count }
  }

  private class Upper2: Top {}

  @Test func `A listed message of other types is refused on either level`() throws {
    let own = Own()
    let top = "Top.(Int) -> String", ofOwn = "Own.(String) -> Int"
    #expect(
      throws: AspectError.incompatibleSignature(class: "Top", selector: "foo(_:)", expected: ofOwn, given: top)
    ) { try Top.foo.hook(.before) { _ in } }
    #expect(
      throws: AspectError.incompatibleSignature(class: "Own", selector: "foo(_:)", expected: top, given: ofOwn)
    ) { try Own.ownFoo.hook(.before) { _ in } }
    #expect(throws: AspectError.self) { try own.hook(Own.ownFoo, .before) { _ in } }
    #expect(throws: AspectError.self) { try Top.foo.hook(on: Own.self, .before) { _ in } }
    #expect(
      (ClassObject.of(Top.self).aspects.isEmpty, ClassObject.of(Own.self).aspects.isEmpty, own.isHooked) == (
        true, true, false
      ))
    #expect((own.send(Own.ownFoo, "four"), Top.foo.send(to: own, 1)) == (4, "Top 1"))
    // A class beside it is free.
    let token = try Top.foo.hook(on: Upper2.self, .instead) { _ in "hooked" }
    #expect((Top.foo.send(to: Upper2(), 1), token.remove()) == ("hooked", true))
  }

  private class Root: InterceptableObject {
    static let foo = Message<Root, Int, String>("foo(_:)") { _, number in "Root \(number)" }
  }

  private class Late: Root {
    override class var messages: MessageList { [ownFoo] }
    static let ownFoo = Message<Late, String, Int>("foo(_:)") { _, text in text.count }
  }

  private class Silent: Root {
    static let ownFoo = AsyncMessage<Silent, Int, String>("foo(_:)") { _, number in "Silent \(number)" }
    static let foo2 = ThrowingMessage<Silent, Int, String, AccountError>("foo(_:)") { _, number in "two \(number)" }
  }

  @Test func `An unlisted message of other types runs without the advice`() throws {
    let token = try Root.foo.hook(.instead) { _ in "hooked" }
    for _ in 0..<2 {
      let late = Late()
      #expect((late.send(Late.ownFoo, "four"), Root.foo.send(to: late, 1)) == (4, "hooked"))
      #expect(Late.ownFoo.send(to: late, as: .of(Late.self), "four") == 4)
      #expect(try late.perform("foo(_:)", "four") as? Int == 4)
      #expect(try Silent().send(Silent.foo2, 1) == "two 1")
    }
    #expect(throws: AspectError.self) { try Late.ownFoo.hook(.before) { _ in } }
    #expect(throws: AspectError.self) { try Silent.foo2.hook(.before) { _ in } }
    #expect((Root.foo.send(to: Silent(), 1), token.remove()) == ("hooked", true))
    #expect(Root.foo.send(to: Late(), 1) == "Root 1")
  }

  private class Trunk: InterceptableObject {
    static let foo = Message<Trunk, Int, String>("foo(_:)") { _, number in "Trunk \(number)" }
  }

  private class Own2: Trunk {
    static let ownFoo = AsyncMessage<Own2, Int, String>("foo(_:)") { _, number in "Own2 \(number)" }
  }

  @Test func `A suspending message runs without the plain one's advice`() async throws {
    let token = try Trunk.foo.hook(.instead) { _ in "hooked" }
    #expect(await Own2().send(Own2.ownFoo, 1) == "Own2 1")
    #expect((Trunk.foo.send(to: Own2(), 1), token.remove()) == ("hooked", true))
  }

  class Shape: InterceptableObject {
    override class var messages: MessageList { [number, other] }
    static let number = Message<Shape, Int, String>("go(_:)") { _, number in "\(number)" }
    static let text = Message<Shape, String, Int>("go(_:)") { _, text in text.count }
    static let later = AsyncMessage<Shape, Int, String>("go(_:)") { _, number in "later \(number)" }
    static let other = Message<Shape, Void, Void>("other()") { _, _ in }
  }

  private class Still: Shape {}
  private class Moved: Shape {}

  @Test(arguments: [false, true])
  func `A message sent before runs without hooks of other types`(isMoved: Bool) async throws {
    // A class of its own for each case, since hooks on it are refused while an unlisted message of its objects is known.
    let shape = isMoved ? Moved() : Still()
    let dynamic = try shape.statedClass.makeSubclass(named: "OwnMessageOfOtherTypesTests.Moved\(isMoved)")
    let first = try shape.hook(Shape.other, .before) { _ in }
    #expect(Shape.text.send(to: shape, "four") == 4)
    if !isMoved { #expect(first.remove()) }
    let token = try dynamic.hook(Shape.number, .instead) { call in "hooked \(call.arguments)" }
    try shape.setClass(dynamic)
    let second = try shape.hook(Shape.other, .before) { _ in }
    for _ in 0..<2 {
      #expect(Shape.text.send(to: shape, "a text longer than fifteen bytes") == 32)
      #expect(Shape.number.send(to: shape, 5) == "hooked 5")
      #expect(await Shape.later.send(to: shape, 5) == "later 5")
    }
    #expect((token.remove(), second.remove()) == (true, true))
    #expect((Shape.number.send(to: shape, 5), Shape.text.send(to: shape, "four")) == ("5", 4))
  }

  private class Stem: InterceptableObject {
    static let foo = Message<Stem, Int, String>("foo(_:)") { _, number in "Stem \(number)" }
    static let other = Message<Stem, Void, Void>("other()") { _, _ in }
  }

  private class Own3: Stem {
    static let ownFoo = Message<Own3, String, Int>("foo(_:)") { _, text in text.count }
  }

  @Test func `A moved object runs the advice of its new class's message`() throws {
    let own = Own3(), name = "OwnMessageOfOtherTypesTests"
    let left = try ClassObject.of(Own3.self).makeSubclass(named: "\(name).Left")
    let right = try ClassObject.of(Own3.self).makeSubclass(named: "\(name).Right")
    let tokens = [
      try own.hook(Stem.other, .before) { _ in }, try left.hook(Stem.foo, .instead) { _ in "hooked" },
      try right.hook(Own3.ownFoo, .after) { $0.result += 1 },
    ]
    for _ in 0..<3 {
      try own.setClass(left)
      #expect((Stem.foo.send(to: own, 1), Own3.ownFoo.send(to: own, "four")) == ("hooked", 4))
      try own.setClass(right)
      #expect((Stem.foo.send(to: own, 1), Own3.ownFoo.send(to: own, "four")) == ("Stem 1", 5))
    }
    for token in tokens { #expect(token.remove()) }
  }
}
