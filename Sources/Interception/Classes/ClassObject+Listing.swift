/// What is installed, in the order in which it runs.
extension ClassObject {
  /// The aspects of this class itself, message by message; not those of classes above or below, nor of single objects.
  public var aspects: [Aspect] {
    Registry.locked { _ in ownAspects }
  }

  /// The aspects that run in a call of a message on an object of this class, in the order of running.
  public func aspects(of selector: Selector) -> [Aspect] {
    Registry.locked { _ in runningOrder(of: selector) }
  }

  /// Describes the aspects that are installed for a message, and at which level: a line each, in the order of running.
  ///
  /// Inside them stands what takes the place of the original that the message's class declares, where the runtime knows of it: an
  /// implementation that was made at run time, and a subclass's own message of that name. See <doc:OrderAndRemoval>.
  public func explain(_ selector: Selector) -> String {
    Registry.locked { _ in explanation(of: selector) }
  }

  /// Takes away each aspect of this class that bears the name; answers how many there were.
  @discardableResult
  public func removeAspects(named name: String) -> Int {
    Registry.locked { removeOwn(named: name, in: &$0) }
  }

  var ownAspects: [Aspect] {
    books.sorted { $0.key.name < $1.key.name }.flatMap(\.value.aspects)
  }

  func removeOwn(named name: String, in registry: inout Registry) -> Int {
    var removal = AspectRemoval()
    defer { removal.finish(in: &registry) }
    return removal.removeAll(named: name, from: self, in: &registry)
  }

  func runningOrder(of selector: Selector) -> [Aspect] {
    runningOrder(of: selector, innermost: []) { _ in
      []
    } aspect: {
      $0
    }
  }

  /// A line for each aspect, and for what runs inside them where that is not the original of the class that declares the message.
  func explanation(of selector: Selector) -> String {
    let own = ownMessageClass(selector).map { ["original \($0.name).\(selector), declared by the class itself"] }
    return runningOrder(of: selector, innermost: own ?? []) { level in
      level.ofClass?.hasOverride == true ? ["implementation \(level.className).\(selector), made at run time"] : []
    } aspect: {
      $0.description
    }.joined(separator: "\n")
  }

  /// Observers run outside; each level runs its advice before, then what is inside it, then its advice after.
  private func runningOrder<Entry>(
    of selector: Selector, innermost: [Entry], implementation: (LevelGroup) -> [Entry], aspect: (Aspect) -> Entry
  ) -> [Entry] {
    var inner = innermost
    let levels = levels(of: selector)
    for level in levels.reversed() {
      let aspects = [level.ofClass, level.ofObject].flatMap { $0?.aspects ?? [] }.filter { !$0.isObserver }
      func at(_ positions: AdvicePosition...) -> [Entry] {
        aspects.filter { positions.contains($0.position) }.map(aspect)
      }
      inner =
        at(.before) + at(.around) + at(.instead) + implementation(level) + inner
        + at(.after, .afterReturning, .afterThrowing)
    }
    let books = levels.compactMap(\.ofClass) + levels.compactMap(\.ofObject)
    return books.flatMap(\.aspects).filter(\.isObserver).map(aspect) + inner
  }

  /// The class that lists a message of its own under a name that a class above it lists too; nil where there is none.
  private func ownMessageClass(_ selector: Selector) -> ClassObject? {
    let declaring = lineage.filter { $0.declared[selector] != nil }
    return declaring.count > 1 ? declaring.first : nil
  }
}

extension InterceptableObject {
  /// The aspects of this object alone, message by message.
  public final var aspects: [Aspect] {
    Registry.locked { _ in
      let current = currentClass
      return current.isPersonal ? current.ownAspects : []
    }
  }

  /// The aspects that run in a call of a message on this object, its classes' included, in the order of running.
  public final func aspects(of selector: Selector) -> [Aspect] {
    Registry.locked { _ in currentClass.runningOrder(of: selector) }
  }

  /// Describes the aspects that are installed for a message, and at which level: a line each, in the order of running.
  ///
  /// It says what runs inside them as the one of classes does, ``ClassObject/explain(_:)``.
  public final func explain(_ selector: Selector) -> String {
    Registry.locked { _ in currentClass.explanation(of: selector) }
  }

  /// Takes away each aspect of this object alone that bears the name; answers how many there were.
  @discardableResult
  public final func removeAspects(named name: String) -> Int {
    Registry.locked { registry in
      let current = currentClass
      return current.isPersonal ? current.removeOwn(named: name, in: &registry) : 0
    }
  }
}
