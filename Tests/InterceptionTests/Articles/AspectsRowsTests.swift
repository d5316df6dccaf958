import Interception
import Testing

/// What the articles on Aspects, swizzling and KVO say, row by row; `Fixtures/plans` and `RecipesTests` hold the rest.
@Suite("What articles on Aspects say, row by row")
struct AspectsRowsTests {
  struct Odd: Error, Equatable {}

  /// A result that is returned in memory, not in registers.
  struct Wide: Equatable {
    var a = 1.0, b = 2, c = "three", d = [4, 5]
  }

  class RowBase: InterceptableObject {
    var log: [String] = []
    var level = 0
    override class var messages: MessageList { [press, widen, risk, RowBase.open, RowBase.height] }
    static let press = Message<RowBase, (Int, by: String), String>("press(_:by:)") { base, press in
      base.log.append("original \(press.0) \(press.by)")
      return "pressed"
    }
    func press(_ number: Int, by name: String) -> String { send(RowBase.press, (number, by: name)) }
    static let widen = Message<RowBase, Wide, Wide>("widen(_:)") { _, wide in wide }
    static let risk = ThrowingMessage<RowBase, Bool, Int, Odd>("risk(_:)") { _, fails throws(Odd) in
      if fails { throw Odd() }
      return 1
    }
    static let open = Message<ClassSide, Int, Int>(of: RowBase.self, "open(_:)") { _, number in number }
    static let height = Property<RowBase, Int>(
      "height", get: { $0.level }, set: { $0.level = $1 })
  }

  // MARK: Concepts

  @Test func `Each position runs at its join point`() throws {
    let object = RowBase(), log = Log()
    try object.hook(RowBase.risk, .before) { _ in log.write("before") }
    try object.hook(RowBase.risk, .afterReturning) { _ in log.write("returned") }
    try object.hook(RowBase.risk, .afterThrowing) { _ in log.write("threw") }
    let around = try object.hook(RowBase.risk, .around) { call throws(Odd) in
      log.write("start")
      defer { log.write("end") }
      return try call.proceed()
    }
    #expect(try object.send(RowBase.risk, false) == 1)
    #expect(throws: Odd()) { try object.send(RowBase.risk, true) }
    #expect(log.take() == ["before", "start", "end", "returned", "before", "start", "end", "threw"])
    around.remove()
    try object.hook(RowBase.risk, .around) { call throws(Odd) in
      if call.arguments { return 7 }
      throw Odd()
    }
    #expect(try object.send(RowBase.risk, true) == 7)
    #expect(throws: Odd()) { try object.send(RowBase.risk, false) }
  }

  // MARK: The interface

  private class RowClass: RowBase {}

  @Test func `A hook on a class runs for all objects, else for one`() throws {
    let one = RowClass(), other = RowClass(), log = Log()
    let everyone = try Runtime.hook("RowClass", "press(_:by:)", .before) { log.write("class") }
    try one.hook(selector: "press(_:by:)", .before) { log.write("object") }
    for object in [one, other] { _ = object.press(1, by: "a") }
    #expect(log.take() == ["class", "object", "class"])
    #expect((everyone.remove(), everyone.remove()) == (true, false))
    for object in [one, other] { _ = object.press(1, by: "a") }
    #expect(log.take() == ["object"])
  }

  private class RowSide: RowBase {}

  @Test func `Methods of the class itself are hooked like others`() throws {
    let token = try RowSide.classSide.hook(selector: "open(_:)", .after) { (info: AspectInfo) in try info.setResult(9) }
    #expect(RowSide.send(RowBase.open, 3) == 9)
    #expect((token.remove(), RowSide.send(RowBase.open, 3)) == (true, 3))
  }

  @Test func `Positions and automatic removal work as in Aspects`() throws {
    let object = RowBase()
    // Advice that holds its own object would keep it alive.
    try object.hook(selector: "press(_:by:)", []) { [unowned object] (info: AspectInfo) in object.log.append("after") }
    try object.hook(selector: "press(_:by:)", [.before, .automaticRemoval]) { [unowned object] in
      object.log.append("once")
    }
    _ = object.press(1, by: "a")
    _ = object.press(2, by: "a")
    #expect(object.log == ["once", "original 1 a", "after", "original 2 a", "after"])
    let instead = try object.hook(selector: "press(_:by:)", .instead) { (info: AspectInfo) -> String in "replaced" }
    object.log = []
    #expect((object.press(3, by: "a"), object.log) == ("replaced", ["after"]))
    instead.remove()
  }

