import Interception
import Testing

/// Every level counts once: subclass, then object, then superclass, then the original, and back.
///
/// One test after the other, since some hook the class at the root of the others.
@Suite(.serialized) struct ClassHierarchyTests {
  /// Marks what runs: a before, an around, and an after of one name.
  static func mark(
    _ message: Message<Animal, Log, Int>, on type: Animal.Type, as name: String
  ) throws -> [AspectToken] {
    [
      try message.hook(on: type, .before) { $0.arguments.write("\(name) before") },
      try message.hook(on: type, .around) { call in
        call.arguments.write("\(name) in")
        defer { call.arguments.write("\(name) out") }
        return call.proceed()
      },
      try message.hook(on: type, .after) { $0.arguments.write("\(name) after") },
    ]
  }

  static func mark(_ object: Animal, as name: String) throws -> [AspectToken] {
    [
      try object.hook(Animal.speak, .before) { $0.arguments.write("\(name) before") },
      try object.hook(Animal.speak, .around) { call in
        call.arguments.write("\(name) in")
        defer { call.arguments.write("\(name) out") }
        return call.proceed()
      },
      try object.hook(Animal.speak, .after) { $0.arguments.write("\(name) after") },
    ]
  }

  class Animal: InterceptableObject {
    static let speak = Message<Animal, Log, Int>("speak(_:)") { _, log in
      log.write("original")
      return 1
    }
    @discardableResult
    func speak(_ log: Log) -> Int { send(Animal.speak, log) }
  }

  static let whole = [
    "sub before", "object before", "sub in", "object in",
    "super before", "super in", "original", "super out", "super after",
    "object out", "sub out", "sub after", "object after",
  ]

  private class Middle: Animal {}
  private class Dog: Middle {}

  /// All six orders of hooking give the one order of running.
  @Test func `Levels run in the one order whatever was hooked first`() throws {
    let log = Log()
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let dog = Dog()
      var tokens: [AspectToken] = []
      for level in order {
        switch level {
        case 0: tokens += try Self.mark(Animal.speak, on: Middle.self, as: "super")
        case 1: tokens += try Self.mark(Animal.speak, on: Dog.self, as: "sub")
        default: tokens += try Self.mark(dog, as: "object")
        }
      }
      #expect(dog.speak(log) == 1)
      #expect(log.take() == Self.whole, "\(order)")
      Dog().speak(log)
      #expect(log.take() == Self.whole.filter { !$0.hasPrefix("object") }, "\(order)")
      Middle().speak(log)
      #expect(log.take() == Self.whole.filter { $0.hasPrefix("super") || $0 == "original" }, "\(order)")
      Animal().speak(log)
      #expect(log.take() == ["original"], "\(order)")
      for token in tokens.shuffled() { #expect(token.remove()) }
      dog.speak(log)
      #expect(log.take() == ["original"], "\(order)")
      #expect(!dog.isHooked)
    }
  }

  private class Parent: Animal {}
  private class Late: Parent {}

  @Test func `A subclass registered after the hook inherits it`() throws {
    let log = Log()
    let tokens = try Self.mark(Animal.speak, on: Parent.self, as: "super")
    Late().speak(log)
    #expect(log.take() == ["super before", "super in", "original", "super out", "super after"])
    for token in tokens { token.remove() }
    Late().speak(log)
    #expect(log.take() == ["original"])
  }

  private class Cat: Animal {
    override func speak(_ log: Log) -> Int {
      log.write("override")
      return super.speak(log) + 1
    }
  }

