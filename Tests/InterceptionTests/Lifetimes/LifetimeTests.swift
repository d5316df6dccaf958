@testable import Interception
import Testing

/// Nothing that is hooked, or hooks, outlives its use.
@Suite("Lifetimes")
struct LifetimeTests {
  class Strongbox: InterceptableObject {
    var token: AspectToken?
    var inside: (() -> Void)?

    static let open = ThrowingMessage<Strongbox, Int, Int, AccountError>("open(_:)") {
      strongbox, value throws(AccountError) in
      strongbox.inside?()
      if value < 0 { throw .refused }
      return value
    }
    @discardableResult func open(_ value: Int) throws(AccountError) -> Int { try Strongbox.open.send(to: self, value) }
  }

  /// A way to hook, which captures something for the hook.
  private struct Way: Sendable {
    let name: String
    let hook: @Sendable (Strongbox, AspectOptions, Captured) throws -> AspectToken
  }

  /// Each position on one object, and on the class `type`.
  private static func ways(_ type: Strongbox.Type) -> [Way] {
    ofObject + [
      Way(name: "before, class") {
        try Strongbox.open.hook(on: Swift.type(of: $0), .before, $1) { [c = $2] _ in c.touch() }
      },
      Way(name: "after, class") {
        try Strongbox.open.hook(on: Swift.type(of: $0), .after, $1) { [c = $2] _ in c.touch() }
      },
      Way(name: "after returning, class") {
        try Strongbox.open.hook(on: Swift.type(of: $0), .afterReturning, $1) { [c = $2] _ in c.touch() }
      },
      Way(name: "after throwing, class") {
        try Strongbox.open.hook(on: Swift.type(of: $0), .afterThrowing, $1) { [c = $2] _ in c.touch() }
      },
      Way(name: "instead, class") {
        try Strongbox.open.hook(on: Swift.type(of: $0), .instead, $1) { [c = $2] call throws(AccountError) in
          c.touch()
          return try call.proceed()
        }
      },
      Way(name: "around, class") {
        try Strongbox.open.hook(on: Swift.type(of: $0), .around, $1) { [c = $2] call throws(AccountError) in
          c.touch()
          return try call.proceed()
        }
      },
    ]
  }

  private static let ofObject = [
    Way(name: "before") { try $0.hook(Strongbox.open, .before, $1) { [c = $2] _ in c.touch() } },
    Way(name: "after") { try $0.hook(Strongbox.open, .after, $1) { [c = $2] _ in c.touch() } },
    Way(name: "after returning") { try $0.hook(Strongbox.open, .afterReturning, $1) { [c = $2] _ in c.touch() } },
    Way(name: "after throwing") { try $0.hook(Strongbox.open, .afterThrowing, $1) { [c = $2] _ in c.touch() } },
    Way(name: "instead") {
      try $0.hook(Strongbox.open, .instead, $1) { [c = $2] call throws(AccountError) in
        c.touch()
        return try call.proceed()
      }
    },
    Way(name: "around") {
      try $0.hook(Strongbox.open, .around, $1) { [c = $2] call throws(AccountError) in
        c.touch()
        return try call.proceed()
      }
    },
  ]

  /// Calls in a way that every position runs.
  private static func use(_ strongbox: Strongbox) {
    _ = try? strongbox.open(1)
    _ = try? strongbox.open(-1)
  }

  private class Own: Strongbox {}

  @Test func `Captured values are freed by removal, at every position`() throws {
    let alive = AliveCount()
    for way in Self.ways(Own.self) {
      let strongbox = Own()
      let token = try way.hook(strongbox, [], Captured(alive))
      Self.use(strongbox)
      #expect(alive.now == 1, "\(way.name)")
      #expect(token.remove(), "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
      #expect((token.remove(), token.removeAndWait()) == (false, false), "\(way.name)")
    }
  }

  private class Own2: Strongbox {}

  @Test func `Captured values live as long as a call is inside`() throws {
    let alive = AliveCount()
    for way in Self.ways(Own2.self) {
      let strongbox = Own2()
      let token = try way.hook(strongbox, [], Captured(alive))
      var seen: [Int] = []
      strongbox.inside = { seen += [token.remove() ? 1 : 0, token.remove() ? 1 : 0, alive.now] }
      _ = try? strongbox.open(1)
      #expect(seen == [1, 0, 1], "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
    }
  }

  private class Own3: Strongbox {}

  @Test func `Captured values of one-call advice are freed after it`() throws {
    let alive = AliveCount()
    for way in Self.ways(Own3.self) {
      let strongbox = Own3()
      let used = try way.hook(strongbox, .automaticRemoval, Captured(alive))
      Self.use(strongbox)
      #expect(eventually { alive.now == 0 }, "\(way.name)")
      #expect(!used.remove(), "\(way.name)")
      let unused = try way.hook(strongbox, .automaticRemoval, Captured(alive))
      #expect((alive.now, unused.remove()) == (1, true), "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
    }
  }

  @Test func `A dropped token leaves its advice, a kept one holds nothing`() throws {
    let alive = AliveCount()
    for way in Self.ofObject {
      weak var gone: Strongbox?
      weak var personal: ClassObject?
      var kept: AspectToken?
      do {
        let strongbox = Strongbox()
        gone = strongbox
        _ = try way.hook(strongbox, [], Captured(alive))
        kept = try way.hook(strongbox, [], Captured(alive))
        personal = strongbox.currentClass
        Self.use(strongbox)
        #expect(alive.now == 2, "\(way.name)")
      }
      #expect((gone == nil, personal == nil) == (true, true), "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
      #expect(kept?.remove() == false, "\(way.name)")
    }
  }

