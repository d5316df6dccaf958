import Interception
import Testing

@Suite("Hooks on class objects")
struct ClassObjectHookTests {
  class Ship: InterceptableObject {
    static let sail = ThrowingMessage<Ship, Int, Int, AccountError>("sail(_:)") {
      (_, miles) throws(AccountError) in
      guard miles >= 0 else { throw .refused }
      return miles
    }
    func sail(_ miles: Int) throws(AccountError) -> Int { try send(Ship.sail, miles) }
  }

  /// Installs an advice of each position, none of which throws.
  static func hookAll(_ level: ClassObject, _ log: Log) throws -> [AspectToken] {
    [
      try level.hook(Ship.sail, .before) { call in
        log.write("before")
        call.arguments += 1
      },
      try level.hook(Ship.sail, .around) { call throws(AccountError) in
        log.write("around")
        return try call.proceed() * 10
      },
      try level.hook(Ship.sail, .instead) { call throws(AccountError) in
        log.write("instead")
        return try call.proceed() + 2
      },
      try level.hook(Ship.sail, .after) { _ in log.write("after") },
      try level.hook(Ship.sail, .afterReturning) { call in
        log.write("returned")
        call.result += 3
      },
      try level.hook(Ship.sail, .afterThrowing) { call in
        log.write("threw")
        call.error = .overdrawn(1)
      },
    ]
  }

  private class Own: Ship {}
  private class Twin: Ship {}

  @Test func `Every position can be hooked on a class object`() throws {
    let log = Log()
    let declared = ClassObject.of(Own.self)
    let dynamic = try declared.makeSubclass(named: "ClassObjectHookTests.positions")
    for level in [dynamic, declared] {
      let moved = Own(), other = Own()
      try moved.setClass(dynamic)
      let tokens = try Self.hookAll(level, log)
      #expect(level.aspects.map(\.className) == Array(repeating: level.name, count: 6))
      #expect(try moved.sail(4) == 73)
      #expect(log.take() == ["before", "around", "instead", "after", "returned"], "\(level)")
      #expect(throws: AccountError.overdrawn(1)) { try moved.sail(-9) }
      #expect(log.take() == ["before", "around", "instead", "after", "threw"], "\(level)")
      #expect(try other.sail(4) == (level == declared ? 73 : 4))
      #expect(try Twin().sail(4) == 4)
      #expect(log.take().count == (level == declared ? 5 : 0))
      for token in tokens.shuffled() { #expect(token.remove() && !token.remove()) }
      #expect(try moved.sail(4) == 4)
      #expect((log.take().isEmpty, level.aspects.isEmpty) == (true, true))
    }
  }

  private class Own2: Ship {}

  @Test func `Throwing advice can be hooked on a class object`() throws {
    let level = try ClassObject.of(Own2.self).makeSubclass(named: "ClassObjectHookTests.throwing")
    let own = Own2()
    try own.setClass(level)
    func check(_ token: AspectToken) {
      #expect(throws: AccountError.overdrawn(7)) { try own.sail(1) }
      #expect(token.remove())
      #expect((try? own.sail(1)) == 1)
    }
    check(try level.hook(Ship.sail, .before) { _ throws(AccountError) in throw .overdrawn(7) })
    check(try level.hook(Ship.sail, .after) { _ throws(AccountError) in throw .overdrawn(7) })
    check(try level.hook(Ship.sail, .afterReturning) { _ throws(AccountError) in throw .overdrawn(7) })
    check(try level.hook(Ship.sail, .instead) { _ throws(AccountError) in throw .overdrawn(7) })
    check(try level.hook(Ship.sail, .around) { _ throws(AccountError) in throw .overdrawn(7) })
    let token = try level.hook(Ship.sail, .afterThrowing) { _ throws(AccountError) in throw .overdrawn(8) }
    #expect(throws: AccountError.overdrawn(8)) { try own.sail(-1) }
    token.remove()
  }

  private class Own3: Ship {}
  private class Below: Own3 {}

  @Test func `A hook on an inheriting class wraps the message there`() throws {
    let level = ClassObject.of(Own3.self)
    let token = try level.hook(Ship.sail, .around) { call throws(AccountError) in try call.proceed() + 1 }
    try ClassObject.of(Below.self).override(Ship.sail) { call throws(AccountError) in try call.callSuper() + 100 }
    #expect(try (Ship().sail(1), Own3().sail(1), Below().sail(1)) == (1, 2, 102))
    let clash = Message<Ship, String, Int>("sail(_:)") { _, _ in 0 }
    #expect(throws: AspectError.self) { try level.hook(clash, .before) { _ in } }
    #expect(throws: AspectError.self) { try ClassObject.of(Below.self).hook(clash, .instead) { _ in 0 } }
    #expect(try (Ship().sail(1), Own3().sail(1), Below().sail(1)) == (1, 2, 102))
    #expect(token.remove())
    #expect(try (Own3().sail(1), Below().sail(1)) == (1, 101))
    ClassObject.of(Below.self).removeOverride(of: Ship.sail)
  }

  private class Own4: Ship {}

  @Test func `A class that is gone, or lacks the message, refuses the hook`() throws {
    let brief = try ClassObject.of(Own4.self).makeSubclass(named: "ClassObjectHookTests.brief")
    let token = try brief.hook(Ship.sail, .before) { _ in }
    try brief.dispose()
    #expect(!token.remove())
    #expect(throws: AspectError.doesNotRespond(class: "Own4", selector: "sail(_:)")) {
      try brief.hook(Ship.sail, .before) { _ in }
    }
    #expect(throws: AspectError.doesNotRespond(class: "Account", selector: "sail(_:)")) {
      try ClassObject.of(Account.self).hook(Ship.sail, .before) { _ in }
    }
  }
}
