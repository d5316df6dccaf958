import Interception
import Synchronization
import TestSupport
import Testing

@Suite("Weaving groups of aspects")
struct WeavingTests {
  class Machine: InterceptableObject {
    override class var messages: MessageList { [run, stop, name] }
    required override init() {}
    static let run = Message<Machine, Int, Int>("run(_:)") { _, value in value }
    @discardableResult func run(_ value: Int) -> Int { send(Machine.run, value) }
    static let stop = Message<Machine, Void, Void>("stop()") { _, _ in }
    func stop() { send(Machine.stop) }
    static let name = Message<Machine, Void, [String]>("name()") { _, _ in ["m"] }
  }

  private func aspect(
    _ pointcut: String, _ advice: String, _ position: AdvicePosition? = nil, _ policy: HierarchyPolicy = .layered,
    once: Bool = false, priority: Int = 0, result: WeavingPlan.Scalar? = nil
  ) throws -> WeavingPlan.PlannedAspect {
    .init(
      try #require(Pointcut(pointcut)), advice: advice, position: position, isAutomaticallyRemoved: once,
      priority: priority, policy: policy, result: result)
  }

  /// What can be seen of classes from outside.
  private func state(_ types: [Machine.Type]) -> [String] {
    types.flatMap { type in
      let known = ClassObject.of(type)
      return ["\(known.aspects)", known.explain("run(_:)"), known.explain("stop()"), "\(type.init().run(3))"]
    }
  }

  private class UpperPress: Machine {}
  private class LowerPress: UpperPress {}

  @Test func `Whatever is wrong with one aspect, nothing is installed`() throws {
    let hooked = try Machine.run.hook(on: LowerPress.self, .before) { _ in }
    var registry = AdviceRegistry.standard(output: { _ in })
    registry.register(
      "typed", at: [.before], BoxedAdvice(taking: { @Sendable (info: AspectInfo, text: String) in _ = (info, text) }))
    let good = [
      try aspect("UpperPress.run(_:)", "log"), try aspect("UpperPress.stop()", "count"),
      try aspect("LowerPress.*", "trace"),
    ]
    let bad: [(WeavingPlan.PlannedAspect, String)] = [
      (try aspect("UpperPress.run(_:)", "lgo"), "advice: no advice is named 'lgo'; did you mean 'log'?"),
      (
        try aspect("UpperPress.run(_:)", "log", .around),
        "position: 'log' cannot stand around, only after, before, afterReturning, afterThrowing"
      ),
      (
        try aspect("UpperPress.rnu(_:)", "log"),
        "pointcut: 'UpperPress.rnu(_:)' matches no message; did you mean 'UpperPress.run(_:)'?"
      ),
      (try aspect("UpperPress.deinit", "log"), "UpperPress: 'deinit' takes advice before it only, not after"),
      (
        try aspect("UpperPress.run(_:)", "log", nil, .exclusive),
        "UpperPress: 'run(_:)' is already hooked in LowerPress, on the same path to the root"
      ),
      (
        try aspect("UpperPress.run(_:)", "typed"),
        "UpperPress: 'run(_:)' is (AspectInfo, Int) -> (), not (AspectInfo, String) -> ()"
      ),
      (
        try aspect("UpperPress.name()", "ignore"),
        "result: UpperPress.name() returns Array<String>, which the plan's result must give"
      ),
      (
        try aspect("UpperPress.run(_:)", "ignore", result: .string("3")),
        "result: UpperPress.run(_:) returns Int, which the plan's result must give"
      ),
    ]
    let before = state([UpperPress.self, LowerPress.self])
    var sample = Sample(oneIn: 40)
    for (wrong, words) in bad {
      for place in 0...good.count {
        for isEnabled in [true, false] where sample.takesNext() {
          var aspects = good
          aspects.insert(wrong, at: place)
          let plan = WeavingPlan(groups: [
            .init("first", aspects: good), .init("second", isEnabled: isEnabled, aspects: aspects),
          ])
          let member = words.prefix { $0 != " " }
          let path =
            "groups[1].aspects[\(place)]" + (member.hasSuffix(":") && member.first?.isLowercase == true ? "." : ": ")
          for weave in [{ _ = try plan.weave(with: registry) }, { _ = try plan.dryRun(with: registry) }] {
            do {
              try weave()
              Issue.record("woven in spite of: \(words)")
            } catch {
              #expect("\(error)" == path + words)
            }
            #expect(state([UpperPress.self, LowerPress.self]) == before, "\(path)\(words)")
          }
        }
      }
    }
    hooked.remove()
  }

  private class UpperLoom: Machine {}
  private class MiddleLoom: UpperLoom {}
  private class LowerLoom: MiddleLoom {}
  private class BesideLoom: UpperLoom {}

