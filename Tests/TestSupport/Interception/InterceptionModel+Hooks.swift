/// Installing and removing.
extension InterceptionModel {
  /// Installs an advice, unless one of its identifier has been installed before.
  mutating func hook(_ advice: Advice) {
    guard !(issued + installed).contains(where: { $0.advice.identifier == advice.identifier }) else { return }
    let new: Installed
    switch advice.level {
    case .ofClass(let number):
      guard classes[number] != nil else { return }
      new = Installed(advice: advice, ofClass: number, ofInstance: nil)
    case .ofObject(let place): new = Installed(advice: advice, ofClass: nil, ofInstance: places[place])
    }
    if let refusal = refusal(of: new) { return events.append(.refused(refusal)) }
    installed.append(new)
    if advice.hearsInitial, let instance = new.ofInstance, let now = try? send(instance, .getter, 0) {
      hear(advice, "initial", nil, now)
    }
    issued.append(new)
  }

  /// The checks in their order; the first failure wins.
  private func refusal(of new: Installed) -> Refusal? {
    let number = new.ofClass ?? instances[new.ofInstance ?? 0].stated
    let (message, position) = (new.advice.message, new.advice.position)
    if message == .blacklisted { return .blacklisted(name(number)) }
    if message == .deallocation, position != .before { return .deallocationPosition(name(number), position) }
    if message == .foreign || classes[number]?.isDisposed == true {
      return .doesNotRespond(name(classes[number]?.stated ?? number), message)
    }
    guard new.ofClass != nil, !new.advice.isObserver else { return nil }
    return conflict(number, message, new.advice.isExclusive).map {
      .alreadyHooked(name(number), message, hookedIn: name($0))
    }
  }

  /// The class above or below, the nearest above first, whose hooks and the new one are not to be together.
  private func conflict(_ number: Int, _ message: Message, _ isExclusive: Bool) -> Int? {
    let above = lineage(number).dropFirst()
    let below = makings.filter { $0 != number && classes[$0]?.isDisposed == false && lineage($0).contains(number) }
    return (above + below).first { other in
      installed.contains { known in
        known.ofClass == other && known.advice.message == message && !known.advice.isObserver
          && (isExclusive || known.advice.isExclusive)
      }
    }
  }

  /// Takes an advice out; answers whether it was there.
  mutating func takeAway(_ identifier: Int) -> Bool {
    guard let place = installed.firstIndex(where: { $0.advice.identifier == identifier }) else { return false }
    installed.remove(at: place)
    return true
  }

  mutating func remove(_ identifier: Int, _ way: Removal) {
    guard let known = issued.last(where: { $0.advice.identifier == identifier }) else { return }
    if way == .reportingErrors, let instance = known.ofInstance, !instances[instance].isAlive {
      return events.append(.refused(.gone(name(instances[instance].stated), known.advice.message)))
    }
    events.append(.answered(takeAway(identifier)))
  }

  mutating func removeNamed(_ level: Level, _ name: String) {
    let named = installed.filter { isAt(level, $0) && $0.advice.name == name }
    for known in named { _ = takeAway(known.advice.identifier) }
    events.append(.counted(named.count))
  }

  func isAt(_ level: Level, _ known: Installed) -> Bool {
    switch level {
    case .ofClass(let number): known.ofClass == number
    case .ofObject(let place): known.ofInstance == places[place]
    }
  }
}
