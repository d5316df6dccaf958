import Interception
import Testing
import TestSupport

/// The runtime against a model of lists, over random histories.
struct DifferentialTests {
  typealias Model = InterceptionModel

  class Root: InterceptableObject {
    unowned let world: World
    required init(_ world: World) { self.world = world }

    static let first = Message<Root, Int, Int>("first(_:)") { object, argument in
      object.world.trace.append(argument)
      return argument &* 3 & 0xFFFF
    }
    static let second = Message<Root, Int, Int>("second(_:)") { object, argument in
      object.world.trace.append(argument)
      return (argument &* 3 &+ 1) & 0xFFFF
    }
  }
  class A: Root {}
  class B: A {}
  class C: A {}
  class D: B {}

  /// The same history told to the runtime.
  final class World {
    var trace: [Int] = []
    var fuel = 0
    var tokens: [Int: AspectToken] = [:]
    var objects: [Root] = []
    let classObjects: [ClassObject]
    static let types: [Root.Type] = [Root.self, A.self, B.self, C.self, D.self]
    static let messages = [Root.first, Root.second]

    init(named name: String, stated: [Int]) throws {
      let declared = World.types.map { ClassObject.of($0) }
      let five = try declared[4].makeSubclass(named: "\(name).5")
      classObjects =
        declared + [five, try five.makeSubclass(named: "\(name).6"), try declared[1].makeSubclass(named: "\(name).7")]
      objects = stated.map { World.types[$0].init(self) }
    }

    func call(_ object: Int, _ message: Int, _ argument: Int, fuel: Int) -> (result: Int, trace: [Int]) {
      trace = []
      self.fuel = fuel
      return (objects[object].send(World.messages[message], argument), trace)
    }

    func begin(_ identifier: Int, _ script: Model.Script, _ message: Int, _ value: Int) -> Model.Script {
      trace.append(identifier << 16 | value)
      fuel -= 1
      guard fuel > 0 else { return Model.Script() }
      if let other = script.removes { trace.append(tokens[other]?.remove() == true ? -1 : -2) }
      if let object = script.calls { trace.append(-3 - objects[object].send(World.messages[1 - message], value)) }
      return script
    }

    func add(_ record: Model.Record) throws {
      let message = World.messages[record.message]
      let options = AspectOptions(priority: record.priority, isAutomaticallyRemoved: record.isOnce)
      nonisolated(unsafe) unowned let world = self
      let begin: @Sendable (Int) -> Model.Script = { value in
        unsafe world.begin(record.identifier, record.script, record.message, value)
      }
      let proceed: @Sendable (inout AroundCall<Root, Int, Int, Never>) -> Int = { call in
        let script = begin(call.arguments)
        return script.proceeds.reduce(script.change) { ($0 &+ call.proceed((call.arguments &+ $1) & 0xFFFF)) & 0xFFFF }
      }
      let before: @Sendable (inout BeforeCall<Root, Int>) -> Void = { call in
        call.arguments = (call.arguments &+ begin(call.arguments).change) & 0xFFFF
      }
      let after: @Sendable (inout AfterCall<Root, Int, Int, Never>) -> Void = { call in
        call.result = (call.result &+ begin(call.result).change) & 0xFFFF
      }
      switch (record.level, record.position) {
      case (.classOf(let number), .before):
        tokens[record.identifier] = try message.hook(on: World.types[number], .before, options, advice: before)
      case (.classOf(let number), .after):
        tokens[record.identifier] = try message.hook(on: World.types[number], .after, options, advice: after)
      case (.classOf(let number), .instead):
        tokens[record.identifier] = try message.hook(on: World.types[number], .instead, options, advice: proceed)
      case (.classOf(let number), .around):
        tokens[record.identifier] = try message.hook(on: World.types[number], .around, options, advice: proceed)
      case (.object(let number), .before):
        tokens[record.identifier] = try objects[number].hook(message, .before, options, advice: before)
      case (.object(let number), .after):
        tokens[record.identifier] = try objects[number].hook(message, .after, options, advice: after)
      case (.object(let number), .instead):
        tokens[record.identifier] = try objects[number].hook(message, .instead, options, advice: proceed)
      case (.object(let number), .around):
        tokens[record.identifier] = try objects[number].hook(message, .around, options, advice: proceed)
      }
    }

