/// One observer of a property, as it stands in the books of the property's setter.
struct Observer<Receiver: InterceptableObject, Value> {
  let getter: Message<Receiver, Void, Value>
  let hearsPrior: Bool
  let hear: (PropertyChange<Receiver, Value>) -> Void

  init(
    of property: Property<Receiver, Value>, _ options: ObservationOptions,
    _ hear: @escaping (PropertyChange<Receiver, Value>) -> Void
  ) {
    getter = property.getter
    hearsPrior = options.contains(.prior)
    self.hear = hear
  }

  /// The advice that observers come to, which runs around everything else.
  ///
  /// The old value and the new are read once for all of them, as anyone would read them: hooks on the getter count.
  ///
  /// - Precondition: there are observers.
  static func advice<Result, Failure>(
    of observers: [AdviceTree]
  ) -> AroundNode<Receiver, Value, Result, Failure>.Body {
    let getter = AdviceList<ObserverNode<Receiver, Value>>.node(of: observers[0]).observer.getter
    return AdviceFunction { call throws(Failure) in
      let object = call.receiver
      let old = getter.send(to: object, ())
      forEach(in: observers) { observer in
        if observer.hearsPrior { observer.hear(PropertyChange(object, .prior, old: old, new: nil)) }
      }
      let result = try call.proceed()
      let change = PropertyChange(object, .change, old: old, new: getter.send(to: object, ()))
      forEach(in: observers) { $0.hear(change) }
      return result
    }
  }

  private static func forEach(in observers: [AdviceTree], _ body: (Observer) -> Void) {
    for tree in observers {
      for number in 0..<tree.count { body(AdviceList<ObserverNode<Receiver, Value>>(tree)[number].observer) }
    }
  }
}
