import Interception
import Testing

/// What other runtimes of this kind get wrong, and this one doesn't, one test for each mistake.
@Suite struct MistakesOfOtherRuntimesTests {
  class Kiosk: InterceptableObject {
    let log = Log()
    private var stored = 0
    required override init() {}

    static let buy = Message<Kiosk, Int, Int>("buy(_:)") { kiosk, count in
      kiosk.log.write("buy \(count)")
      return count
    }
    @discardableResult func buy(_ count: Int) -> Int { send(Kiosk.buy, count) }

    static let sell = Message<Kiosk, Int, Int>("sell(_:)") { kiosk, count in
      kiosk.log.write("sell \(count)")
      return -count
    }
    @discardableResult func sell(_ count: Int) -> Int { send(Kiosk.sell, count) }

    static let stock = Property<Kiosk, Int>("stock", get: { $0.stored }, set: { $0.stored = $1 })
    var stock: Int {
      get { send(Kiosk.stock) }
      set { send(Kiosk.stock, newValue) }
    }
  }

  private class Own: Kiosk {}

  @Test func `Removing one advice leaves other advice and objects alone`() throws {
    let kiosk = Own(), other = Own()
    let log = Log()
    let first = try kiosk.hook(Kiosk.buy, .before) { _ in log.write("first") }
    let second = try kiosk.hook(Kiosk.buy, .before) { _ in log.write("second") }
    let ofOther = try other.hook(Kiosk.buy, .before) { _ in log.write("other") }
    let ofClass = try Kiosk.buy.hook(on: Own.self, .before) { _ in log.write("class") }
    #expect(first.remove())
    kiosk.buy(1)
    #expect(log.take() == ["class", "second"])
    other.buy(1)
    #expect(log.take() == ["class", "other"])
    #expect(ofClass.remove())
    kiosk.buy(1)
    other.buy(1)
    #expect(log.take() == ["second", "other"])
    #expect(second.remove())
    #expect(ofOther.remove())
    #expect(kiosk.log.take() == ["buy 1", "buy 1"])
    #expect(other.log.take() == ["buy 1", "buy 1"])
  }

  @Test func `Removing a selector's last advice keeps the object's others`() throws {
    let kiosk = Kiosk()
    let log = Log()
    let buy = try kiosk.hook(Kiosk.buy, .before) { _ in log.write("buy") }
    let sell = try kiosk.hook(Kiosk.sell, .before) { _ in log.write("sell") }
    #expect(buy.remove())
    #expect(kiosk.isHooked)
    kiosk.buy(1)
    kiosk.sell(1)
    #expect(log.take() == ["sell"])
    #expect(sell.remove())
    #expect(!kiosk.isHooked)
  }

  private class Upper: Kiosk {}
  private class Lower: Upper {}

