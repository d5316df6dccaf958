extension WovenEvent {
  /// The event of a call as an advice sees it now.
  init(_ info: AspectInfo, _ hook: PlannedHook) {
    self.init(info, hook, outcome: Outcome(info))
  }

  init(_ info: AspectInfo, _ hook: PlannedHook, outcome: Outcome?) {
    name = hook.event
    group = hook.group
    className = info.className
    receiver = ObjectIdentifier(info.receiver)
    selector = hook.selector
    position = hook.position
    arguments = info.arguments.map(CallText.of)
    self.outcome = outcome
  }
}

extension WovenEvent.Outcome {
  /// What the call has come to; nil ahead of that.
  fileprivate init?(_ info: AspectInfo) {
    if let error = info.error {
      self = .threw(CallText.of(error))
    } else if let result = info.result {
      self = .returned(CallText.of(result))
    } else {
      return nil
    }
  }
}

extension CallKey {
  /// What a call counts as.
  init(_ info: AspectInfo, _ hook: PlannedHook) {
    self.init(event: hook.event, className: info.className, selector: hook.selector)
  }
}
