import Interception
import TestSupport
import Testing

@Suite("Refusals of hooks by name")
struct RuntimeErrorTests {
  class Thing: InterceptableObject {
    override class var messages: MessageList { [run, drop, retain] }
    static let run = Message<Thing, Int, Int>("run(_:)") { _, value in value }
    static let drop = ThrowingMessage<Thing, (Int, of: String), Void, AccountError>("drop(_:of:)") { _, _ in }
    static let retain = Message<Thing, Void, Void>("retain()") { _, _ in }
  }

  /// What can be wrong with a hook, in the order in which it is to be found out.
  enum Wrong: String, CaseIterable {
    case blacklisted, deallocationPosition, doesNotRespond, alreadyHooked, missingSignature, incompatibleSignature

    init?(_ error: AspectError) {
      switch error {
      case .selectorBlacklisted: self = .blacklisted
      case .deallocationPosition: self = .deallocationPosition
      case .doesNotRespond, .unknownClass: self = .doesNotRespond
      case .alreadyHooked: self = .alreadyHooked
      case .missingSignature: self = .missingSignature
      case .incompatibleSignature: self = .incompatibleSignature
      default: return nil
      }
    }
  }

  /// One combination of all that can be wrong.
  struct Attempt {
    let className: String
    let selector: Selector
    let position: AdvicePosition
    let isConflicting: Bool
    let advice: Int

    /// Each rule by itself, whatever the others say.
    func isWrong(_ wrong: Wrong) -> Bool {
      switch wrong {
      case .blacklisted: selector == "retain()"
      case .deallocationPosition: selector == "deinit" && position != .before
      case .doesNotRespond: className == "Nowhere" || !["run(_:)", "deinit", "retain()"].contains(selector)
      case .alreadyHooked: isConflicting
      case .missingSignature: advice == 1
      case .incompatibleSignature: advice == 2
      }
    }

    /// Advice that fits everywhere, that is no function, and that fits nowhere.
    var source: BoxedAdvice {
      switch advice {
      case 0: BoxedAdvice { _ in nil }
      case 1: BoxedAdvice(function: "no function")
      default: BoxedAdvice(taking: { (text: String) in })
      }
    }
  }

  private class NamedUpper: Thing {}
  private class NamedLower: NamedUpper {}

  @Test func `Of several mistakes the first in order is the error`() throws {
    let object = NamedLower()
    let conflicts = try ["run(_:)", "deinit"].map { name in
      try Runtime.hook("NamedLower", Selector(name), [.before, .exclusive, .named("theirs")]) {}
    }
    var pairs: Set<[Wrong]> = []
    var sample = Sample(oneIn: 6)
    for attempt in attempts(on: "NamedUpper") {
      let wrongs = Wrong.allCases.filter(attempt.isWrong)
      for first in wrongs { for second in wrongs where first != second { pairs.insert([first, second]) } }
      guard sample.takesNext() else { continue }
      let before = state(of: object)
      let found = refusal(of: attempt)
      #expect(found.flatMap(Wrong.init) == wrongs.first, "\(attempt): \(String(describing: found))")
      #expect(state(of: object) == before, "\(attempt)")
    }
    // All but a selector that is two, and advice that is a function and none.
    #expect(pairs.count == 2 * (15 - 2))
    for token in conflicts { #expect(token.remove()) }
  }

  private func attempts(on className: String) -> [Attempt] {
    var all: [Attempt] = []
    for className in [className, "Nowhere"] {
      for selector in ["run(_:)", "retain()", "deinit", "walk()"] as [Selector] {
        for position in AdvicePosition.allCases {
          for isConflicting in [false, true] {
            for advice in 0...2 {
              all.append(
                Attempt(
                  className: className, selector: selector, position: position, isConflicting: isConflicting,
                  advice: advice))
            }
          }
        }
      }
    }
    return all
  }

  private class NamedBeside: Thing {}

  /// Where the policies do not conflict, the hook is on a class beside the one that is hooked.
  private func refusal(of attempt: Attempt) -> AspectError? {
    _ = ClassObject.of(NamedBeside.self)
    let isKnown = attempt.className != "Nowhere"
    let name = attempt.isConflicting || !isKnown ? attempt.className : "NamedBeside"
    do throws(AspectError) {
      let options = HookOptions(attempt.position, attempt.isConflicting ? .exclusive : [])
      try Runtime.hook(name, attempt.selector, options, attempt.source).remove()
      return nil
    } catch {
      return error
    }
  }

  private func state(of object: Thing) -> [String] {
    let selectors: [Selector] = ["run(_:)", "retain()", "deinit", "walk()"]
    return selectors.map { object.explain($0) } + ["\(object.isHooked)", "\(object.statedClass.aspects)"]
      + selectors.map { "\(object.responds(to: $0))" } + ["\(Thing.run.send(to: object, 3))"]
  }

  @Test func `Advice of other types is refused with both signatures`() throws {
    let thing = Thing()
    func expect(_ given: String, _ expected: String, _ hook: () throws -> AspectToken) {
      #expect(
        throws: AspectError.incompatibleSignature(
          class: "Thing", selector: "drop(_:of:)", expected: expected, given: given)
      ) { try hook() }
      #expect((thing.aspects.isEmpty, thing.isHooked) == (true, false))
    }
    let effect = "(AspectInfo, Int, String) throws(AccountError) -> ()"
    expect("(AspectInfo, Int, String, Int) -> ()", effect) {
      try thing.hook(selector: "drop(_:of:)", .before) { (info: AspectInfo, a: Int, b: String, c: Int) in }
    }
    expect("(Int) -> ()", effect) { try thing.hook(selector: "drop(_:of:)", .before) { (amount: Int) in } }
    expect("(AspectInfo, String) -> ()", effect) {
      try thing.hook(selector: "drop(_:of:)", .before) { (info: AspectInfo, text: String) in }
    }
    expect("(AspectInfo, Optional<Int>) -> ()", effect) {
      try thing.hook(selector: "drop(_:of:)", .before) { (info: AspectInfo, amount: Int?) in }
    }
    for position in AdvicePosition.allCases {
      expect("(AspectInfo) -> Int", effect) {
        try thing.hook(selector: "drop(_:of:)", HookOptions(position)) { (info: AspectInfo) in 3 }
      }
    }
    expect("(AspectInfo) throws(DiskError) -> ()", effect) {
      try thing.hook(selector: "drop(_:of:)", .around) { (info: AspectInfo) throws(DiskError) in throw .refused }
    }
  }