  @Test func `A refused hook leaves no trace in the hierarchy`() throws {
    let upper = ClassObject.of(Upper.self)
    let token = try Kiosk.buy.hook(on: Lower.self, .before) { _ in }
    for _ in 0..<3 {
      #expect(throws: AspectError.alreadyHooked(class: "Upper", selector: "buy(_:)", hookedIn: "Lower")) {
        try Kiosk.buy.hook(on: Upper.self, .instead, .exclusive) { _ in 99 }
      }
    }
    #expect(upper.aspects.isEmpty)
    #expect(upper.explain("buy(_:)").isEmpty)
    #expect(Upper().buy(1) == 1)
    // After the subclass's hook is removed, both classes can be hooked again.
    #expect(token.remove())
    #expect(try Kiosk.buy.hook(on: Upper.self, .before, .exclusive) { _ in }.remove())
    #expect(try Kiosk.buy.hook(on: Lower.self, .before, .exclusive) { _ in }.remove())
  }

  private class Upper2: Kiosk {}
  private class Lower2: Upper2 {
    override func buy(_ count: Int) -> Int {
      log.write("override")
      return super.buy(count) + 100
    }
  }

  @Test func `Hooks on a class and its superclass keep the override`() throws {
    let ofUpper = try Kiosk.buy.hook(on: Upper2.self, .around) { $0.proceed() + 1 }
    let ofLower = try Kiosk.buy.hook(on: Lower2.self, .around) { $0.proceed() + 10 }
    let lower = Lower2()
    #expect(lower.buy(0) == 111)
    #expect(lower.log.take() == ["override", "buy 0"])
    // The same with an override that is made at run time.
    let dynamic = try ClassObject.of(Lower2.self).makeSubclass(named: "MistakesOfOtherRuntimes.Lower2")
    try dynamic.override(Kiosk.buy) { $0.callSuper() + 1000 }
    try lower.setClass(dynamic)
    #expect(lower.buy(0) == 1111)
    #expect(ofUpper.remove())
    #expect(lower.buy(0) == 1110)
    #expect(ofLower.remove())
    #expect(lower.buy(0) == 1100)
  }

  private class Own2: Kiosk {}

  @Test func `A hook on an object runs the class's advice once`() throws {
    let log = Log()
    let kiosk = Own2()
    for objectFirst in [false, true] {
      let hooks = [
        { try Kiosk.buy.hook(on: Own2.self, .before) { _ in log.write("class") } },
        { try kiosk.hook(Kiosk.buy, .before) { _ in log.write("object") } },
      ]
      let tokens = try (objectFirst ? hooks.reversed() : hooks).map { try $0() }
      kiosk.buy(1)
      #expect(log.take() == ["class", "object"], "object first: \(objectFirst)")
      for token in tokens { #expect(token.remove()) }
    }
  }

  @Test func `Advice of one name keeps its positions`() throws {
    let kiosk = Kiosk()
    let log = Log()
    for count in 1...3 {
      try kiosk.hook(Kiosk.buy, .before, .named("same")) { _ in log.write("before") }
      try kiosk.hook(Kiosk.buy, .after, .named("same")) { _ in log.write("after") }
      #expect(kiosk.buy(count) == count)
      #expect(kiosk.log.take() == ["buy \(count)"])
      #expect(
        log.take() == Array(repeating: "before", count: count) + Array(repeating: "after", count: count))
    }
    #expect(kiosk.removeAspects(named: "same") == 6)
  }

  private class Upper3: Kiosk {}
  private class Own3: Upper3 {}

  @Test func `A second proceed runs the inner advice again`() throws {
    let kiosk = Own3()
    let log = Log()
    let tokens = [
      try Kiosk.buy.hook(on: Own3.self, .around) { call in
        call.proceed()
        return call.proceed()
      },
      try kiosk.hook(Kiosk.buy, .around) { call in
        log.write("inner")
        return call.proceed()
      },
      try kiosk.hook(Kiosk.buy, .instead) { call in
        log.write("instead")
        return call.proceed()
      },
      try Kiosk.buy.hook(on: Upper3.self, .before) { _ in log.write("super") },
    ]
    kiosk.buy(1)
    #expect(log.take() == ["inner", "instead", "super", "inner", "instead", "super"])
    #expect(kiosk.log.take() == ["buy 1", "buy 1"])
    for token in tokens { token.remove() }
  }

  private class Upper4: Kiosk {}
  private class Lower3: Upper4 {}
  private class Stranger: InterceptableObject {
    static let stray = Message<Stranger, Int, Int>("buy(_:)") { _, count in count }
  }

  @Test func `A refused hook on an inherited method leaves it working`() throws {
    // A hook on an inherited method doesn't change the superclass.
    let token = try Kiosk.buy.hook(on: Lower3.self, .before) { $0.arguments += 1 }
    #expect(Lower3().buy(1) == 2)
    #expect(Upper4().buy(1) == 1)
    #expect(token.remove())
    // A refused hook doesn't change the method.
    let exclusive = try Kiosk.buy.hook(on: Upper4.self, .around, .exclusive) { $0.proceed() * 2 }
    let lower = Lower3()
    for position in 0..<2 {
      #expect(throws: AspectError.alreadyHooked(class: "Lower3", selector: "buy(_:)", hookedIn: "Upper4")) {
        position == 0
          ? try Kiosk.buy.hook(on: Lower3.self, .before) { _ in }
          : try Kiosk.buy.hook(on: Lower3.self, .instead) { _ in 0 }
      }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Lower3", selector: "buy(_:)")) {
      try lower.hook(Stranger.stray, .instead) { _ in 0 }
    }
    #expect(lower.buy(3) == 6)
    #expect(lower.log.take() == ["buy 3"])
    #expect(exclusive.remove())
    #expect(lower.buy(3) == 3)
  }

  private class Own4: Kiosk {}

  @Test func `A hook and an observer outlive each other in any order`() throws {
    let log = Log()
    // All four orders, on the object and on the class.
    for onClass in [false, true] {
      for observesFirst in [false, true] {
        for unobservesFirst in [false, true] {
          let kiosk = Own4()
          let label = "class: \(onClass), observed first: \(observesFirst), unobserved first: \(unobservesFirst)"
          func hook() throws -> AspectToken {
            onClass
              ? try Kiosk.stock.setter.hook(on: Own4.self, .before) { _ in log.write("hook") }
              : try kiosk.hook(Kiosk.stock.setter, .before) { _ in log.write("hook") }
          }
          func observe() throws -> AspectToken {
            onClass
              ? try Kiosk.stock.observe(on: Own4.self) { log.write("observer \($0.new ?? -1)") }
              : try kiosk.observe(Kiosk.stock) { log.write("observer \($0.new ?? -1)") }
          }
          let (hooked, observed): (AspectToken, AspectToken)
          if observesFirst {
            (observed, hooked) = (try observe(), try hook())
          } else {
            (hooked, observed) = (try hook(), try observe())
          }
          kiosk.stock = 1
          #expect(log.take() == ["hook", "observer 1"], "\(label)")
          #expect((unobservesFirst ? observed : hooked).remove(), "\(label)")
          kiosk.stock = 2
          #expect(log.take() == [unobservesFirst ? "hook" : "observer 2"], "\(label)")
          #expect((unobservesFirst ? hooked : observed).remove(), "\(label)")
          kiosk.stock = 3
          #expect(log.take().isEmpty, "\(label)")
          #expect(kiosk.stock == 3, "\(label)")
          #expect(!kiosk.isHooked, "\(label)")
        }
      }
    }
  }

  // Classes whose names look like private ones of a runtime.
  class Kiosk_personal: Kiosk {}
  class _InterceptableObject: Kiosk {}
  class Kiosk_Aspects_: Kiosk {}
  class NSKVONotifying_Kiosk: Kiosk {}

  @Test func `Classes named like a runtime's private ones can be hooked`() throws {
    let types: [Kiosk.Type] = [
      Kiosk_personal.self, _InterceptableObject.self, Kiosk_Aspects_.self, NSKVONotifying_Kiosk.self,
    ]
    for type in types {
      let kiosk = type.init()
      let log = Log()
      let tokens = [
        try kiosk.hook(Kiosk.buy, .before) { _ in log.write("object") },
        try Kiosk.buy.hook(on: type, .before) { _ in log.write("class") },
        try kiosk.observe(Kiosk.stock) { _ in log.write("observer") },
      ]
      kiosk.buy(1)
      kiosk.stock = 1
      #expect(log.take() == ["class", "object", "observer"], "\(type)")
      #expect(kiosk.statedClass.name == "\(type)")
      #expect(kiosk.actualClass === kiosk.statedClass, "\(type)")
      for token in tokens { #expect(token.remove(), "\(type)") }
      #expect(!kiosk.isHooked, "\(type)")
      #expect(kiosk.statedClass.aspects.isEmpty, "\(type)")
      // A dynamic subclass can't have the name of a class of the program.
      #expect(throws: AspectError.classPairUnavailable(name: "\(type)")) {
        try ClassObject.of(Kiosk.self).makeSubclass(named: "\(type)")
      }
    }
  }
}
