import Interception
import TestSupport

/// The runtime, told the steps that the model is told, and asked what is seen of them.
final class DifferentialWorld: DifferentialJournal, @unchecked Sendable {
  typealias Model = InterceptionModel

  let lane: DifferentialLane
  private let prefix: String
  private var events: [Model.Event] = []
  private(set) var fuel = 0
  var objects: [Plant] = []
  var classObjects: [Int: ClassObject]
  var tokens: [Int: AspectToken] = [:]
  /// What has no token yet, while an observer hears what the property is.
  private var beingInstalled: Set<Int> = []
  var exchanges: [Int: ExchangeToken] = [:]
  /// The advice of each aspect.
  var identifiers: [UInt64: Int] = [:]
  /// How many closures of advice are alive.
  let alive = AliveCount()

  init(_ lane: DifferentialLane, objects: [Int], prefix: String) {
    self.lane = lane
    self.prefix = prefix
    classObjects = Dictionary(uniqueKeysWithValues: lane.types.map { ClassObject.of($0) }.enumerated().map { ($0, $1) })
    self.objects = objects.map { lane.types[$0].init(self) }
  }

  func note(_ event: Model.Event) { events.append(event) }

  /// Carries a step out, and answers what is seen of it.
  func perform(_ step: Model.Step) -> [Model.Event] {
    events = []
    fuel = Model.Step.fuel
    carryOut(step)
    return events
  }

  /// What an advice begins with; its script, while there is fuel.
  func begin(_ identifier: Int, _ script: Model.Script, _ argument: Int, _ outcome: Model.Outcome?) -> Model.Script {
    events.append(.ran(identifier, argument, outcome))
    fuel -= 1
    guard fuel > 0 else { return Model.Script() }
    for step in script.steps { carryOut(step) }
    return script
  }

  /// What an observer does that hears.
  func hear(_ identifier: Int, _ script: Model.Script, _ phase: String, _ old: Int?, _ new: Int?) {
    events.append(.heard(identifier, phase, old, new))
    fuel -= 1
    guard fuel > 0 else { return }
    for step in script.steps { carryOut(step) }
  }

  private func carryOut(_ step: Model.Step) {
    do throws(AspectError) {
      try attempt(step)
    } catch {
      note(.refused(Model.Refusal(error)))
    }
  }

  private func attempt(_ step: Model.Step) throws(AspectError) {
    switch step {
    case .hook(let advice): try hook(advice)
    case .remove(let identifier, let way): try remove(identifier, way)
    case .removeNamed(let level, let name): removeNamed(level, name)
    case .call(let place, let message, let argument): note(.returned(call(place, message, argument)))
    case .make(let number, let parent):
      classObjects[number] =
        try classObjects[parent]?.makeSubclass(named: "\(prefix).\(number)") ?? classObjects[number]
    case .dispose(let number): try classObjects[number]?.dispose()
    case .override(let number, let message, let identifier, let script):
      try override(number, message, DifferentialAdvice(self, identifier, script))
    case .removeOverride(let number, let message): removeOverride(number, message)
    case .exchange(let identifier, let number): try exchange(identifier, number)
    case .restore(let identifier): restore(identifier)
    case .setClass(let place, let number):
      if let classObject = classObjects[number] { try objects[place].setClass(classObject) }
    case .replace(let place): replace(place)
    case .list(let level, let message): list(level, message)
    }
  }

  private func hook(_ advice: Model.Advice) throws(AspectError) {
    guard tokens[advice.identifier] == nil, beingInstalled.insert(advice.identifier).inserted else { return }
    defer { beingInstalled.remove(advice.identifier) }
    guard let token = try install(advice, DifferentialAdvice(self, advice.identifier, advice.script)) else { return }
    tokens[advice.identifier] = token
    identifiers[token.aspect.identifier] = advice.identifier
  }

  /// Nil where there is no such class.
  private func install(_ advice: Model.Advice, _ run: DifferentialAdvice) throws(AspectError) -> AspectToken? {
    let site: DifferentialSite
    switch advice.level {
    case .ofClass(let number) where number < lane.types.count: site = .type(lane.types[number])
    case .ofClass(let number):
      guard let known = classObjects[number] else { return nil }
      site = .classObject(known)
    case .ofObject(let place): site = .object(objects[place])
    }
    if advice.isObserver { return try observe(advice, site, run) }
    let options = AspectOptions(
      name: advice.name, priority: advice.priority, isAutomaticallyRemoved: advice.isOnce,
      policy: advice.isExclusive ? .exclusive : .layered)
    return try install(advice, site, options, run)
  }

  private func install(
    _ advice: Model.Advice, _ site: DifferentialSite, _ options: AspectOptions, _ run: DifferentialAdvice
  ) throws(AspectError) -> AspectToken {
    if advice.isByName { return try hookByName(advice, site, options, run) }
    let position = advice.position.real
    switch advice.message {
    case .plain: return try hook(Plant.plain, .numbers(.plain), site, position, options, run)
    case .throwing where advice.mayThrow: return try hookThatThrows(Plant.throwing, site, position, options, run)
    case .throwing: return try hookThatReturns(Plant.throwing, site, position, options, run)
    case .twin: return try hook(Plant.twin, .numbers(.twin), site, position, options, run)
    case .getter: return try hook(Plant.level.getter, .getter, site, position, options, run)
    case .setter: return try hook(Plant.level.setter, .setter, site, position, options, run)
    case .deallocation: return try hookDeallocation(site, position, options, run)
    case .blacklisted: return try hook(Plant.blacklisted, .numbers(.blacklisted), site, position, options, run)
    case .foreign:
      switch site {
      case .object(let object): return try object.hook(Stone.foreign, .before, options) { _ in }
      case .classObject(let classObject): return try classObject.hook(Stone.foreign, .before, options) { _ in }
      case .type(let type): return try ClassObject.of(type).hook(Stone.foreign, .before, options) { _ in }
      }
    }
  }

  private func observe(
    _ advice: Model.Advice, _ site: DifferentialSite, _ run: DifferentialAdvice
  ) throws(AspectError) -> AspectToken {
    var options: ObservationOptions = advice.receivesPriorEvents ? .prior : []
    if advice.hearsInitial { options.insert(.initial) }
    switch site {
    case .type(let type): return try Plant.level.observe(on: type, options) { run.hear($0) }
    case .classObject(let classObject): return try classObject.observe(Plant.level, options) { run.hear($0) }
    case .object(let object): return try object.observe(Plant.level, options) { run.hear($0) }
    }
  }

  private func remove(_ identifier: Int, _ way: Model.Removal) throws(AspectError) {
    guard let token = tokens[identifier] else { return }
    switch way {
    case .plainly: note(.answered(token.remove()))
    case .reportingErrors: note(.answered(try token.removeReportingErrors()))
    case .waiting: note(.answered(token.removeAndWait()))
    }
  }

  private func removeNamed(_ level: Model.Level, _ name: String) {
    switch level {
    case .ofClass(let number): note(.counted(classObjects[number]?.removeAspects(named: name) ?? 0))
    case .ofObject(let place): note(.counted(objects[place].removeAspects(named: name)))
    }
  }

  private func call(_ place: Int, _ message: Model.Message, _ argument: Int) -> Model.Outcome {
    let object = objects[place]
    switch message {
    case .throwing:
      do throws(ModelFailure) {
        return .success(try object.throwing(argument))
      } catch {
        return .failure(error)
      }
    case .twin: return .success(Plant.twin.send(to: object, argument))
    case .getter: return .success(object.level)
    case .setter:
      object.level = argument
      return .success(0)
    default: return .success(object.plain(argument))
    }
  }
}