  @Test func `Advice that declares a foreign error is refused`() {
    let thing = Thing()
    for position in [.before, .after] as [HookOptions] {
      #expect(
        throws: AspectError.incompatibleSignature(
          class: "Thing", selector: "run(_:)", expected: "(AspectInfo, Int) -> ()",
          given: "(AspectInfo) throws(AccountError) -> ()")
      ) { try thing.hook(selector: "run(_:)", position) { (info: AspectInfo) throws(AccountError) in throw .refused } }
    }
    #expect(
      throws: AspectError.incompatibleSignature(
        class: "Thing", selector: "run(_:)", expected: "(AspectInfo, Int) -> Int",
        given: "(AspectInfo) throws(AccountError) -> Int")
    ) {
      try thing.hook(selector: "run(_:)", .around) { (info: AspectInfo) throws(AccountError) -> Int in throw .refused }
    }
  }

  @Test func `The runtime's own messages are refused in both spellings`() throws {
    let thing = Thing()
    let spellings: [Selector] = [
      "retain", "retain()", "release", "release()", "autorelease", "autorelease()", "forwardInvocation:",
      "forwardInvocation(_:)", "forwardingTarget(for:)",
    ]
    for selector in spellings {
      let refusal = AspectError.selectorBlacklisted(class: "Thing", selector: selector)
      #expect(throws: refusal) { try thing.hook(selector: selector, .before) {} }
      #expect(throws: refusal) { try ClassObject.of(Thing.self).hook(selector: selector, .before) {} }
      #expect(throws: refusal) { try Runtime.hook("Thing", selector, .before) {} }
      #expect(throws: refusal) { try thing.perform(selector) }
    }
    for selector in ["dealloc", "deinit()"] as [Selector] {
      #expect(throws: AspectError.doesNotRespond(class: "Thing", selector: selector, near: ["deinit"])) {
        try thing.hook(selector: selector, .before) {}
      }
    }
  }

  private class Carpenter: Account {}
  private class Carpentry: Account {}

  @Test func `An unknown name is an error that suggests near ones`() throws {
    _ = (ClassObject.of(Carpenter.self), ClassObject.of(Carpentry.self))
    #expect(throws: AspectError.unknownClass(name: "Carpentre", near: ["Carpenter", "Carpentry"])) {
      try Runtime.hook("Carpentre", "deposit(_:)", .before) {}
    }
    #expect(throws: AspectError.unknownClass(name: "QuiteUnheardOf", near: [])) {
      try Runtime.hook("QuiteUnheardOf", "deposit(_:)", .before) {}
    }
    let table: [(Selector, [Selector])] = [
      ("deposit", ["deposit(_:)"]), ("Deposit(_:)", ["deposit(_:)"]), ("depsoit(_:)", ["deposit(_:)"]),
      ("transfer(to:)", ["transfer(_:to:)"]), ("clos()", ["close()"]), ("somethingElse()", []),
    ]
    for (selector, near) in table {
      #expect(throws: AspectError.doesNotRespond(class: "Carpenter", selector: selector, near: near)) {
        try Runtime.hook("Carpenter", selector, .before) {}
      }
      #expect(throws: AspectError.doesNotRespond(class: "Carpenter", selector: selector, near: near)) {
        try Carpenter().hook(selector: selector, .before) {}
      }
    }
  }

  @Test func `Removing a hook of a deallocated object is an error`() throws {
    var token: AspectToken?
    do {
      let thing = Thing()
      token = try thing.hook(selector: "run(_:)", .before) {}
    }
    #expect(throws: AspectError.objectDeallocated(class: "Thing", selector: "run(_:)")) {
      try token?.removeReportingErrors()
    }
  }

  private class Depot: InterceptableObject {
    override class var messages: MessageList { [load] }
    static let load = Message<Depot, Void, Void>("load()") { _, _ in }
  }

  private class ColdDepot: Depot {}
  private class OpenDepot: Depot {}

  @Test func `Registered classes are found before they have objects`() throws {
    #expect(throws: AspectError.unknownClass(name: "ColdDepot", near: [])) {
      try Runtime.hook("ColdDepot", "load()", .before) {}
    }
    Runtime.register(ColdDepot.self, OpenDepot.self, ColdDepot.self)
    for name in ["ColdDepot", "OpenDepot", "Depot"] {
      let token = try Runtime.hook(name, "load()", .before) {}
      #expect(token.remove(), "\(name)")
    }
  }
}
