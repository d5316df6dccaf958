/// Classes that are made at run time, and objects that come, move and go.
extension InterceptionModel {
  mutating func make(_ number: Int, below parent: Int) {
    guard let above = classes[parent] else { return }
    let name = "\(prefix).\(number)"
    if let known = classes[number], !known.isDisposed {
      if known.parent != parent { events.append(.refused(.pairUnavailable(name))) }
      return
    }
    if above.isDisposed { return events.append(.refused(.pairUnavailable(above.name))) }
    classes[number] = Class(
      name: name, parent: parent, stated: above.stated, isDynamic: true, overridesInSwift: false,
      making: nextMaking())
    makings.removeAll { $0 == number }
    makings.append(number)
  }

  mutating func dispose(_ number: Int) {
    guard let known = classes[number] else { return }
    if !known.isDynamic || known.isDisposed { return events.append(.refused(.pairUnavailable(known.name))) }
    let objects = instances.filter { $0.isAlive && $0.actual == number }.count
    let subclasses = classes.values.filter { $0.parent == number && !$0.isDisposed }.count
    if objects + subclasses > 0 {
      return events.append(.refused(.inUse(known.name, objects: objects, subclasses: subclasses)))
    }
    classes[number]?.isDisposed = true
    overrides.removeAll { $0.ofClass == number }
    installed.removeAll { $0.ofClass == number }
  }

  mutating func override(_ number: Int, _ message: Message, _ identifier: Int, _ script: Script) {
    guard let known = classes[number] else { return }
    if known.isDisposed { return events.append(.refused(.doesNotRespond(name(known.stated), message))) }
    let given = Implementation.Given(making: nextMaking(), identifier: identifier, script: script)
    implement(number, message, by: Implementation(home: number, message: message, given: given))
  }

  mutating func removeOverride(_ number: Int, _ message: Message) {
    guard classes[number] != nil else { return }
    let count = overrides.count
    overrides.removeAll { $0.ofClass == number && $0.message == message }
    events.append(.answered(overrides.count < count))
  }

  /// What a class would run anyway takes away what it was given.
  private mutating func implement(_ number: Int, _ message: Message, by new: Implementation) {
    overrides.removeAll { $0.ofClass == number && $0.message == message }
    if new == Implementation(home: number, message: message, given: nil) { return }
    overrides.append(Override(ofClass: number, message: message, implementation: new))
  }

  private func implementation(_ number: Int, _ message: Message) -> Implementation {
    overrides.first { $0.ofClass == number && $0.message == message }?.implementation
      ?? Implementation(home: number, message: message, given: nil)
  }

  mutating func exchange(_ identifier: Int, _ number: Int) {
    guard let known = classes[number], !exchanges.contains(where: { $0.identifier == identifier }) else { return }
    if known.isDisposed { return events.append(.refused(.doesNotRespond(name(known.stated), .plain))) }
    let exchange = Exchange(
      identifier: identifier, ofClass: number, making: known.making, plain: implementation(number, .plain),
      twin: implementation(number, .twin))
    implement(number, .plain, by: exchange.twin)
    implement(number, .twin, by: exchange.plain)
    exchanges.append(exchange)
  }

  /// Both are put back, if both are still where the exchange put them.
  mutating func restore(_ identifier: Int) {
    guard let exchange = exchanges.first(where: { $0.identifier == identifier }) else { return }
    let number = exchange.ofClass
    guard classes[number]?.making == exchange.making, classes[number]?.isDisposed == false,
      implementation(number, .plain) == exchange.twin, implementation(number, .twin) == exchange.plain
    else { return events.append(.answered(false)) }
    implement(number, .plain, by: exchange.plain)
    implement(number, .twin, by: exchange.twin)
    exchanges.removeAll { $0.identifier == identifier }
    events.append(.answered(true))
  }

  mutating func setClass(_ place: Int, _ number: Int) {
    guard let known = classes[number] else { return }
    let own = instances[places[place]].stated
    if known.isDisposed || known.stated != own {
      return events.append(.refused(.notASubclass(known.name, of: name(own))))
    }
    instances[places[place]].actual = number
  }

  /// A new object stands at the place before the one that was there gets its last message.
  mutating func replace(_ place: Int) {
    let old = places[place]
    places[place] = instances.count
    instances.append(Instance(stated: instances[old].stated, actual: instances[old].stated))
    _ = try? send(old, .deallocation, 0)
    instances[old].isAlive = false
    installed.removeAll { $0.ofInstance == old }
  }
}
