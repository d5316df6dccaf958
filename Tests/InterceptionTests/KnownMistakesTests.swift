import Interception
import Testing

/// What runtimes of this kind are known to get wrong, one test for each.
@Suite("Mistakes that known runtimes make")
struct KnownMistakesTests {
  class Shop: InterceptableObject {
    let log = Log()
    private var stored = 0
    required override init() {}

    static let buy = Message<Shop, Int, Int>("buy(_:)") { shop, count in
      shop.log.write("buy \(count)")
      return count
    }
    @discardableResult func buy(_ count: Int) -> Int { send(Shop.buy, count) }

    static let sell = Message<Shop, Int, Int>("sell(_:)") { shop, count in
      shop.log.write("sell \(count)")
      return -count
    }
    @discardableResult func sell(_ count: Int) -> Int { send(Shop.sell, count) }

    static let stock = Property<Shop, Int>("stock", get: { $0.stored }, set: { $0.stored = $1 })
    var stock: Int {
      get { send(Shop.stock) }
      set { send(Shop.stock, newValue) }
    }
  }

  @Test("Removing one advice silences the others, or the same method on other objects")
  func removalSilencesOthers() throws {
    class Own: Shop {}
    let shop = Own(), other = Own()
    let log = Log()
    let first = try shop.hook(Shop.buy, .before) { _ in log.write("first") }
    let second = try shop.hook(Shop.buy, .before) { _ in log.write("second") }
    let ofOther = try other.hook(Shop.buy, .before) { _ in log.write("other") }
    let ofClass = try Shop.buy.hook(on: Own.self, .before) { _ in log.write("class") }
    #expect(first.remove())
    shop.buy(1)
    #expect(log.take() == ["class", "second"])
    other.buy(1)
    #expect(log.take() == ["class", "other"])
    #expect(ofClass.remove())
    shop.buy(1)
    other.buy(1)
    #expect(log.take() == ["second", "other"])
    #expect(second.remove() && ofOther.remove())
    #expect(shop.log.take() == ["buy 1", "buy 1"] && other.log.take() == ["buy 1", "buy 1"])
  }

  @Test("Removing the last advice of one selector drops the object's other hooks")
  func lastAdviceOfOneSelector() throws {
    let shop = Shop()
    let log = Log()
    let buy = try shop.hook(Shop.buy, .before) { _ in log.write("buy") }
    let sell = try shop.hook(Shop.sell, .before) { _ in log.write("sell") }
    #expect(buy.remove())
    #expect(shop.isHooked)
    shop.buy(1)
    shop.sell(1)
    #expect(log.take() == ["sell"])
    #expect(sell.remove())
    #expect(!shop.isHooked)
  }

