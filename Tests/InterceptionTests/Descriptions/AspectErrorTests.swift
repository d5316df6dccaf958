import Interception
import Testing

/// Each refusal, in the order of checking, and that it leaves no trace.
struct AspectErrorTests {
  class Thing: InterceptableObject {
    static let retain = Message<Thing, Void, Void>("retain()") { _, _ in }
    static let run = Message<Thing, Int, Int>("run(_:)") { _, value in value }
    @discardableResult func run(_ value: Int) -> Int { send(Thing.run, value) }
  }
  class Stranger: InterceptableObject {}

  /// What can be seen of an object and its class from outside.
  private func state(_ object: Thing) -> [String] {
    let selectors: [Selector] = ["run(_:)", "retain()", "deinit"]
    return [object.statedClass.name, object.actualClass.name, "\(object.isHooked)", "\(object.aspects)"]
      + selectors.map { object.explain($0) } + ["\(object.statedClass.aspects)", "\(object.run(3))"]
  }

  private func expect(_ error: AspectError, on object: Thing, from hook: () throws -> AspectToken) {
    let before = state(object)
    #expect(throws: error) { try hook() }
    #expect(state(object) == before)
  }

  private class Own: Thing {}

  @Test func `The runtimes own messages are refused`() {
    let own = Own()
    let error = AspectError.selectorBlacklisted(class: "Own", selector: "retain()")
    expect(error, on: own) { try own.hook(Thing.retain, .before) { _ in } }
    expect(error, on: own) { try Thing.retain.hook(on: Own.self, .around) { $0.proceed() } }
  }

  private class Own2: Thing {}

  @Test func `The deallocation message takes before only`() throws {
    let own = Own2()
    func error(_ position: AdvicePosition) -> AspectError {
      .deallocationPosition(class: "Own2", selector: .deallocation, position: position)
    }
    expect(error(.after), on: own) { try own.hook(InterceptableObject.deallocation, .after) { _ in } }
    expect(error(.afterReturning), on: own) { try own.hook(InterceptableObject.deallocation, .afterReturning) { _ in } }
    expect(error(.afterThrowing), on: own) { try own.hook(InterceptableObject.deallocation, .afterThrowing) { _ in } }
    expect(error(.instead), on: own) { try own.hook(InterceptableObject.deallocation, .instead) { $0.proceed() } }
    expect(error(.around), on: own) {
      try InterceptableObject.deallocation.hook(on: Own2.self, .around) { $0.proceed() }
    }
  }

  private class Own3: Thing {}

  @Test func `A message of another class is not responded to`() {
    let own = Own3()
    let error = AspectError.doesNotRespond(class: "Own3", selector: "deposit(_:)")
    expect(error, on: own) { try own.hook(Account.deposit, .before) { _ in } }
    #expect(throws: error) { try ClassObject.of(Own3.self).override(Account.deposit) { $0.callSuper() } }
  }

  private class Own4: Thing {
    static let release = Message<Own4, Void, Void>("release()") { _, _ in }
  }