  @Test func `A Swift override that calls super runs outside the levels`() throws {
    let log = Log()
    let tokens =
      try Self.mark(Animal.speak, on: Cat.self, as: "sub") + Self.mark(Animal.speak, on: Animal.self, as: "super")
    #expect(Cat().speak(log) == 2)
    #expect(
      log.take() == [
        "override", "sub before", "sub in", "super before", "super in", "original", "super out", "super after",
        "sub out", "sub after",
      ])
    for token in tokens { token.remove() }
  }

  private class Left: Animal {}
  private class Right: Animal {}

  @Test func `A hook on a sibling or on a subclass leaves the others alone`() throws {
    let log = Log()
    let tokens = try Self.mark(Animal.speak, on: Left.self, as: "left")
    Right().speak(log)
    #expect(log.take() == ["original"])
    let right = try Self.mark(Animal.speak, on: Right.self, as: "right")
    for token in tokens { token.remove() }
    Right().speak(log)
    #expect(log.take() == ["right before", "right in", "original", "right out", "right after"])
    for token in right { token.remove() }
  }

  private class Parent2: Animal {}
  private class Child: Parent2 {}

  @Test func `Instead on a subclass keeps the superclass from running`() throws {
    let log = Log()
    var tokens = try Self.mark(Animal.speak, on: Parent2.self, as: "super")
    tokens.append(try Animal.speak.hook(on: Child.self, .instead) { _ in 9 })
    #expect(Child().speak(log) == 9)
    #expect(log.take().isEmpty)
    #expect(Parent2().speak(log) == 1)
    for token in tokens { token.remove() }
  }

  private class Parent3: Animal {}
  private class Child2: Parent3 {}

  @Test func `Listing and explanation follow the order of running`() throws {
    let child = Child2()
    let log = Log()
    let tokens =
      try Self.mark(child, as: "object") + Self.mark(Animal.speak, on: Parent3.self, as: "super")
      + [try Animal.speak.hook(on: Child2.self, .before, [.named("n"), .priority(2)]) { _ in }]
    let order = child.aspects(of: "speak(_:)")
    #expect(order.map(\.position) == [.before, .before, .around, .before, .around, .after, .after])
    #expect(order.map(\.className) == ["Child2", "Child2", "Child2", "Parent3", "Parent3", "Parent3", "Child2"])
    #expect(order.map(\.isOfObject) == [false, true, true, false, false, false, true])
    #expect(
      child.explain("speak(_:)").split(separator: "\n").prefix(2) == [
        "before Child2.speak(_:), class, 'n', priority 2", "before Child2.speak(_:), object",
      ])
    #expect(ClassObject.of(Parent3.self).aspects(of: "speak(_:)").count == 3)
    #expect(ClassObject.of(Child2.self).aspects.count == 1)
    #expect(child.aspects.count == 3)
    #expect(child.speak(log) == 1)
    for token in tokens { token.remove() }
    #expect(child.explain("speak(_:)").isEmpty)
  }
}

/// The rule of one hooked class on every path to the root.
struct HierarchyPolicyTests {
  private class Root: InterceptableObject {
    static let go = Message<Root, Void, Void>("go()") { _, _ in }
  }

  private class A: Root {}
  private class B: A {}
  private class C: A {}

  @Test func `Exclusive hooks have exact books`() throws {
    func exclusive(_ type: Root.Type) throws(AspectError) -> AspectToken {
      try Root.go.hook(on: type, .before, .exclusive) { _ in }
    }
    let first = try exclusive(B.self)
    let second = try exclusive(B.self)
    for type in [Root.self, A.self] {
      #expect(
        throws: AspectError.alreadyHooked(
          class: ClassObject.of(type).name, selector: "go()", hookedIn: "B")
      ) { try exclusive(type) }
    }
    #expect(throws: AspectError.alreadyHooked(class: "A", selector: "go()", hookedIn: "B")) {
      try Root.go.hook(on: A.self, .before) { _ in }
    }
    let sibling = try exclusive(C.self)
    let object = try B().hook(Root.go, .before, .exclusive) { _ in }
    #expect(first.remove())
    #expect(throws: AspectError.self) { try exclusive(A.self) }
    #expect(second.remove())
    #expect(throws: AspectError.alreadyHooked(class: "A", selector: "go()", hookedIn: "C")) { try exclusive(A.self) }
    #expect(sibling.remove())
    _ = object
    let parent = try exclusive(A.self)
    #expect(throws: AspectError.alreadyHooked(class: "B", selector: "go()", hookedIn: "A")) { try exclusive(B.self) }
    #expect(throws: AspectError.alreadyHooked(class: "B", selector: "go()", hookedIn: "A")) {
      try Root.go.hook(on: B.self, .after) { _ in }
    }
    #expect(throws: AspectError.alreadyHooked(class: "Root", selector: "go()", hookedIn: "A")) {
      try exclusive(Root.self)
    }
    #expect(parent.remove())
    #expect(try exclusive(Root.self).remove())
    #expect(try exclusive(B.self).remove())
  }

  private class Trunk: InterceptableObject {
    static let go = Message<Trunk, Void, Void>("go()") { _, _ in }
  }

  private class A2: Trunk {}

  @Test func `Layered hooks keep an exclusive one out`() throws {
    let token = try Trunk.go.hook(.before) { _ in }
    #expect(throws: AspectError.alreadyHooked(class: "A2", selector: "go()", hookedIn: "Trunk")) {
      try Trunk.go.hook(on: A2.self, .before, .exclusive) { _ in }
    }
    let layered = try Trunk.go.hook(on: A2.self, .before) { _ in }
    #expect(layered.remove())
    #expect(token.remove())
  }
}
