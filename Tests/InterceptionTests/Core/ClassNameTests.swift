import Interception
import Testing

@Suite("Classes by name")
struct ClassNameTests {
  enum East {
    class NamedNeighbour: Account {}
  }
  enum West {
    class NamedNeighbour: Account {}
  }

  @Test func `Of two classes of one name the first keeps it`() throws {
    let hooks = Hooks()
    defer { hooks.removeAll() }
    let east = East.NamedNeighbour(), west = West.NamedNeighbour()
    let log = Log()
    let full = "InterceptionTests.ClassNameTests."
    hooks += try Runtime.hook("NamedNeighbour", "deposit(_:)", .before) { log.write("short") }
    hooks += try Runtime.hook(full + "East.NamedNeighbour", "deposit(_:)", .before) { log.write("east") }
    hooks += try Runtime.hook(full + "West.NamedNeighbour", "deposit(_:)", .before) { log.write("west") }
    east.deposit(1)
    #expect(log.take() == ["short", "east"])
    west.deposit(1)
    #expect(log.take() == ["west"])
    #expect(try Runtime.classObject(named: full + "West.NamedNeighbour") === west.statedClass)
  }

  // Names that the runtime, or one like it, might have made for itself.
  class Account_Aspects_: Account {}
  class Woven_Account: Account {}
  class Account_hooked: Account {}
  class NSKVONotifying_Account: Account {}

  @Test func `Classes with names like the runtime's are hooked as others`() throws {
    for object in [Account_Aspects_(), Woven_Account(), Account_hooked(), NSKVONotifying_Account()] {
      let name = object.statedClass.name
      let log = Log()
      let onClass = try Runtime.hook(name, "deposit(_:)", .before) { log.write("class") }
      let onObject = try object.hook(selector: "deposit(_:)", .before) { log.write("object") }
      let base = Account()
      let onBase = try base.hook(selector: "deposit(_:)", .before) { log.write("another") }
      #expect(object.deposit(1) == 1)
      #expect(log.take() == ["class", "object"])
      #expect((object.statedClass === object.actualClass, object.statedClass.name) == (true, name))
      #expect((onObject.remove(), onClass.remove(), onBase.remove()) == (true, true, true))
      #expect((object.deposit(1), log.take().isEmpty, object.isHooked) == (2, true, false))
    }
  }

  class Late: Account {}

  private class Base: Account {}

  @Test func `A declared class has its full name, whoever had it before`() throws {
    let name = "InterceptionTests.ClassNameTests.Late"
    let dynamic = try ClassObject.of(Base.self).makeSubclass(named: name)
    let late = ClassObject.of(Late.self)
    #expect(ClassObject.named(name) === late)
    try dynamic.dispose()
    #expect(ClassObject.named(name) === late)
  }

  private class Base2: Account {}

  @Test func `A dynamic subclass is hooked by its name alone`() throws {
    let moved = Base2(), other = Base2()
    let dynamic = try moved.statedClass.makeSubclass(named: "Account_Aspects_Dynamic")
    try moved.setClass(dynamic)
    let log = Log()
    let token = try Runtime.hook("Account_Aspects_Dynamic", "deposit(_:)", .before) { (info: AspectInfo) in
      log.write(info.className)
    }
    moved.deposit(1)
    other.deposit(1)
    #expect(log.take() == ["Base2"])
    #expect(token.remove())
    try moved.setClass(moved.statedClass)
    try dynamic.dispose()
    #expect(throws: AspectError.self) { try Runtime.hook("Account_Aspects_Dynamic", "deposit(_:)", .before) {} }
  }
}