  @Test func `The first failure wins`() throws {
    // Of another class and blacklisted: blacklisted comes first.
    #expect(throws: AspectError.selectorBlacklisted(class: "Stranger", selector: "release()")) {
      try Stranger().hook(Own4.release, .before) { _ in }
    }
    // Of another class and hooked exclusively there: not responding comes first.
    let token = try Thing.run.hook(on: Own4.self, .before, .exclusive) { _ in }
    #expect(throws: AspectError.doesNotRespond(class: "Stranger", selector: "run(_:)")) {
      try Stranger().hook(Thing.run, .before, .exclusive) { _ in }
    }
    token.remove()
  }

  private class Upper: InterceptableObject {
    static let name = Message<Upper, Int, Int>("name(_:)") { _, value in value }
  }

  private class Lower: Upper {
    static let other = Message<Lower, String, Int>("name(_:)") { _, value in value.count }
  }

  @Test func `A hooked class on the path is told of before other types`() throws {
    let token = try Upper.name.hook(.before) { _ in }
    #expect(throws: AspectError.alreadyHooked(class: "Lower", selector: "name(_:)", hookedIn: "Upper")) {
      try Lower.other.hook(.before, .exclusive) { _ in }
    }
    token.remove()
  }

  private class Upper2: Thing {}
  private class Lower2: Upper2 {}

  @Test func `Exclusive refusals leave no trace`() throws {
    let upper = Upper2()
    let token = try Thing.run.hook(on: Lower2.self, .before) { $0.arguments += 1 }
    expect(.alreadyHooked(class: "Upper2", selector: "run(_:)", hookedIn: "Lower2"), on: upper) {
      try Thing.run.hook(on: Upper2.self, .before, .exclusive) { _ in }
    }
    token.remove()
  }

  private class Upper3: InterceptableObject {
    static let name = Message<Upper3, Int, Int>("name(_:)") { _, value in value }
  }

  private class Lower3: Upper3 {
    static let name2 = Message<Lower3, String, Int>("name(_:)") { _, value in value.count }
  }

  @Test func `A name that has other types on the path is refused`() throws {
    let token = try Upper3.name.hook(.before) { _ in }
    #expect(
      throws: AspectError.incompatibleSignature(
        class: "Lower3", selector: "name(_:)", expected: "Upper3.(Int) -> Int", given: "Lower3.(String) -> Int")
    ) { try Lower3.name2.hook(.before) { _ in } }
    #expect(Lower3.name2.hooked().isEmpty)
    token.remove()
  }

  private class Own5: Thing {}

  @Test func `A refused hook doesn't bind an object to its class`() throws {
    let own = Own5()
    #expect(throws: AspectError.self) { try own.hook(Account.deposit, .before) { _ in } }
    let dynamic = try ClassObject.of(Own5.self).makeSubclass(named: "AspectErrorTests.Moved")
    try dynamic.override(Thing.run) { call in call.callSuper() * 10 }
    let first = try own.hook(Thing.run, .before) { $0.arguments += 1 }
    first.remove()
    try own.setClass(dynamic)
    let token = try own.hook(Thing.run, .before) { $0.arguments += 1 }
    #expect(own.run(3) == 40)
    token.remove()
    #expect(own.run(3) == 30)
  }

  @Test func `Every error says what went wrong`() {
    let table: [(AspectError, String)] = [
      (
        .selectorBlacklisted(class: "A", selector: "retain()"),
        "A: 'retain()' belongs to the runtime's own life cycle, and cannot be hooked or sent by name"
      ),
      (
        .deallocationPosition(class: "A", selector: "deinit", position: .after),
        "A: 'deinit' takes advice before it only, not after"
      ),
      (.doesNotRespond(class: "A", selector: "x()"), "A does not respond to 'x()'"),
      (
        .alreadyHooked(class: "A", selector: "x()", hookedIn: "B"),
        "A: 'x()' is already hooked in B, on the same path to the root"
      ),
      (
        .incompatibleSignature(class: "A", selector: "x()", expected: "() -> Int", given: "() -> Void"),
        "A: 'x()' is () -> Int, not () -> Void"
      ),
      (
        .declaredTwice(class: "A", selector: "x()", first: "A.() -> Int on line 1", second: "A.() -> Void on line 2"),
        "A declares 'x()' twice: A.() -> Int on line 1, and A.() -> Void on line 2"
      ),
      (
        .propertyName(class: "A", selector: "setter:xs", known: "x"),
        "A: 'setter:xs' is of a stored property that is known as 'x'"
      ),
      (.classPairUnavailable(name: "A"), "a class named A exists and is not the runtime's own"),
      (
        .classInUse(name: "A", objects: 1, subclasses: 2),
        "A cannot be disposed of: 1 objects and 2 subclasses use it"
      ),
      (.notASubclass(class: "A", of: "B"), "A is not a dynamic subclass of B"),
      (
        .objectDeallocated(class: "A", selector: "x()"),
        "the object of A whose 'x()' was hooked is deallocated, and its hooks with it"
      ),
      (
        .doesNotRespond(class: "A", selector: "x", near: ["x()", "x(_:)"]),
        "A does not respond to 'x'; did you mean 'x()' or 'x(_:)'?"
      ),
      (
        .unknownClass(name: "A", near: []),
        "no class named A is registered, by its first object or Runtime.register(_:)"
      ),
      (
        .unknownClass(name: "A", near: ["B"]),
        "no class named A is registered, by its first object or Runtime.register(_:); did you mean 'B'?"
      ),
      (
        .missingSignature(class: "A", selector: "x()", given: "String"),
        "A: the advice for 'x()' is String, not a function whose types can be known"
      ),
      (.argumentCount(class: "A", selector: "x()", expected: 0, given: 2), "A: 'x()' takes 0 arguments, not 2"),
      (
        .noSuchArgument(class: "A", selector: "x(_:)", index: 1, count: 1),
        "A: 'x(_:)' has no argument 1, only 1 from 0 on"
      ),
      (
        .argumentType(class: "A", selector: "x(_:)", index: 0, expected: "Int", given: "String"),
        "A: argument 0 of 'x(_:)' is Int, not String"
      ),
      (
        .resultType(class: "A", selector: "x()", expected: "Int", given: "String"),
        "A: 'x()' returns Int, not String"
      ),
      (
        .errorType(class: "A", selector: "x()", expected: "Never", given: "Oops: oops"),
        "A: 'x()' throws Never, not Oops: oops"
      ),
      (.isAsynchronous(class: "A", selector: "x()"), "A: 'x()' is asynchronous and must be awaited"),
      (
        .notOnMainActor(class: "A", selector: "x()"),
        "A: 'x()' is not a message of the main actor, and cannot take its advice"
      ),
      (
        .forwardingLoop(class: "A", selector: "x()"),
        "A: 'x()' returned to an object that is forwarding it"
      ),
      (
        .unavailable(operation: "proceed", class: "A", selector: "x()", position: .before),
        "A: 'proceed' is not available before 'x()'"
      ),
      (.callEnded(class: "A", selector: "x()"), "A: the call of 'x()' has ended"),
    ]
    for (error, words) in table { #expect(error.description == words) }
  }
}
