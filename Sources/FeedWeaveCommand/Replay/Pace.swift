/// When the next version is shown.
struct Pace {
  private enum Kind {
    case atOnce
    case every(Duration)
    case stepwise(onTerminal: Bool)
  }

  private let kind: Kind
  private let environment: CommandEnvironment
  /// When the next version may be shown.
  private var due: Duration?

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.environment = environment
    if let rate = settings.rate {
      kind = .every(.nanoseconds(Int64(1e9 / rate)))
    } else if settings.isStepwise {
      // Somebody whose standard input is a feed still has a keyboard.
      kind = .stepwise(onTerminal: settings.files.contains(.standardInput))
    } else {
      kind = .atOnce
    }
  }

  /// Whether it is somebody at a keyboard who says when.
  var asks: Bool { if case .stepwise = kind { true } else { false } }

  /// Waits until another version may be shown, the first at once; false when nobody waits for one any more.
  mutating func wait() throws(CommandError) -> Bool {
    let isFirst = due == nil
    switch kind {
    case .atOnce: return true
    case .every(let interval):
      let now = environment.elapsed()
      if let due, due > now { environment.sleep(due - now) }
      due = max(now, due ?? now) + interval
      return true
    case .stepwise(let onTerminal):
      due = .zero
      return if isFirst { true } else { try enter(onTerminal: onTerminal) }
    }
  }

  private func enter(onTerminal: Bool) throws(CommandError) -> Bool {
    do throws(InputFailure) { return try environment.waitForEnter(onTerminal) } catch {
      throw .noInput(onTerminal ? .path("the terminal") : .standardInput, reason: error.reason)
    }
  }
}