  private final class Box2 { var token: AspectToken? }

  @Test func `An object and its advice may hold their tokens`() throws {
    let alive = AliveCount()
    weak var gone: Strongbox?
    do {
      let strongbox = Strongbox()
      gone = strongbox
      strongbox.token = try Self.ofObject[0].hook(strongbox, [], Captured(alive))
      let holder = Box2()
      holder.token = try strongbox.hook(Strongbox.open, .after) { [c = Captured(alive)] _ in
        c.touch()
        holder.token?.remove()
      }
      Self.use(strongbox)
      #expect(eventually { alive.now == 1 })
    }
    #expect(gone == nil)
    #expect(eventually { alive.now == 0 })
  }

  @Test(arguments: 0..<6)
  func `Advice that captures its object keeps it until it is removed`(position: Int) throws {
    let alive = AliveCount()
    weak var gone: Strongbox?
    var token: AspectToken?
    do {
      let strongbox = Strongbox()
      gone = strongbox
      strongbox.setAssociatedValue(Captured(alive), for: Self.key)
      let hook: AspectToken
      switch position {
      case 0: hook = try strongbox.hook(Strongbox.open, .before) { _ in _ = strongbox }
      case 1: hook = try strongbox.hook(Strongbox.open, .after) { _ in _ = strongbox }
      case 2: hook = try strongbox.hook(Strongbox.open, .afterReturning) { _ in _ = strongbox }
      case 3: hook = try strongbox.hook(Strongbox.open, .afterThrowing) { _ in _ = strongbox }
      case 4: hook = try strongbox.hook(Strongbox.open, .instead) { _ in strongbox.isHooked ? 1 : 0 }
      default: hook = try strongbox.hook(Strongbox.open, .around) { _ in strongbox.isHooked ? 1 : 0 }
      }
      token = hook
    }
    #expect((gone != nil, alive.now) == (true, 1))
    #expect(token?.remove() == true)
    #expect(gone == nil)
    #expect(eventually { alive.now == 0 })
  }

  private static let key = AssociationKey<Captured>()

  private class Own4: Strongbox {}

  @Test func `Associated values are freed with their object`() throws {
    let alive = AliveCount()
    let dynamic = try ClassObject.of(Own4.self).makeSubclass(named: "LifetimeTests.values")
    for way in 0..<4 {
      weak var gone: Own4?
      do {
        let strongbox = Own4()
        gone = strongbox
        strongbox.setAssociatedValue(Captured(alive), for: Self.key)
        if way & 1 != 0 { try strongbox.hook(Strongbox.open, .before) { _ in } }
        if way & 2 != 0 { try strongbox.setClass(dynamic) }
        #expect((alive.now, strongbox.associatedValue(for: Self.key) != nil) == (1, true))
      }
      #expect(gone == nil, "\(way)")
      #expect(eventually { alive.now == 0 }, "\(way)")
    }
    try dynamic.dispose()
  }

  private class Own5: Strongbox {}

  @Test func `Run-time implementations are freed when they are replaced`() throws {
    let alive = AliveCount()
    let above = ClassObject.of(Own5.self)
    func override(_ classObject: ClassObject) throws {
      try classObject.override(Strongbox.open) { [c = Captured(alive)] call throws(AccountError) in
        c.touch()
        return try call.callSuper()
      }
    }
    for hasObject in [false, true] {
      let dynamic = try above.makeSubclass(named: "LifetimeTests.disposed")
      let strongbox = Own5()
      if hasObject { try strongbox.setClass(dynamic) }
      try override(above)
      try override(dynamic)
      try override(dynamic)
      Self.use(strongbox)
      #expect(eventually { alive.now == 2 })
      try strongbox.setClass(above)
      try dynamic.dispose()
      #expect(eventually { alive.now == 1 })
      // A shell takes nothing in.
      #expect(!dynamic.removeOverride(of: Strongbox.open))
      #expect(throws: AspectError.self) { try override(dynamic) }
      #expect(throws: AspectError.self) {
        try dynamic.hook(Strongbox.open, .before) { [c = Captured(alive)] _ in c.touch() }
      }
      #expect(above.removeOverride(of: Strongbox.open))
      #expect(eventually { alive.now == 0 })
    }
  }

  private class Own6: Strongbox {}

  @Test func `What is hooked on a dynamic subclass goes with the class`() throws {
    let alive = AliveCount()
    let dynamic = try ClassObject.of(Own6.self).makeSubclass(named: "LifetimeTests.hooked")
    let token = try dynamic.hook(Strongbox.open, .before) { [c = Captured(alive)] _ in c.touch() }
    do {
      let strongbox = Own6()
      try strongbox.setClass(dynamic)
      Self.use(strongbox)
    }
    try dynamic.dispose()
    #expect(eventually { alive.now == 0 })
    #expect((token.remove(), token.removeAndWait()) == (false, false))
  }

  private class Own7: Strongbox {}

  @Test func `A class that is hooked keeps none of its objects`() throws {
    let alive = AliveCount()
    let tokens = try Self.ways(Own7.self).dropFirst(6).map { try $0.hook(Own7(), [], Captured(alive)) }
    weak var gone: Own7?
    do {
      let strongbox = Own7()
      gone = strongbox
      Self.use(strongbox)
    }
    #expect((gone == nil, alive.now) == (true, 6))
    for token in tokens { #expect(token.remove()) }
    #expect(eventually { alive.now == 0 })
  }
}
