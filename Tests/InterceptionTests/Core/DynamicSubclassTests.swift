import Interception
import Testing

struct DynamicSubclassTests {
  class Lamp: InterceptableObject {
    var level = 0
    static let dim = Message<Lamp, Int, Int>("dim(_:)") { lamp, by in
      lamp.level -= by
      return lamp.level
    }
    @discardableResult func dim(_ by: Int) -> Int { send(Lamp.dim, by) }
  }

  private class Own: Lamp {}
  private class Other: Lamp {}

  @Test func `A name gives the same subclass twice`() throws {
    let made = try ClassObject.of(Own.self).makeSubclass(named: "Lamp+once")
    #expect(try ClassObject.of(Own.self).makeSubclass(named: "Lamp+once") === made)
    #expect(made.superclass === ClassObject.of(Own.self))
    #expect(ClassObject.named("Lamp+once") === made)
    for name in ["Lamp+once", "Lamp", "InterceptableObject"] {
      #expect(throws: AspectError.classPairUnavailable(name: name)) {
        try ClassObject.of(Other.self).makeSubclass(named: name)
      }
    }
  }

  private class Own2: Lamp {}

  @Test func `An object is moved there and back and states its own class`() throws {
    let quiet = try ClassObject.of(Own2.self).makeSubclass(named: "Lamp+quiet")
    try quiet.override(Lamp.dim) { call in call.callSuper(call.arguments / 2) }
    let lamp = Own2()
    #expect(lamp.dim(4) == -4)
    try lamp.setClass(quiet)
    #expect(lamp.statedClass === ClassObject.of(Own2.self))
    #expect(lamp.actualClass === quiet)
    #expect(lamp.dim(4) == -6)
    #expect(Own2().dim(4) == -4)
    try lamp.setClass(ClassObject.of(Own2.self))
    #expect(lamp.actualClass === lamp.statedClass)
    #expect(lamp.dim(4) == -10)
    #expect(throws: AspectError.notASubclass(class: "Lamp", of: "Own2")) {
      try lamp.setClass(ClassObject.of(Lamp.self))
    }
    #expect(throws: AspectError.notASubclass(class: "Lamp+quiet", of: "Lamp")) { try Lamp().setClass(quiet) }
  }

  private class Own3: Lamp {}

  @Test func `What is hooked on an object moves with it`() throws {
    let log = Log()
    let loud = try ClassObject.of(Own3.self).makeSubclass(named: "Lamp+loud")
    try loud.override(Lamp.dim) { call in
      log.write("loud")
      return call.callSuper()
    }
    let lamp = Own3()
    let token = try lamp.hook(Lamp.dim, .before) { _ in log.write("object") }
    let onClass = try Lamp.dim.hook(on: Own3.self, .before) { _ in log.write("class") }
    lamp.dim(1)
    #expect(log.take() == ["class", "object"])
    try lamp.setClass(loud)
    #expect(lamp.actualClass === loud)
    lamp.dim(1)
    #expect(log.take() == ["object", "loud", "class"])
    #expect(token.remove())
    #expect(lamp.actualClass === loud)
    lamp.dim(1)
    #expect(log.take() == ["loud", "class"])
    let again = try lamp.hook(Lamp.dim, .before) { _ in log.write("again") }
    try lamp.setClass(lamp.statedClass)
    lamp.dim(1)
    #expect(log.take() == ["class", "again"])
    again.remove()
    onClass.remove()
    lamp.dim(1)
    #expect(log.take().isEmpty)
  }

  private class Own4: Lamp {}

  @Test func `A subclass without an implementation of its own is no level`() throws {
    let log = Log()
    let plain = try ClassObject.of(Own4.self).makeSubclass(named: "Lamp+plain")
    let lamp = Own4()
    try lamp.setClass(plain)
    let tokens = [
      try lamp.hook(Lamp.dim, .before) { _ in log.write("object") },
      try Lamp.dim.hook(on: Own4.self, .before) { _ in log.write("class") },
    ]
    lamp.dim(1)
    #expect(log.take() == ["class", "object"])
    for token in tokens { token.remove() }
  }

  private class Own5: Lamp {}

  @Test func `Subclasses of subclasses call up level by level`() throws {
    var above = ClassObject.of(Own5.self)
    for number in 1...5 {
      above = try above.makeSubclass(named: "Lamp+\(number)")
      try above.override(Lamp.dim) { call in call.callSuper(call.arguments + 1) * 2 }
    }
    let lamp = Own5()
    try lamp.setClass(above)
    #expect(lamp.dim(0) == -5 * 32)
  }

  private class Own6: Lamp {}

  @Test func `An override is replaced and removed`() throws {
    let sub = try ClassObject.of(Own6.self).makeSubclass(named: "Lamp+changing")
    let lamp = Own6()
    try lamp.setClass(sub)
    try sub.override(Lamp.dim) { _ in 1 }
    #expect(sub.overrides("dim(_:)"))
    #expect(lamp.dim(5) == 1)
    try sub.override(Lamp.dim) { _ in 2 }
    #expect(lamp.dim(5) == 2)
    #expect(sub.removeOverride(of: Lamp.dim))
    #expect(!sub.removeOverride(of: Lamp.dim))
    #expect(!sub.overrides("dim(_:)"))
    #expect(lamp.dim(5) == -5)
  }

  private class Own7: Lamp {}

  @Test func `An override that removes itself runs to its end`() throws {
    let sub = try ClassObject.of(Own7.self).makeSubclass(named: "Lamp+suicidal")
    let lamp = Own7()
    try lamp.setClass(sub)
    try sub.override(Lamp.dim) { call in
      sub.removeOverride(of: Lamp.dim)
      return call.callSuper() + 100
    }
    #expect(lamp.dim(5) == 95)
    #expect(lamp.dim(5) == -10)
  }

  private class Own8: Lamp {}

  @Test func `A subclass is disposed of when nothing uses it`() throws {
    let sub = try ClassObject.of(Own8.self).makeSubclass(named: "Lamp+brief")
    let subsub = try sub.makeSubclass(named: "Lamp+briefer")
    try sub.override(Lamp.dim) { _ in 7 }
    do {
      let lamp = Own8()
      let other = Own8()
      try lamp.setClass(subsub)
      try other.setClass(sub)
      #expect(throws: AspectError.classInUse(name: "Lamp+brief", objects: 1, subclasses: 1)) { try sub.dispose() }
      #expect(throws: AspectError.classInUse(name: "Lamp+briefer", objects: 1, subclasses: 0)) { try subsub.dispose() }
      let token = try lamp.hook(Lamp.dim, .before) { _ in }
      #expect(throws: AspectError.classInUse(name: "Lamp+briefer", objects: 1, subclasses: 0)) { try subsub.dispose() }
      try other.setClass(other.statedClass)
      #expect(token.remove())
      #expect(lamp.dim(1) == 7)
    }
    try subsub.dispose()
    try sub.dispose()
    #expect(ClassObject.named("Lamp+brief") == nil)
    #expect(throws: AspectError.classPairUnavailable(name: "Lamp+brief")) { try sub.dispose() }
    #expect(throws: AspectError.classPairUnavailable(name: "Lamp+brief")) { try sub.makeSubclass(named: "x") }
    #expect(throws: AspectError.notASubclass(class: "Lamp+brief", of: "Own8")) { try Own8().setClass(sub) }
    #expect(throws: AspectError.doesNotRespond(class: "Own8", selector: "dim(_:)")) {
      try sub.override(Lamp.dim) { _ in 1 }
    }
    #expect(throws: AspectError.classPairUnavailable(name: "Own8")) { try ClassObject.of(Own8.self).dispose() }
    let again = try ClassObject.of(Own8.self).makeSubclass(named: "Lamp+brief")
    #expect(again !== sub)
    let lamp = Own8()
    try lamp.setClass(again)
    #expect(lamp.dim(1) == -1)
  }
}