  @Test func `A block takes nothing, the info, or some arguments`() throws {
    let object = RowBase()
    var seen: [String] = []
    try object.hook(selector: "press(_:by:)", .before) { seen.append("nothing") }
    try object.hook(selector: "press(_:by:)", .before) { (info: AspectInfo) in seen.append("\(info.arguments)") }
    try object.hook(selector: "press(_:by:)", .before) { (info: AspectInfo, number: Int) in seen.append("\(number)") }
    try object.hook(selector: "press(_:by:)", .before) { (info: AspectInfo, number: Int, name: String) in
      seen.append("\(number) \(name)")
    }
    _ = object.press(4, by: "b")
    #expect(seen == ["nothing", #"[4, "b"]"#, "4", "4 b"])
    #expect(throws: AspectError.self) {
      try object.hook(selector: "press(_:by:)", .before) { (info: AspectInfo, a: Int, b: String, c: Int) in }
    }
    #expect(throws: AspectError.self) {
      try object.hook(selector: "press(_:by:)", .before) { (info: AspectInfo, number: String) in }
    }
    #expect(throws: AspectError.self) { try object.hook(selector: "press(_:by:)", .before) { (number: Int) in } }
    #expect(object.aspects.count == 4)
  }

  @Test func `The info has instance, arguments and original invocation`() throws {
    let object = RowBase()
    try object.hook(selector: "press(_:by:)", .around) { [unowned object] (info: AspectInfo) in
      #expect((info.receiver === object, info.arguments.count, info.selector) == (true, 2, "press(_:by:)"))
      #expect((info.invocation.arguments.count, info.signature.result == String.self) == (2, true))
      return try info.proceed()
    }
    #expect((object.press(1, by: "a"), object.log) == ("pressed", ["original 1 a"]))
  }

  @Test func `A large value passes hooks as argument and as result`() throws {
    let object = RowBase(), wide = Wide(a: 9, b: 8, c: "seven", d: [6])
    for position in [.before, .after] as [HookOptions] {
      try object.hook(selector: "widen(_:)", position) { (info: AspectInfo, given: Wide) in #expect(given == wide) }
    }
    try object.hook(selector: "widen(_:)", .around) { (info: AspectInfo, given: Wide) -> Wide in
      try info.proceed() as? Wide ?? Wide()
    }
    #expect(object.send(RowBase.widen, wide) == wide)
  }

  // MARK: Refusals

  private class RowTop: RowBase {}
  private class RowBottom: RowTop {}

  @Test func `Each error code of Aspects has its error here`() throws {
    _ = ClassObject.of(RowBottom.self)
    func refusal(_ body: () throws -> Void) -> String {
      do {
        try body()
      } catch {
        return "\(error)"
      }
      return ""
    }
    let object = RowBase()
    #expect(refusal { try object.hook(selector: "retain", .before) {} }.contains("life cycle"))
    #expect(refusal { try object.hook(selector: "deinit", .after) {} }.contains("before it only"))
    #expect(refusal { try object.hook(selector: "fly()", .before) {} }.contains("does not respond"))
    let first = try Runtime.hook("RowBottom", "press(_:by:)", [.before, .exclusive]) {}
    #expect(refusal { try Runtime.hook("RowTop", "press(_:by:)", [.before, .exclusive]) {} }.contains("RowBottom"))
    first.remove()
    #expect(
      refusal { try Runtime.hook("RowTop", "press(_:by:)", .before, function: 3) }.contains("not a function"))
    #expect(
      refusal { try object.hook(selector: "press(_:by:)", .before) { (text: String) in } }.contains("not (String)"))
    #expect(refusal { _ = try ClassObject.of(RowTop.self).makeSubclass(named: "RowBottom") }.contains("exists"))
    var token: AspectToken?
    do { token = try RowBase().hook(selector: "press(_:by:)", .before) {} }
    let late = refusal { _ = try token?.removeReportingErrors() }
    #expect(late.contains("RowBase"))
    #expect(token?.remove() == false)
  }

  private class RowUpper: RowBase {}
  private class RowLower: RowUpper {}
  private class RowSister: RowUpper {}

  @Test func `An exclusive message is hooked in one class of a path`() throws {
    let lower = RowLower()
    _ = ClassObject.of(RowSister.self)
    func hook(_ name: String) throws -> AspectToken {
      try Runtime.hook(name, "press(_:by:)", [.before, .exclusive]) {}
    }
    let one = try hook("RowLower"), again = try hook("RowLower"), sister = try hook("RowSister")
    #expect(throws: AspectError.self) { try hook("RowUpper") }
    let own = try lower.hook(selector: "press(_:by:)", .before) {}
    for token in [one, again, sister, own] { #expect(token.remove()) }
    let upper = try hook("RowUpper")
    #expect(throws: AspectError.alreadyHooked(class: "RowLower", selector: "press(_:by:)", hookedIn: "RowUpper")) {
      try hook("RowLower")
    }
    #expect(
      (upper.remove(), ClassObject.of(RowUpper.self).aspects.contains { $0.selector == "press(_:by:)" }) == (
        true, false
      ))
    try hook("RowLower").remove()
  }

  // MARK: What runs

  private class RowOrder: RowBase {}

  @Test func `Class advice runs ahead of the object's at each position`() throws {
    let object = RowOrder(), log = Log(), hooks = Hooks()
    defer { hooks.removeAll() }
    for position in [.after, .instead, .before] as [AdvicePosition] {
      let advice = BoxedAdvice { info in
        log.write("object \(position.rawValue)")
        return "object"
      }
      try object.hook(selector: "press(_:by:)", HookOptions(position), advice)
      let classAdvice = BoxedAdvice { info in
        log.write("class \(position.rawValue)")
        return "class"
      }
      hooks += try Runtime.hook("RowOrder", "press(_:by:)", HookOptions(position), classAdvice)
    }
    #expect((object.press(1, by: "a"), object.log.isEmpty) == ("object", true))
    #expect(
      log.take() == [
        "class before", "object before", "class instead", "object instead", "class after", "object after",
      ])
  }

  private class RowHeir: RowBase {}

  @Test func `An inherited method is found on the way to the root`() throws {
    _ = ClassObject.of(RowHeir.self)
    let token = try Runtime.hook("RowHeir", "press(_:by:)", .after) { (info: AspectInfo) in try info.setResult("heir") }
    #expect((RowHeir().press(1, by: "a"), RowBase().press(1, by: "a")) == ("heir", "pressed"))
    #expect((token.remove(), RowHeir().press(1, by: "a")) == (true, "pressed"))
  }

  private final class RowForwarder: RowBase {
    override func forwardInvocation(_ invocation: inout Invocation) throws -> Bool {
      guard invocation.selector == "dance()" else { return false }
      invocation.result = "danced"
      return true
    }
  }

  @Test func `What no class has reaches forwarding, and then is an error`() throws {
    let object = RowForwarder()
    try object.hook(selector: "press(_:by:)", .before) {}
    #expect(try object.perform("dance()") as? String == "danced")
    #expect(throws: AspectError.self) { try object.perform("sing()") }
  }

  private class RowEast: RowBase {}
  private class RowWest: RowBase {}

  @Test func `Two classes with a method of one name are hooked apart`() throws {
    let log = Log(), hooks = Hooks()
    defer { hooks.removeAll() }
    _ = (ClassObject.of(RowEast.self), ClassObject.of(RowWest.self))
    for name in ["RowEast", "RowWest"] {
      hooks += try Runtime.hook(name, "press(_:by:)", .before) { (info: AspectInfo) in
        log.write("\(name) \(info.className)")
      }
    }
    _ = (RowWest().press(1, by: "a"), RowEast().press(1, by: "a"))
    #expect(log.take() == ["RowWest RowWest", "RowEast RowEast"])
  }

  // MARK: The object's class

  @Test func `A hooked object states its class, also after unhooking`() throws {
    let object = RowBase(), plain = ClassObject.of(RowBase.self)
    let woven = try plain.makeSubclass(named: "RowStated")
    try object.setClass(woven)
    let one = try object.hook(selector: "press(_:by:)", .before) {}
    let two = try object.hook(selector: "widen(_:)", .before) {}
    #expect((object.statedClass, object.actualClass, object.isHooked) == (plain, woven, true))
    #expect((one.remove(), object.isHooked, object.aspects.count) == (true, true, 1))
    #expect((two.remove(), object.isHooked, object.actualClass) == (true, false, woven))
    try object.setClass(plain)
    #expect(object.actualClass == plain)
  }

  private class RowPlace: RowBase {}

  @Test func `A class hook changes no object's class`() throws {
    let object = RowPlace()
    let token = try Runtime.hook("RowPlace", "press(_:by:)", .before) {}
    defer { token.remove() }
    #expect((object.actualClass, object.isHooked) == (ClassObject.of(RowPlace.self), false))
  }

  @Test func `Observers outlast hooks and a change of class`() throws {
    for order in 0..<4 {
      let object = RowBase()
      var heard: [Int?] = []
      let woven = try ClassObject.of(RowBase.self).makeSubclass(named: "RowWoven\(order)")
      let steps: [() throws -> Void] = [
        { try object.observe(RowBase.height) { heard.append($0.new) } },
        { try object.setClass(woven) },
        { try object.hook(selector: "setter:height", .before) { (info: AspectInfo) in } },
      ]
      for step in 0..<3 { try steps[(step + order) % 3]() }
      object.send(RowBase.height.setter, 5)
      #expect((heard, object.statedClass) == ([5], ClassObject.of(RowBase.self)), "\(order)")
    }
  }

  @Test func `A dynamic subclass overrides, calls up and has a name`() throws {
    let plain = ClassObject.of(RowBase.self)
    let woven = try plain.makeSubclass(named: "kAOP_RowBase")
    try woven.override(RowBase.press) { call in "woven \(call.callSuper((call.arguments.0 + 1, by: "super")))" }
    let object = RowBase()
    try object.setClass(woven)
    #expect((object.press(1, by: "a"), object.log) == ("woven pressed", ["original 2 super"]))
    #expect(RowBase.press.send(to: object, as: plain, (9, by: "b")) == "pressed")
    #expect(ClassObject.named("kAOP_RowBase") == woven)
    #expect(throws: AspectError.classPairUnavailable(name: "kAOP_RowBase")) {
      try RowBase.classSide.statedClass.makeSubclass(named: "kAOP_RowBase")
    }
    try object.setClass(plain)
    #expect(object.press(1, by: "a") == "pressed")
  }

  // MARK: Swizzling

  @Test func `A replaced implementation and a hook are independent`() throws {
    for (hookFirst, unhookFirst) in [(true, true), (true, false), (false, true), (false, false)] {
      let level = try ClassObject.of(RowBase.self).makeSubclass(named: "RowSwizzled\(hookFirst)\(unhookFirst)")
      let object = RowBase()
      try object.setClass(level)
      var token: AspectToken?
      func hook() throws {
        token = try level.hook(selector: "press(_:by:)", .after) { (info: AspectInfo) in
          try info.setResult("hooked \(info.result ?? "")")
        }
      }
      if hookFirst { try hook() }
      let former = try level.implementation(of: RowBase.press)
      try level.override(RowBase.press) { call in "new \(call.callSuper())" }
      if !hookFirst { try hook() }
      #expect(object.press(1, by: "a") == "hooked new pressed")
      if unhookFirst {
        token?.remove()
        #expect(object.press(1, by: "a") == "new pressed")
      }
      try level.replaceImplementation(of: RowBase.press, with: former)
      #expect(object.press(1, by: "a") == (unhookFirst ? "pressed" : "hooked pressed"))
      token?.remove()
      #expect(object.press(1, by: "a") == "pressed")
    }
  }
}