    func override(_ number: Int, _ message: Int, _ identifier: Int, _ script: Model.Script) throws {
      nonisolated(unsafe) unowned let world = self
      try classObjects[number].override(World.messages[message]) { call in
        let script = unsafe world.begin(identifier, script, message, call.arguments)
        return script.proceeds.reduce(script.change) {
          ($0 &+ call.callSuper((call.arguments &+ $1) & 0xFFFF)) & 0xFFFF
        }
      }
    }
  }

  @Test func randomHistoriesGiveTheTracesOfTheModel() throws {
    for seed: UInt64 in 1...8 { try run(seed: seed, steps: 25_000) }
  }

  private func run(seed: UInt64, steps: Int) throws {
    var random = SeededGenerator(seed: seed)
    let stated = [1, 1, 2, 3, 4, 4]
    let mayBeIn = [1: [1, 7], 2: [2], 3: [3], 4: [4, 5, 6]]
    var model = Model(
      parents: [nil, 0, 1, 1, 2, 4, 5, 1], isDynamic: [false, false, false, false, false, true, true, true],
      classes: stated)
    let world = try World(named: "DifferentialTests.\(seed)", stated: stated)
    var last = 0
    for step in 0..<steps {
      let object = random.below(stated.count)
      let message = random.below(2)
      switch random.below(20) {
      case 0...2 where model.records.count < 9:
        last += 1
        let record = Model.Record(
          identifier: last, level: random.below(2) == 0 ? .classOf(random.below(5)) : .object(object),
          message: message, position: Model.Position.allCases[random.below(4)], priority: random.below(3) - 1,
          isOnce: random.below(4) == 0, script: script(&random, last))
        model.add(record)
        try world.add(record)
      case 3...4:
        let victim = max(1, last - random.below(24))
        #expect(world.tokens[victim]?.remove() ?? false == model.remove(victim), "seed \(seed), step \(step)")
      case 5:
        let goal = mayBeIn[stated[object]]?.randomElement(using: &random) ?? 0
        try world.objects[object].setClass(world.classObjects[goal])
        model.classes[object] = goal
      case 6 where random.below(4) == 0:
        let number = 5 + random.below(3)
        last += 1
        let script = script(&random, last)
        model.overrides[[number, message]] = (last, script)
        try world.override(number, message, last, script)
      case 7 where random.below(4) == 0:
        let number = 5 + random.below(3)
        let was = model.overrides.removeValue(forKey: [number, message]) != nil
        #expect(world.classObjects[number].removeOverride(of: World.messages[message]) == was)
      case 8 where random.below(20) == 0:
        model.replaceObject(object, class: stated[object])
        world.objects[object] = World.types[stated[object]].init(world)
      default:
        let argument = random.below(1000)
        let expected = model.call(object, message, argument, fuel: 12)
        let got = world.call(object, message, argument, fuel: 12)
        #expect(got == expected, "seed \(seed), step \(step), object \(object), message \(message)")
        if got != expected { return }
      }
    }
    for token in world.tokens.values { token.remove() }
    for object in world.objects { #expect(!object.isHooked) }
    #expect(world.objects.allSatisfy { $0.statedClass.aspects.isEmpty && $0.aspects.isEmpty })
  }

  private func script(_ random: inout SeededGenerator, _ last: Int) -> Model.Script {
    Model.Script(
      change: random.below(100), proceeds: (0..<[1, 1, 1, 0, 2][random.below(5)]).map { _ in random.below(50) },
      removes: random.below(4) == 0 ? max(1, last - random.below(8)) : nil,
      calls: random.below(6) == 0 ? random.below(6) : nil)
  }
}

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
