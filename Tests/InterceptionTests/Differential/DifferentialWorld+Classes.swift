import Interception
import TestSupport

/// Implementations, exchanges, and objects that go.
extension DifferentialWorld {
  func override(
    _ number: Int, _ message: Model.Message, _ run: DifferentialAdvice
  ) throws(AspectError) {
    guard let classObject = classObjects[number] else { return }
    switch message {
    case .throwing:
      try classObject.override(Plant.throwing) { call throws(ModelFailure) in
        try run.proceed(call.arguments) { argument throws(ModelFailure) in try call.callSuper(argument) }
      }
    case .twin: try override(classObject, Plant.twin, .numbers(.twin), run)
    case .getter: try override(classObject, Plant.level.getter, .getter, run)
    case .setter: try override(classObject, Plant.level.setter, .setter, run)
    default: try override(classObject, Plant.plain, .numbers(.plain), run)
    }
  }

  func override<Arguments, Result>(
    _ classObject: ClassObject, _ message: Message<Plant, Arguments, Result>,
    _ coding: DifferentialCoding<Arguments, Result>, _ run: DifferentialAdvice
  ) throws(AspectError) {
    try classObject.override(message) { call in run.proceed(coding, call.arguments) { call.callSuper($0) } }
  }

  func removeOverride(_ number: Int, _ message: Model.Message) {
    guard let classObject = classObjects[number] else { return }
    note(.answered(removeOverride(classObject, message)))
  }

  func removeOverride(_ classObject: ClassObject, _ message: Model.Message) -> Bool {
    switch message {
    case .throwing: classObject.removeOverride(of: Plant.throwing)
    case .twin: classObject.removeOverride(of: Plant.twin)
    case .getter: classObject.removeOverride(of: Plant.level.getter)
    case .setter: classObject.removeOverride(of: Plant.level.setter)
    default: classObject.removeOverride(of: Plant.plain)
    }
  }

  func exchange(_ identifier: Int, _ number: Int) throws(AspectError) {
    guard let classObject = classObjects[number], exchanges[identifier] == nil else { return }
    exchanges[identifier] = try classObject.exchange(Plant.plain, Plant.twin)
  }

  func restore(_ identifier: Int) {
    guard let exchange = exchanges[identifier] else { return }
    let isRestored = exchange.restore()
    note(.answered(isRestored))
    if isRestored { exchanges[identifier] = nil }
  }

  func replace(_ place: Int) {
    let old = objects[place]
    objects[place] = type(of: old).init(self)
    // It goes with the end of the function, when nobody has the list in hand.
    withExtendedLifetime(old) {}
  }
}
