/// Observers, which stand outside all advice.
extension InterceptionModel {
  /// Those of the classes, the most derived first, then those of the object; each in the order of registration.
  func observers(ofClass number: Int, instance: Int?) -> [Advice] {
    let ofClasses = lineage(number).flatMap { number in advice(.setter) { $0.ofClass == number } }
    let ofObject = advice(.setter) { $0.ofInstance != nil && $0.ofInstance == instance }
    return (ofClasses + ofObject).filter(\.isObserver)
  }

  /// A write that is observed: what the property is, those who hear ahead, the write, what the property is then, all.
  mutating func observe(
    _ observers: [Advice], _ instance: Int, write: (inout Self) throws(ModelFailure) -> Int
  ) throws(ModelFailure) -> Int {
    let old = try send(instance, .getter, 0)
    for observer in observers where observer.receivesPriorEvents { hear(observer, "prior", old, nil) }
    let result = try write(&self)
    let new = try send(instance, .getter, 0)
    for observer in observers { hear(observer, "change", old, new) }
    return result
  }

  mutating func hear(_ observer: Advice, _ phase: String, _ old: Int?, _ new: Int?) {
    events.append(.heard(observer.identifier, phase, old, new))
    fuel -= 1
    guard fuel > 0 else { return }
    for step in observer.script.steps { carryOut(step) }
  }
}
