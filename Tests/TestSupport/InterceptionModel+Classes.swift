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
      name: name, parent: parent, stated: above.stated, isDynamic: true, overridesInSwift: false)
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
  }

  mutating func override(_ number: Int, _ message: Message, _ identifier: Int, _ script: Script) {
    guard let known = classes[number] else { return }
    if known.isDisposed { return events.append(.refused(.doesNotRespond(name(known.stated), message))) }
    overrides.removeAll { $0.ofClass == number && $0.message == message }
    overrides.append(Override(ofClass: number, message: message, identifier: identifier, script: script))
  }

  mutating func removeOverride(_ number: Int, _ message: Message) {
    guard classes[number] != nil else { return }
    let count = overrides.count
    overrides.removeAll { $0.ofClass == number && $0.message == message }
    events.append(.answered(overrides.count < count))
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
