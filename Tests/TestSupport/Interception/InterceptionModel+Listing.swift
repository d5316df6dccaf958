/// What is installed, as it is listed.
extension InterceptionModel {
  mutating func list(_ level: Level, _ message: Message) {
    let (number, instance): (Int, Int?) =
      switch level {
      case .ofClass(let number): (number, nil)
      case .ofObject(let place): (instances[places[place]].actual, places[place])
      }
    guard classes[number]?.isDisposed == false else { return }
    let observers = message == .setter ? observers(ofClass: number, instance: instance) : []
    let running = observers + running(levels(ofClass: number, instance: instance, message)[...])
    events.append(
      .listed(
        Listing(
          running: running.map(\.identifier), explanation: running.map(words).joined(separator: "\n"),
          own: own(level), isHooked: isHooked(level), actualClass: actualClass(level))))
  }

  /// Each level's advice ahead, what is inside it, its advice behind.
  private func running(_ levels: ArraySlice<CallLevel>) -> [Advice] {
    guard let level = levels.first else { return [] }
    return level.standing(.before) + level.standing(.around) + level.standing(.instead)
      + running(levels.dropFirst()) + level.afters
  }

  private func words(_ advice: Advice) -> String {
    guard let known = issued.last(where: { $0.advice.identifier == advice.identifier }) else { return "" }
    let number = known.ofClass ?? instances[known.ofInstance ?? 0].stated
    var words = advice.isObserver ? "observer" : advice.position.rawValue
    words += " \(name(number)).\(advice.message.name)"
    words += known.ofClass == nil ? ", object" : ", class"
    if let name = advice.name { words += ", '\(name)'" }
    if advice.priority != 0 { words += ", priority \(advice.priority)" }
    if advice.isOnce { words += ", once" }
    return words
  }

  /// The advice of the level itself, message by message in the order of their names.
  private func own(_ level: Level) -> [Int] {
    Message.allCases.sorted { $0.name < $1.name }.flatMap { message in
      advice(message) { isAt(level, $0) }.map(\.identifier)
    }
  }

  private func isHooked(_ level: Level) -> Bool? {
    guard case .ofObject = level else { return nil }
    return installed.contains { isAt(level, $0) }
  }

  private func actualClass(_ level: Level) -> String? {
    guard case .ofObject(let place) = level else { return nil }
    return name(instances[places[place]].actual)
  }
}