  @Test("A refused hook stays in the books")
  func refusedHookStays() throws {
    class Upper: Shop {}
    class Lower: Upper {}
    let upper = ClassObject.of(Upper.self)
    let token = try Shop.buy.hook(on: Lower.self, .before) { _ in }
    for _ in 0..<3 {
      #expect(throws: AspectError.alreadyHooked(class: "Upper", selector: "buy(_:)", hookedIn: "Lower")) {
        try Shop.buy.hook(on: Upper.self, .instead, .exclusive) { _ in 99 }
      }
    }
    #expect(upper.aspects.isEmpty && upper.explain("buy(_:)").isEmpty)
    #expect(Upper().buy(1) == 1)
    // As if it had never been asked for: the class below can go, and both can be hooked again.
    #expect(token.remove())
    #expect(try Shop.buy.hook(on: Upper.self, .before, .exclusive) { _ in }.remove())
    #expect(try Shop.buy.hook(on: Lower.self, .before, .exclusive) { _ in }.remove())
  }

  @Test("An inherited saved original makes a subclass's override be skipped")
  func inheritedOriginal() throws {
    class Upper: Shop {}
    class Lower: Upper {
      override func buy(_ count: Int) -> Int {
        log.write("override")
        return super.buy(count) + 100
      }
    }
    let ofUpper = try Shop.buy.hook(on: Upper.self, .around) { $0.proceed() + 1 }
    let ofLower = try Shop.buy.hook(on: Lower.self, .around) { $0.proceed() + 10 }
    let lower = Lower()
    #expect(lower.buy(0) == 111)
    #expect(lower.log.take() == ["override", "buy 0"])
    // The same with an override that is made at run time.
    let dynamic = try ClassObject.of(Lower.self).makeSubclass(named: "KnownMistakes.Lower")
    try dynamic.override(Shop.buy) { $0.callSuper() + 1000 }
    try lower.setClass(dynamic)
    #expect(lower.buy(0) == 1111)
    #expect(ofUpper.remove())
    #expect(lower.buy(0) == 1110)
    #expect(ofLower.remove())
    #expect(lower.buy(0) == 1100)
  }

  @Test("An instance hook on top of a class hook runs the class's advice twice")
  func classAdviceTwice() throws {
    class Own: Shop {}
    let log = Log()
    let shop = Own()
    for objectFirst in [false, true] {
      let hooks = [
        { try Shop.buy.hook(on: Own.self, .before) { _ in log.write("class") } },
        { try shop.hook(Shop.buy, .before) { _ in log.write("object") } },
      ]
      let tokens = try (objectFirst ? hooks.reversed() : hooks).map { try $0() }
      shop.buy(1)
      #expect(log.take() == ["class", "object"], "object first: \(objectFirst)")
      for token in tokens { #expect(token.remove()) }
    }
  }

  @Test("A duplicate name turns a before advice into an instead")
  func duplicateName() throws {
    let shop = Shop()
    let log = Log()
    for count in 1...3 {
      try shop.hook(Shop.buy, .before, .named("same")) { _ in log.write("before") }
      try shop.hook(Shop.buy, .after, .named("same")) { _ in log.write("after") }
      #expect(shop.buy(count) == count)
      #expect(shop.log.take() == ["buy \(count)"])
      #expect(
        log.take() == Array(repeating: "before", count: count) + Array(repeating: "after", count: count))
    }
    #expect(shop.removeAspects(named: "same") == 6)
  }

  @Test("A second proceed skips the inner advice")
  func secondProceed() throws {
    class Upper: Shop {}
    class Own: Upper {}
    let shop = Own()
    let log = Log()
    let tokens = [
      try Shop.buy.hook(on: Own.self, .around) { call in
        call.proceed()
        return call.proceed()
      },
      try shop.hook(Shop.buy, .around) { call in
        log.write("inner")
        return call.proceed()
      },
      try shop.hook(Shop.buy, .instead) { call in
        log.write("instead")
        return call.proceed()
      },
      try Shop.buy.hook(on: Upper.self, .before) { _ in log.write("super") },
    ]
    shop.buy(1)
    #expect(log.take() == ["inner", "instead", "super", "inner", "instead", "super"])
    #expect(shop.log.take() == ["buy 1", "buy 1"])
    for token in tokens { token.remove() }
  }

  @Test("A class hook on an inherited method throws only after it has broken the method")
  func inheritedMethodBroken() throws {
    class Upper: Shop {}
    class Lower: Upper {}
    class Stranger: InterceptableObject {
      static let stray = Message<Stranger, Int, Int>("buy(_:)") { _, count in count }
    }
    // Hooking what is inherited works, and leaves the superclass alone.
    let token = try Shop.buy.hook(on: Lower.self, .before) { $0.arguments += 1 }
    #expect(Lower().buy(1) == 2 && Upper().buy(1) == 1)
    #expect(token.remove())
    // What is refused leaves the method as it was, whether hooked or not.
    let exclusive = try Shop.buy.hook(on: Upper.self, .around, .exclusive) { $0.proceed() * 2 }
    let lower = Lower()
    for position in 0..<2 {
      #expect(throws: AspectError.alreadyHooked(class: "Lower", selector: "buy(_:)", hookedIn: "Upper")) {
        position == 0
          ? try Shop.buy.hook(on: Lower.self, .before) { _ in } : try Shop.buy.hook(on: Lower.self, .instead) { _ in 0 }
      }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Lower", selector: "buy(_:)")) {
      try lower.hook(Stranger.stray, .instead) { _ in 0 }
    }
    #expect(lower.buy(3) == 6 && lower.log.take() == ["buy 3"])
    #expect(exclusive.remove())
    #expect(lower.buy(3) == 3)
  }

  @Test("A hook on an observed object is lost when the observer goes")
  func observerTakesTheHook() throws {
    class Own: Shop {}
    let log = Log()
    // All four orders, on the object and on the class.
    for onClass in [false, true] {
      for observesFirst in [false, true] {
        for unobservesFirst in [false, true] {
          let shop = Own()
          let label = "class: \(onClass), observed first: \(observesFirst), unobserved first: \(unobservesFirst)"
          func hook() throws -> AspectToken {
            onClass
              ? try Shop.stock.setter.hook(on: Own.self, .before) { _ in log.write("hook") }
              : try shop.hook(Shop.stock.setter, .before) { _ in log.write("hook") }
          }
          func observe() throws -> AspectToken {
            onClass
              ? try Shop.stock.observe(on: Own.self) { log.write("observer \($0.new ?? -1)") }
              : try shop.observe(Shop.stock) { log.write("observer \($0.new ?? -1)") }
          }
          let (hooked, observed): (AspectToken, AspectToken)
          if observesFirst {
            (observed, hooked) = (try observe(), try hook())
          } else {
            (hooked, observed) = (try hook(), try observe())
          }
          shop.stock = 1
          #expect(log.take() == ["hook", "observer 1"], "\(label)")
          #expect((unobservesFirst ? observed : hooked).remove(), "\(label)")
          shop.stock = 2
          #expect(log.take() == [unobservesFirst ? "hook" : "observer 2"], "\(label)")
          #expect((unobservesFirst ? hooked : observed).remove(), "\(label)")
          shop.stock = 3
          #expect(log.take().isEmpty && shop.stock == 3 && !shop.isHooked, "\(label)")
        }
      }
    }
  }

  /// User classes whose names look like the runtime's own.
  class Shop_personal: Shop {}
  class _InterceptableObject: Shop {}
  class KnownMistakes_Aspects_: Shop {}
  class NSKVONotifying_Shop: Shop {}

  @Test("User classes whose names look like the runtime's own private names")
  func privateNames() throws {
    for type in [Shop_personal.self, _InterceptableObject.self, KnownMistakes_Aspects_.self, NSKVONotifying_Shop.self]
      as [Shop.Type]
    {
      let shop = type.init()
      let log = Log()
      let tokens = [
        try shop.hook(Shop.buy, .before) { _ in log.write("object") },
        try Shop.buy.hook(on: type, .before) { _ in log.write("class") },
        try shop.observe(Shop.stock) { _ in log.write("observer") },
      ]
      shop.buy(1)
      shop.stock = 1
      #expect(log.take() == ["class", "object", "observer"])
      #expect(shop.statedClass.name == "\(type)" && shop.actualClass === shop.statedClass)
      for token in tokens { #expect(token.remove()) }
      #expect(!shop.isHooked && shop.statedClass.aspects.isEmpty)
      // A dynamic subclass may bear a name of that kind, but not that of a class of the program.
      #expect(throws: AspectError.classPairUnavailable(name: "\(type)")) {
        try ClassObject.of(Shop.self).makeSubclass(named: "\(type)")
      }
    }
  }
}
