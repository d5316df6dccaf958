@testable import Interception
import Testing

/// Nothing that is hooked, or hooks, outlives its use.
@Suite("Lifetimes")
struct LifetimeTests {
  class Vault: InterceptableObject {
    var token: AspectToken?
    var inside: (() -> Void)?

    static let open = ThrowingMessage<Vault, Int, Int, AccountError>("open(_:)") { vault, value throws(AccountError) in
      vault.inside?()
      if value < 0 { throw .refused }
      return value
    }
    @discardableResult func open(_ value: Int) throws(AccountError) -> Int { try Vault.open.send(to: self, value) }
  }

  /// A way to hook, which captures something for the hook.
  private struct Way: Sendable {
    let name: String
    let hook: @Sendable (Vault, AspectOptions, Captured) throws -> AspectToken
  }

  /// Each position on one object, and on the class `type`.
  private static func ways(_ type: Vault.Type) -> [Way] {
    ofObject + [
      Way(name: "before, class") {
        try Vault.open.hook(on: Swift.type(of: $0), .before, $1) { [c = $2] _ in c.touch() }
      },
      Way(name: "after, class") { try Vault.open.hook(on: Swift.type(of: $0), .after, $1) { [c = $2] _ in c.touch() } },
      Way(name: "after returning, class") {
        try Vault.open.hook(on: Swift.type(of: $0), .afterReturning, $1) { [c = $2] _ in c.touch() }
      },
      Way(name: "after throwing, class") {
        try Vault.open.hook(on: Swift.type(of: $0), .afterThrowing, $1) { [c = $2] _ in c.touch() }
      },
      Way(name: "instead, class") {
        try Vault.open.hook(on: Swift.type(of: $0), .instead, $1) { [c = $2] call throws(AccountError) in
          c.touch()
          return try call.proceed()
        }
      },
      Way(name: "around, class") {
        try Vault.open.hook(on: Swift.type(of: $0), .around, $1) { [c = $2] call throws(AccountError) in
          c.touch()
          return try call.proceed()
        }
      },
    ]
  }

  private static let ofObject = [
    Way(name: "before") { try $0.hook(Vault.open, .before, $1) { [c = $2] _ in c.touch() } },
    Way(name: "after") { try $0.hook(Vault.open, .after, $1) { [c = $2] _ in c.touch() } },
    Way(name: "after returning") { try $0.hook(Vault.open, .afterReturning, $1) { [c = $2] _ in c.touch() } },
    Way(name: "after throwing") { try $0.hook(Vault.open, .afterThrowing, $1) { [c = $2] _ in c.touch() } },
    Way(name: "instead") {
      try $0.hook(Vault.open, .instead, $1) { [c = $2] call throws(AccountError) in
        c.touch()
        return try call.proceed()
      }
    },
    Way(name: "around") {
      try $0.hook(Vault.open, .around, $1) { [c = $2] call throws(AccountError) in
        c.touch()
        return try call.proceed()
      }
    },
  ]

  /// Calls in a way that every position runs.
  private static func use(_ vault: Vault) {
    _ = try? vault.open(1)
    _ = try? vault.open(-1)
  }

  @Test("What an advice captured is freed by its removal, at every position and level")
  func removal() throws {
    class Own: Vault {}
    let alive = AliveCount()
    for way in Self.ways(Own.self) {
      let vault = Own()
      let token = try way.hook(vault, [], Captured(alive))
      Self.use(vault)
      #expect(alive.now == 1, "\(way.name)")
      #expect(token.remove(), "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
      #expect(!token.remove() && !token.removeAndWait(), "\(way.name)")
    }
  }

  @Test("What an advice captured is alive while a call is inside it, and freed when the call leaves")
  func removalFromInside() throws {
    class Own: Vault {}
    let alive = AliveCount()
    for way in Self.ways(Own.self) {
      let vault = Own()
      let token = try way.hook(vault, [], Captured(alive))
      var seen: [Int] = []
      vault.inside = { seen += [token.remove() ? 1 : 0, token.remove() ? 1 : 0, alive.now] }
      _ = try? vault.open(1)
      #expect(seen == [1, 0, 1], "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
    }
  }

  @Test("What an automatically removed advice captured is freed after its one call, or when it is removed unused")
  func automaticRemoval() throws {
    class Own: Vault {}
    let alive = AliveCount()
    for way in Self.ways(Own.self) {
      let vault = Own()
      let used = try way.hook(vault, .automaticRemoval, Captured(alive))
      Self.use(vault)
      #expect(eventually { alive.now == 0 }, "\(way.name)")
      #expect(!used.remove(), "\(way.name)")
      let unused = try way.hook(vault, .automaticRemoval, Captured(alive))
      #expect(alive.now == 1 && unused.remove(), "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
    }
  }

  @Test("A token that is dropped leaves its advice; one that is kept holds nothing")
  func tokens() throws {
    let alive = AliveCount()
    for way in Self.ofObject {
      weak var gone: Vault?
      weak var personal: ClassObject?
      var kept: AspectToken?
      do {
        let vault = Vault()
        gone = vault
        _ = try way.hook(vault, [], Captured(alive))
        kept = try way.hook(vault, [], Captured(alive))
        personal = vault.currentClass
        Self.use(vault)
        #expect(alive.now == 2, "\(way.name)")
      }
      #expect(gone == nil && personal == nil, "\(way.name)")
      #expect(eventually { alive.now == 0 }, "\(way.name)")
      #expect(kept?.remove() == false, "\(way.name)")
    }
  }