  @Test func `Exclusive aspects of one plan exclude each other`() throws {
    let registry = AdviceRegistry.standard(output: { _ in })
    let names = ["UpperLoom", "MiddleLoom", "LowerLoom", "BesideLoom"]
    let types: [Machine.Type] = [UpperLoom.self, MiddleLoom.self, LowerLoom.self, BesideLoom.self]
    let before = state(types)
    var sample = Sample(oneIn: 4)
    for (first, one) in names.enumerated() {
      for (second, other) in names.enumerated() {
        for (policy, otherPolicy) in [(HierarchyPolicy.exclusive, HierarchyPolicy.layered), (.layered, .exclusive)]
        where sample.takesNext() {
          let plan = WeavingPlan(groups: [
            .init("a", aspects: [try aspect("\(one).run(_:)", "log", nil, policy)]),
            .init("b", aspects: [try aspect("\(other).run(_:)", "log", nil, otherPolicy)]),
          ])
          let areOnOnePath =
            first != second && [first, second].filter { $0 > 0 } != [2, 3]
            && [first, second].filter { $0 > 0 } != [3, 2] && Set([first, second]) != [1, 3]
          if areOnOnePath {
            let error = AspectError.alreadyHooked(class: other, selector: "run(_:)", hookedIn: one)
            #expect(throws: WeavingError.refused(.init(group: 1, aspect: 0), error), "\(one), \(other)") {
              try plan.weave(with: registry, classes: types)
            }
          } else {
            #expect(throws: Never.self, "\(one), \(other)") {
              try plan.weave(with: registry, classes: types).revert()
            }
          }
          #expect(state(types) == before, "\(one), \(other)")
        }
      }
    }
    // A disabled group excludes nothing until it is enabled.
    let plan = WeavingPlan(groups: [
      .init("a", aspects: [try aspect("UpperLoom.run(_:)", "log", nil, .exclusive)]),
      .init("b", isEnabled: false, aspects: [try aspect("LowerLoom.run(_:)", "log")]),
    ])
    let weaving = try plan.weave(with: registry, classes: types)
    let error = AspectError.alreadyHooked(class: "LowerLoom", selector: "run(_:)", hookedIn: "UpperLoom")
    #expect(throws: WeavingError.refused(.init(group: 1, aspect: 0), error)) { try weaving.enable("b") }
    #expect(!weaving.isEnabled("b"))
    try weaving.disable("a")
    #expect(try weaving.enable("b"))
    weaving.revert()
    #expect(state(types) == before)
  }

  /// What a group can be, as a model.
  private enum Stage { case enabled, disabled, gone }

  private class Lathe: Machine {}

  @Test func `Groups run exactly when they are enabled`() throws {
    let log = Log(), object = Lathe()
    let plan = WeavingPlan(groups: [
      .init("a", aspects: [try aspect("Lathe.run(_:)", "log"), try aspect("Lathe.stop()", "log")]),
      .init("b", isEnabled: false, aspects: [try aspect("Lathe.run(_:)", "log", .before)]),
    ])
    let steps =
      ["enable", "disable", "revert"].flatMap { verb in ["a", "b"].map { (verb, $0) } } + [("revert", "all")]
    for number in (0..<(steps.count * steps.count * steps.count)).sampled(oneIn: 80) {
      let sequence = [number, number / 7, number / 49].map { steps[$0 % 7] }
      let weaving = try plan.weave(with: .standard(output: log.write), classes: [Lathe.self])
      var model: [String: Stage] = ["a": .enabled, "b": .disabled]
      for (verb, group) in sequence {
        let former = model[group] ?? .gone
        switch verb {
        case "enable":
          let changed = try? weaving.enable(group)
          #expect(changed == (former == .gone ? nil : former == .disabled), "\(sequence)")
          if former == .disabled { model[group] = .enabled }
        case "disable":
          let changed = try? weaving.disable(group)
          #expect(changed == (former == .gone ? nil : former == .enabled), "\(sequence)")
          if former == .enabled { model[group] = .disabled }
        default:
          let meant = group == "all" ? ["a", "b"] : [group]
          let isThere = meant.contains { model[$0] != .gone }
          #expect((group == "all" ? weaving.revert() : weaving.revert(group)) == isThere, "\(sequence)")
          for name in meant { model[name] = .gone }
        }
        object.run(1)
        object.stop()
        let expected =
          (model["b"] == .enabled ? ["Lathe.run(1)"] : [])
          + (model["a"] == .enabled ? ["Lathe.run(1) -> 1", "Lathe.stop()"] : [])
        #expect(log.take() == expected, "\(sequence) after \(verb) \(group)")
        #expect(weaving.groups == ["a", "b"].filter { model[$0] != .gone })
        #expect(weaving.hooks.count == expected.count)
        #expect(["a", "b"].allSatisfy { weaving.isEnabled($0) == (model[$0] == .enabled) })
      }
      weaving.revert()
    }
    #expect(ClassObject.of(Lathe.self).aspects.isEmpty)
  }

  private class Drill: Machine {}

  @Test func `A plan woven twice runs twice, and is removed separately`() throws {
    let log = Log()
    let plan = WeavingPlan(groups: [.init(aspects: [try aspect("Drill.run(_:)", "log")])])
    let weavings = try (0..<2).map { _ in try plan.weave(with: .standard(output: log.write), classes: [Drill.self]) }
    Drill().run(1)
    #expect(log.take().count == 2)
    weavings[0].revert()
    Drill().run(1)
    #expect(log.take().count == 1)
    weavings[1].revert()
    Drill().run(1)
    #expect(log.take().isEmpty)
  }

  private class Mill: Machine {}

  @Test func `Aspects have their group's name, priority and one call`() throws {
    let log = Log()
    var registry = AdviceRegistry()
    for name in ["low", "high", "single"] { registry.register(name) { (_: WovenEvent) in log.write(name) } }
    let aspects = [
      try aspect("Mill.run(_:)", "low"), try aspect("Mill.run(_:)", "high", priority: 1),
      try aspect("Mill.run(_:)", "single", once: true),
    ]
    let weaving = try WeavingPlan(groups: [.init("all", aspects: aspects)]).weave(with: registry, classes: [Mill.self])
    #expect(
      ClassObject.of(Mill.self).aspects.map(\.description) == [
        "after Mill.run(_:), class, 'all', priority 1", "after Mill.run(_:), class, 'all'",
        "after Mill.run(_:), class, 'all', once",
      ])
    Mill().run(1)
    #expect(log.take() == ["low", "single", "high"])
    Mill().run(1)
    #expect(log.take() == ["low", "high"])
    try weaving.disable("all")
    try weaving.enable("all")
    Mill().run(1)
    #expect(log.take() == ["low", "high"])
    weaving.revert()
  }

  private class Saw: Machine {}

  @Test func `A one-call aspect without its call comes back`() throws {
    let log = Log()
    let plan = WeavingPlan(groups: [.init("all", aspects: [try aspect("Saw.run(_:)", "log", once: true)])])
    let weaving = try plan.weave(with: .standard(output: log.write), classes: [Saw.self])
    try weaving.disable("all")
    Saw().run(1)
    try weaving.enable("all")
    Saw().run(2)
    Saw().run(3)
    #expect(log.take() == ["Saw.run(2) -> 2"])
    weaving.revert()
  }

  private class Kiln: Machine {}
  private final class Captured2: Sendable {}

  @Test func `Captured values are freed when their group is reverted`() throws {
    weak var captured: Captured2?
    let weaving: Weaving
    do {
      let object = Captured2()
      captured = object
      var registry = AdviceRegistry()
      registry.register("keep", at: [.before]) { hook throws(WeavingError) in
        BoxedAdvice { [object] _ in
          _ = object
          return nil
        }
      }
      let plan = WeavingPlan(groups: [.init("all", aspects: [try aspect("Kiln.*", "keep")])])
      weaving = try plan.weave(with: registry, classes: [Kiln.self])
    }
    try weaving.disable("all")
    #expect(captured != nil)
    try weaving.enable("all")
    Kiln().run(1)
    #expect(captured != nil)
    weaving.revert()
    #expect(captured == nil)
  }

  private class Pump: Machine {}

  @Test func `Groups changed on many threads are as the last call says`() throws {
    let counts = CallCounts(), calls = Sample.of(5_000, few: 200)
    let plan = WeavingPlan(groups: [
      .init("a", aspects: [try aspect("Pump.run(_:)", "count", .before)]),
      .init("b", aspects: [try aspect("Pump.run(_:)", "count", .before), try aspect("Pump.stop()", "count")]),
    ])
    let registry = AdviceRegistry.standard(output: { _ in }, counts: counts)
    let weaving = try plan.weave(with: registry, classes: [Pump.self])
    onThreads(4) { number in
      if number < 2 { for value in 0..<calls { Pump().run(value) } }
      for round in 0..<(number < 2 ? 0 : Sample.of(300, few: 4)) {
        let group = round % 2 == 0 ? "a" : "b"
        _ = try? number == 2 ? weaving.disable(group) : weaving.enable(group)
        _ = try? weaving.rematch(with: registry)
      }
    }
    #expect(counts.total(of: "run(_:)") <= 2 * 2 * calls)
    for group in ["a", "b"] { try weaving.enable(group) }
    let before = counts.total(of: "run(_:)")
    Pump().run(1)
    #expect(counts.total(of: "run(_:)") == before + 2)
    weaving.revert()
    #expect(ClassObject.of(Pump.self).aspects.isEmpty)
  }

  private class Fan: Machine {}

  @Test func `An unknown group is an error with a suggestion`() throws {
    let plan = WeavingPlan(groups: [.init("logging", aspects: [try aspect("Fan.*", "log")])])
    let weaving = try plan.weave(with: .standard(output: { _ in }), classes: [Fan.self])
    let error = WeavingError.unknownGroup(name: "loging", suggestion: "logging")
    #expect(throws: error) { try weaving.enable("loging") }
    #expect(throws: error) { try weaving.disable("loging") }
    #expect(!weaving.revert("loging"))
    #expect(
      (error.description, error.place == nil) == ("no group named 'loging' is woven; did you mean 'logging'?", true))
    weaving.revert()
  }

  @Test func `Two groups of one name cannot be woven`() throws {
    let place = WeavingPlan.Place(group: 1, member: "name")
    #expect(throws: WeavingError.duplicateGroup(place, name: "default")) {
      try WeavingPlan(groups: [.init(), .init()]).weave(with: AdviceRegistry())
    }
  }
}
