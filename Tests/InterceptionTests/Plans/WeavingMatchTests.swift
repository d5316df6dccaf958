import Interception
import Testing

private class Vessel: InterceptableObject {
  override class var messages: MessageList { [stow, castOff] }
  static let stow = Message<Vessel, Int, Int>("stow(_:)") { _, crates in crates }
  static let castOff = Message<Vessel, Void, Void>("castOff()") { _, _ in }
  func castOff() { send(Vessel.castOff) }
}
private class Ferry: Vessel {
  override class var messages: MessageList { [board] }
  static let board = Message<Ferry, (cars: Int, people: Int), Bool>("board(cars:people:)") { _, _ in true }
}
private class FastFerry: Ferry {}
private class Tugboat: Vessel {}

/// A class whose subclass declares a message of the same name, for its own objects.
private class Crane: InterceptableObject {
  override class var messages: MessageList { [heave] }
  static let heave = Message<Crane, Int, Int>("heave(_:)") { _, tons in tons }
}
private class FloatingCrane: Crane {
  override class var messages: MessageList { [heaveAfloat] }
  static let heaveAfloat = Message<FloatingCrane, Int, Int>("heave(_:)") { _, tons in tons }
}

@Suite("What pointcuts mean")
struct WeavingMatchTests {
  private let classes = [Vessel.self, FastFerry.self, Tugboat.self, FloatingCrane.self]
  private let registry = AdviceRegistry.standard(output: { _ in })

  private func plan(_ text: String, advice: String = "log", position: AdvicePosition? = nil) throws -> WeavingPlan {
    let aspect = WeavingPlan.PlannedAspect(try #require(Pointcut(text)), advice: advice, position: position)
    return WeavingPlan(groups: [.init("test", aspects: [aspect])])
  }

  @Test func `A class is hooked where it is named, and once on a path`() throws {
    let table: [(String, [String])] = [
      ("Vessel.stow(_:)", ["Vessel.stow(_:)"]),
      ("Ferry.stow(_:)", ["Ferry.stow(_:)"]),
      ("*Ferry.stow(_:)", ["Ferry.stow(_:)"]),
      ("Fast*.stow(_:)", ["FastFerry.stow(_:)"]),
      ("*.stow(_:)", ["Vessel.stow(_:)"]),
      ("*.stow*", ["Vessel.stow(_:)"]),
      ("*F*.stow(_:)", ["Ferry.stow(_:)"]),
      ("*t*.castOff()", ["FastFerry.castOff()", "Tugboat.castOff()"]),
      ("FastFerry.*", ["FastFerry.board(cars:people:)", "FastFerry.castOff()", "FastFerry.stow(_:)"]),
      ("*erry.*", ["Ferry.board(cars:people:)", "Ferry.castOff()", "Ferry.stow(_:)"]),
      ("*.board(*)", ["Ferry.board(cars:people:)"]),
      ("FastFerry.deinit", ["FastFerry.deinit"]),
      ("Crane.heave(_:)", ["Crane.heave(_:)"]),
      ("FloatingCrane.heave(_:)", ["FloatingCrane.heave(_:)"]),
    ]
    for (text, hooks) in table {
      let position: AdvicePosition? = text.hasSuffix("deinit") ? .before : nil
      let found = try plan(text, position: position).dryRun(with: registry, classes: classes)
      #expect(found.map { "\($0.className).\($0.selector)" } == hooks, "\(text)")
    }
  }

  @Test func `A class is found behind its module too`() throws {
    let name = String(reflecting: Tugboat.self)
    let found = try plan("\(name).castOff()").dryRun(with: registry, classes: classes)
    #expect(found.map(\.className) == ["Tugboat"])
    let all = try plan("InterceptionTests.*.castOff()").dryRun(with: registry, classes: classes)
    #expect(all.map(\.className) == ["Vessel"])
  }

  @Test func `Two classes of one name both match without a module`() throws {
    func first() -> InterceptableObject.Type {
      class Dinghy: Vessel {}
      return Dinghy.self
    }
    func second() -> InterceptableObject.Type {
      class Dinghy: Vessel {}
      return Dinghy.self
    }
    let found = try plan("Dinghy.castOff()").dryRun(with: registry, classes: [first(), second()])
    #expect(found.map(\.classObject) == [ClassObject.of(first()), ClassObject.of(second())])
    #expect(found.map(\.className) == ["Dinghy", "Dinghy"])
    let name = try #require("\(String(reflecting: second()))".split(separator: "Dinghy").first)
    let one = try plan("\(name)Dinghy.castOff()").dryRun(with: registry)
    #expect(one.map(\.classObject) == [ClassObject.of(second())])
  }

  @Test func `A class that declares the message again is hooked once`() throws {
    for text in ["*.heave(_:)", "*Crane.heave(_:)"] {
      let found = try plan(text).dryRun(with: registry, classes: classes)
      #expect(found.map(\.className) == ["Crane"], "\(text)")
    }
    let log = Log()
    let counting = AdviceRegistry.standard(output: { _ in log.write("heaved") })
    let weaving = try plan("*Crane.heave(_:)").weave(with: counting, classes: classes)
    #expect(FloatingCrane().send(FloatingCrane.heaveAfloat, 3) == 3)
    #expect(log.take() == ["heaved"])
    weaving.revert()
    #expect(ClassObject.of(Crane.self).aspects.isEmpty)
  }

  private class Winch: InterceptableObject {
    override class var messages: MessageList { [hoist] }
    static let hoist = Message<Winch, Int, Int>("hoist(_:)") { _, tons in tons }
  }

  private class HandWinch: Winch {
    override class var messages: MessageList { [hoistByHand] }
    static let hoistByHand = Message<HandWinch, String, Int>("hoist(_:)") { _, _ in 0 }
  }

  @Test func `Hooks of one plan with different types are refused`() throws {
    let error = AspectError.incompatibleSignature(
      class: "HandWinch", selector: "hoist(_:)", expected: "Winch.(Int) -> Int", given: "HandWinch.(String) -> Int")
    #expect(throws: WeavingError.refused(.init(group: 0, aspect: 0), error)) {
      try plan("*Winch.hoist(_:)").weave(with: registry, classes: [HandWinch.self])
    }
    #expect(ClassObject.of(Winch.self).aspects.isEmpty)
  }