  @Test("An object may hold its own tokens, and advice may hold its own token, without a cycle")
  func cyclesThatAreNone() throws {
    let alive = AliveCount()
    weak var gone: Vault?
    do {
      let vault = Vault()
      gone = vault
      vault.token = try Self.ofObject[0].hook(vault, [], Captured(alive))
      final class Box { var token: AspectToken? }
      let box = Box()
      box.token = try vault.hook(Vault.open, .after) { [c = Captured(alive)] _ in
        c.touch()
        box.token?.remove()
      }
      Self.use(vault)
      #expect(eventually { alive.now == 1 })
    }
    #expect(gone == nil)
    #expect(eventually { alive.now == 0 })
  }

  @Test("Advice that captures its object keeps it until it is removed", arguments: 0..<6)
  func cycleUntilRemoved(position: Int) throws {
    let alive = AliveCount()
    weak var gone: Vault?
    var token: AspectToken?
    do {
      let vault = Vault()
      gone = vault
      vault.setAssociatedValue(Captured(alive), for: Self.key)
      let hook: AspectToken
      switch position {
      case 0: hook = try vault.hook(Vault.open, .before) { _ in _ = vault }
      case 1: hook = try vault.hook(Vault.open, .after) { _ in _ = vault }
      case 2: hook = try vault.hook(Vault.open, .afterReturning) { _ in _ = vault }
      case 3: hook = try vault.hook(Vault.open, .afterThrowing) { _ in _ = vault }
      case 4: hook = try vault.hook(Vault.open, .instead) { _ in vault.isHooked ? 1 : 0 }
      default: hook = try vault.hook(Vault.open, .around) { _ in vault.isHooked ? 1 : 0 }
      }
      token = hook
    }
    #expect(gone != nil && alive.now == 1)
    #expect(token?.remove() == true)
    #expect(gone == nil)
    #expect(eventually { alive.now == 0 })
  }

  private static let key = AssociationKey<Captured>()

  @Test("Associated values go with their object, whether it was hooked, moved, or neither")
  func associatedValues() throws {
    class Own: Vault {}
    let alive = AliveCount()
    let dynamic = try ClassObject.of(Own.self).makeSubclass(named: "LifetimeTests.values")
    for way in 0..<4 {
      weak var gone: Own?
      do {
        let vault = Own()
        gone = vault
        vault.setAssociatedValue(Captured(alive), for: Self.key)
        if way & 1 != 0 { try vault.hook(Vault.open, .before) { _ in } }
        if way & 2 != 0 { try vault.setClass(dynamic) }
        #expect(alive.now == 1 && vault.associatedValue(for: Self.key) != nil)
      }
      #expect(gone == nil, "\(way)")
      #expect(eventually { alive.now == 0 }, "\(way)")
    }
    try dynamic.dispose()
  }

  @Test("Implementations made at run time are freed when they are replaced, taken away, or their class is disposed of")
  func implementations() throws {
    class Own: Vault {}
    let alive = AliveCount()
    let above = ClassObject.of(Own.self)
    func override(_ classObject: ClassObject) throws {
      try classObject.override(Vault.open) { [c = Captured(alive)] call throws(AccountError) in
        c.touch()
        return try call.callSuper()
      }
    }
    for hasObject in [false, true] {
      let dynamic = try above.makeSubclass(named: "LifetimeTests.disposed")
      let vault = Own()
      if hasObject { try vault.setClass(dynamic) }
      try override(above)
      try override(dynamic)
      try override(dynamic)
      Self.use(vault)
      #expect(eventually { alive.now == 2 })
      try vault.setClass(above)
      try dynamic.dispose()
      #expect(eventually { alive.now == 1 })
      // A shell takes nothing in.
      #expect(!dynamic.removeOverride(of: Vault.open))
      #expect(throws: AspectError.self) { try override(dynamic) }
      #expect(throws: AspectError.self) {
        try dynamic.hook(Vault.open, .before) { [c = Captured(alive)] _ in c.touch() }
      }
      #expect(above.removeOverride(of: Vault.open))
      #expect(eventually { alive.now == 0 })
    }
  }

  @Test("What is hooked on a dynamic subclass goes with the class")
  func hooksOfADisposedClass() throws {
    class Own: Vault {}
    let alive = AliveCount()
    let dynamic = try ClassObject.of(Own.self).makeSubclass(named: "LifetimeTests.hooked")
    let token = try dynamic.hook(Vault.open, .before) { [c = Captured(alive)] _ in c.touch() }
    do {
      let vault = Own()
      try vault.setClass(dynamic)
      Self.use(vault)
    }
    try dynamic.dispose()
    #expect(eventually { alive.now == 0 })
    #expect(!token.remove() && !token.removeAndWait())
  }

  @Test("A class that is hooked keeps none of its objects")
  func objectsOfAHookedClass() throws {
    class Own: Vault {}
    let alive = AliveCount()
    let tokens = try Self.ways(Own.self).dropFirst(6).map { try $0.hook(Own(), [], Captured(alive)) }
    weak var gone: Own?
    do {
      let vault = Own()
      gone = vault
      Self.use(vault)
    }
    #expect(gone == nil && alive.now == 6)
    for token in tokens { #expect(token.remove()) }
    #expect(eventually { alive.now == 0 })
  }
}
