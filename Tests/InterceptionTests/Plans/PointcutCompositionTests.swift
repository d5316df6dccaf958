import Foundation
import TestSupport
import Testing

@testable import Interception

private class Harbor: InterceptableObject {
  override class var messages: MessageList { [enter, leave] }
  static let enter = Message<Harbor, Void, Void>("enter()") { _, _ in }
  static let leave = Message<Harbor, Void, Void>("leave()") { _, _ in }
  func enter() { send(Harbor.enter) }
}
private class Marina: Harbor {
  override class var messages: MessageList { [moor, open] }
  static let moor = Message<Marina, Void, Void>("moor()") { _, _ in }
  static let open = Message<ClassSide, Void, Void>(of: Marina.self, "open()") { _, _ in }
}
private class Quay: Harbor {}
private class Lock: InterceptableObject {
  override class var messages: MessageList { [enter] }
  static let enter = Message<Lock, Void, Void>("enter()") { _, _ in }
}

/// A pointcut as a tree, with what it means said by sets.
private indirect enum Expression {
  case term(String)
  case complement(Expression)
  case union(Expression, Expression)
  case intersection(Expression, Expression)

  var pointcut: Pointcut? {
    switch self {
    case .term(let text): Pointcut(text)
    case .complement(let inner): inner.pointcut.map { !$0 }
    case .union(let one, let other): one.pointcut.flatMap { one in other.pointcut.map { one || $0 } }
    case .intersection(let one, let other): one.pointcut.flatMap { one in other.pointcut.map { one && $0 } }
    }
  }

  func meaning(of terms: [String: Set<String>], in all: Set<String>) -> Set<String> {
    switch self {
    case .term(let text): terms[text] ?? []
    case .complement(let inner): all.subtracting(inner.meaning(of: terms, in: all))
    case .union(let one, let other): one.meaning(of: terms, in: all).union(other.meaning(of: terms, in: all))
    case .intersection(let one, let other):
      one.meaning(of: terms, in: all).intersection(other.meaning(of: terms, in: all))
    }
  }
}

@Suite("Joined pointcuts")
struct PointcutCompositionTests {
  private let types = [Harbor.self, Marina.self, Quay.self, Lock.self]
  private let registry = AdviceRegistry.standard(output: { _ in })