  @Test func `A pointcut that matches nothing is named, with near ones`() throws {
    let table: [(String, [String])] = [
      ("Fery.stow(_:)", ["Ferry.stow(_:)"]),
      ("Ferry.stwo(_:)", ["Ferry.stow(_:)"]),
      ("Ferry.stow", ["Ferry.stow(_:)"]),
      ("Ferry.board(_:)", ["Ferry.board(cars:people:)"]),
      ("*Fery.stow(_:)", ["FastFerry.stow(_:)", "Ferry.stow(_:)"]),
      ("Tugbaot.*", ["Tugboat.*"]),
      ("FastFerry.stwo*", ["FastFerry.stow(_:)"]),
      ("Tugboat.xyzzyplugh()", []),
      ("Xyzzyplughplover.stow(_:)", []),
      // No star reaches into the name of the module.
      ("Interception*.stow(_:)", []),
    ]
    for (text, meant) in table {
      let place = WeavingPlan.Place(group: 0, aspect: 0, member: "pointcut")
      let pointcut = try #require(Pointcut(text))
      #expect(throws: WeavingError.nothingMatches(place, pointcut: pointcut, suggestions: meant), "\(text)") {
        try plan(text).dryRun(with: registry, classes: classes)
      }
    }
  }

  private class Hulk: Vessel {}

  @Test func `Deallocation can be an event, but no star matches it`() throws {
    let log = Log()
    let weaving = try plan("Hulk.deinit", position: .before).weave(
      with: .standard(output: log.write), classes: [Hulk.self])
    do { Hulk().castOff() }
    #expect(log.take() == ["Hulk.deinit"])
    weaving.revert()
    let all = try plan("Hulk.*", position: .before).weave(with: .standard(output: log.write))
    do { Hulk().castOff() }
    #expect(log.take() == ["Hulk.castOff()"])
    all.revert()
  }

  private class Barge: Vessel {}

  @Test func `A dry run lists the hooks in order, and touches nothing`() throws {
    let plan = WeavingPlan(groups: [
      .init(
        "one",
        aspects: [
          .init(try #require(Pointcut("Barge.*")), advice: "count", event: "any", priority: 3),
          .init(try #require(Pointcut("Barge.stow(_:)")), advice: "trace", isAutomaticallyRemoved: true),
        ]),
      .init("two", isEnabled: false, aspects: [.init(try #require(Pointcut("Barge.stow(_:)")), advice: "log")]),
      .init(
        "three",
        aspects: [.init(try #require(Pointcut("Barge.stow(_:)")), advice: "log", position: .before, policy: .exclusive)]
      ),
    ])
    let found = try plan.dryRun(with: registry, classes: [Barge.self])
    #expect(
      found.map(\.description) == [
        "one: after Barge.castOff(), count 'any', priority 3",
        "one: after Barge.stow(_:), count 'any', priority 3",
        "one: around Barge.stow(_:), trace 'stow(_:)', once",
        "three: before Barge.stow(_:), log 'stow(_:)', exclusive",
      ])
    let barge = ClassObject.of(Barge.self)
    #expect((barge.aspects.isEmpty, barge.explain("stow(_:)").isEmpty) == (true, true))
  }

  private class Raft: InterceptableObject {
    override class var messages: MessageList { [punt] }
    static let punt = Message<Raft, Void, Void>("punt()") { _, _ in }
    func punt() { send(Raft.punt) }
  }

  private class LogRaft: Raft {}
  private class Canoe: InterceptableObject {
    override class var messages: MessageList { [punt] }
    static let punt = Message<Canoe, Void, Void>("punt()") { _, _ in }
    func punt() { send(Canoe.punt) }
  }

  private class Kayak: InterceptableObject {
    override class var messages: MessageList { [punt] }
    static let punt = Message<Kayak, Void, Void>("punt()") { _, _ in }
    func punt() { send(Kayak.punt) }
  }

  @Test func `A class registered later is hooked by a rematch, once`() throws {
    let log = Log()
    let registry = AdviceRegistry.standard(output: log.write)
    let weaving = try plan("*.punt()").weave(with: registry, classes: [Raft.self])
    LogRaft().punt()
    Canoe().punt()
    #expect(log.take() == ["LogRaft.punt()"])
    #expect(try weaving.rematch(with: registry).map(\.className) == ["Canoe"])
    #expect(try weaving.rematch(with: registry).isEmpty)
    Canoe().punt()
    Raft().punt()
    #expect(log.take() == ["Canoe.punt()", "Raft.punt()"])
    #expect(weaving.hooks.count == 2)

    try weaving.disable("test")
    Kayak().punt()
    #expect(try weaving.rematch(with: registry).map(\.className) == ["Kayak"])
    Kayak().punt()
    #expect(log.take().isEmpty)
    try weaving.enable("test")
    Kayak().punt()
    #expect(log.take() == ["Kayak.punt()"])
    weaving.revert()
    #expect(try weaving.rematch(with: registry).isEmpty)
    Kayak().punt()
    #expect(log.take().isEmpty)
  }
}
