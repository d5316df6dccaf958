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
  public func explain(_ selector: Selector) -> String {
    aspects(of: selector).map(\.description).joined(separator: "\n")
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
    let named = ownAspects.filter { $0.options.name == name }
    return named.count { remove($0, in: &registry) }
  }

  /// Observers stand outside; each level runs its advice ahead, then what is inside it, then its advice behind.
  func runningOrder(of selector: Selector) -> [Aspect] {
    var inner: [Aspect] = []
    let levels = levels(of: selector)
    for level in levels.reversed() {
      let aspects = [level.ofClass, level.ofObject].flatMap { $0?.aspects ?? [] }.filter { !$0.isObserver }
      func standing(_ positions: AdvicePosition...) -> [Aspect] { aspects.filter { positions.contains($0.position) } }
      inner =
        standing(.before) + standing(.around) + standing(.instead) + inner
        + standing(.after, .afterReturning, .afterThrowing)
    }
    let books = levels.compactMap(\.ofClass) + levels.compactMap(\.ofObject)
    return books.flatMap(\.aspects).filter(\.isObserver) + inner
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
  public final func explain(_ selector: Selector) -> String {
    aspects(of: selector).map(\.description).joined(separator: "\n")
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