  private func plan(_ text: String, position: AdvicePosition? = nil) throws -> WeavingPlan {
    let aspect = WeavingPlan.PlannedAspect(try #require(Pointcut(text)), advice: "log", position: position)
    return WeavingPlan(groups: [.init("test", aspects: [aspect])])
  }

  @Test func `Every small expression hooks what its sets say, once`() throws {
    let own = ["Harbor": ["enter()", "leave()"], "Marina": ["moor()"], "Lock": ["enter()"]]
    let superclass = ["Marina": "Harbor", "Quay": "Harbor"]
    func messages(_ name: String) -> [String] { (own[name] ?? []) + (superclass[name].map(messages) ?? []) }
    let names = ["Harbor", "Marina", "Quay", "Lock"]
    let all = Set(names.flatMap { name in messages(name).map { "\(name).\($0)" } })
    let terms = [
      "Harbor.enter()": ["Harbor.enter()"], "Marina.*": all.filter { $0.hasPrefix("Marina.") },
      "*.enter()": all.filter { $0.hasSuffix(".enter()") }, "*a*.*e*": all.filter { "\($0)".contains(/^.*a.*\..*e/) },
    ]
    let leaves = terms.keys.sorted().map(Expression.term)
    func grown(_ smaller: [Expression]) -> [Expression] {
      smaller + smaller.map(Expression.complement)
        + smaller.flatMap { one in leaves.flatMap { [.union(one, $0), .intersection($0, one)] } }
    }
    let known = KnownClasses(registering: types)
    let classes = Set(types.map { ClassObject.of($0) })
    var wrong: [String] = []
    let small = grown(grown(leaves))
    for expression in grown(small).sampled(oneIn: 150) {
      let pointcut = try #require(expression.pointcut)
      let meant = expression.meaning(of: terms.mapValues(Set.init), in: all)
      let hooked = meant.filter { message in
        let parts = message.split(separator: ".")
        return superclass[String(parts[0])].map { !meant.contains("\($0).\(parts[1])") } ?? true
      }
      // What is in the test's classes; an expression with a complement or a star is about all classes of the tests.
      let found = known.matches(pointcut).filter { classes.contains($0.0) }.map { "\($0.name).\($1.selector)" }
      if found.count != hooked.count || Set(found) != hooked { wrong.append("\(pointcut): \(found)") }
      if Pointcut(pointcut.text) != pointcut { wrong.append("\(pointcut) is read as another") }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
  }

  @Test func `Terms have any spaces, and marks bind tighter than joins`() throws {
    let table: [(String, String?)] = [
      ("A.x||B.y", "A.x || B.y"), ("  A.x  ", "A.x"), ("A.x && B.y || C.z", "A.x && B.y || C.z"),
      ("!A.x&&! B.y", "!A.x && !B.y"), ("!!A.x", "A.x"), ("! ! !A.x", "!A.x"),
      ("A.insert(at* || B.x(_:)", "A.insert(at* || B.x(_:)"),
      ("A.x ||", nil), ("|| A.x", nil), ("!\n\u{301}A.x", nil), ("A.x && && B.y", nil), ("!", nil), ("A.x || B", nil),
      ("", nil),
    ]
    for (text, canonical) in table { #expect(Pointcut(text)?.text == canonical, "\(text)") }
    let (a, b, c) = (try #require(Pointcut("A.x")), try #require(Pointcut("B.y")), try #require(Pointcut("C.z")))
    #expect(((a || b) && !c).text == "A.x && !C.z || B.y && !C.z")
    #expect((!(a && b || c)).text == "!A.x && !C.z || !B.y && !C.z")
    #expect((a || b && c).text == "A.x || B.y && C.z")
  }

  @Test func `Life-cycle and class messages are matched by name only`() throws {
    let table: [(String, [String])] = [
      ("Marina.* && !*.moor()", ["Marina.enter()", "Marina.leave()"]),
      ("Marina.* && !Harbor.*", ["Marina.enter()", "Marina.leave()", "Marina.moor()"]),
      ("*a*.deinit && !*.deinit || Quay.deinit", ["Quay.deinit"]),
      ("Marina.Type.* || Marina.moor()", ["Marina.moor()", "Marina.Type.open()"]),
      ("Marina.Type.* && !*.moor()", ["Marina.Type.open()"]),
    ]
    for (text, hooks) in table {
      let found = try plan(text, position: .before).dryRun(with: registry, classes: types)
      #expect(found.map { "\($0.className).\($0.selector)" } == hooks, "\(text)")
    }
    let others = KnownClasses(registering: types).matches(try #require(Pointcut("!Marina.*")))
    #expect(!others.contains { $1.selector == .deallocation || $0.name.hasSuffix(".Type") })
  }

  @Test func `Advice whose terms overlap runs once a call`() throws {
    let log = Log()
    for text in [
      "Marina.enter() || Harbor.enter() || *a*.enter()", "Marina.enter() || Harbor.* && *.enter()",
      "Marina.* && !*.leave() || Marina.enter()",
    ] {
      let weaving = try plan(text).weave(with: .standard(output: log.write), classes: types)
      Marina().enter()
      weaving.revert()
      #expect(log.take() == ["Marina.enter()"], "\(text)")
    }
  }

  @Test func `A term that matches nothing is named, also an excluded one`() throws {
    let place = WeavingPlan.Place(group: 0, aspect: 0, member: "pointcut")
    let blacklisted = AspectError.selectorBlacklisted(class: "Quay", selector: "retain()")
    func nothing(_ text: String, _ suggestions: String...) throws -> WeavingError {
      .nothingMatches(place, pointcut: try #require(Pointcut(text)), suggestions: suggestions)
    }
    let table: [(String, WeavingError)] = [
      ("Harbor.enter() || Quai.leave()", try nothing("Quai.leave()", "Quay.leave()")),
      ("Harbor.* && !Harbor.entr()", try nothing("Harbor.entr()", "Harbor.enter()")),
      ("Harbor.enter() && Quay.leave()", try nothing("Harbor.enter() && Quay.leave()")),
      ("Harbor.enter() || Quay.retain()", .refused(place, blacklisted)),
    ]
    for (text, error) in table {
      #expect(throws: error, "\(text)") { try plan(text).dryRun(with: registry, classes: types) }
    }
  }

  @Test func `A plan with joined pointcuts survives coding`() throws {
    let plan = try plan("*Screen.* && !LoginScreen.* || !A.x")
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(WeavingPlan.self, from: data) == plan)
    #expect(String(decoding: data, as: UTF8.self).contains("*Screen.* && !LoginScreen.* || !A.x"))
  }

  @Test func `A name of too many dots is no pointcut`() {
    let name = { "Account" + String(repeating: ".a", count: $0) }
    #expect(Pointcut(name(100)) != nil && Pointcut(name(101)) == nil)
  }
}
