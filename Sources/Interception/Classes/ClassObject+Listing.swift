/// Installing and removing.
extension ClassObject {
  /// The book of a message at this level, made if there is none.
  func book<Advice, Override>(
    of kind: AdvisedMessageKind<Advice, Override>
  ) throws(AspectError) -> TypedLevelBook<Advice, Override> {
    try checkTypes(kind)
    if let book = books[kind.selector] as? TypedLevelBook<Advice, Override> { return book }
    return TypedLevelBook(kind: kind)
  }

  /// Puts an advice into the books and its chains in place.
  func install<Advice, Override>(
    _ body: Advice.Body, at position: AdvicePosition, of kind: AdvisedMessageKind<Advice, Override>,
    options: AspectOptions, in registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    if !Advice.isObserver(body) { try checkPolicy(kind.selector, options.policy) }
    let book = try book(of: kind)
    let scope = try scope(of: kind.selector, options, in: &registry)
    let aspect = Aspect(
      identifier: registry.makeIdentifier(), className: isPersonal ? stated.name : name, selector: kind.selector,
      position: position, isOfObject: isPersonal, options: options, isObserver: Advice.isObserver(body))
    let token = AspectToken(aspect, in: self)
    book.add(Advice.make(body, token, Admission(token, in: scope)))
    scope?.remember(token)
    books[kind.selector] = book
    rebuild(kind, in: &registry)
    adoptOwner(in: &registry)
    return token
  }

  /// Takes one advice out; returns whether it was there.
  func remove(_ aspect: Aspect, in registry: inout Registry) -> Bool {
    var removal = AspectRemoval()
    defer { removal.finish(in: &registry) }
    return removal.remove(aspect, from: self, in: &registry)
  }

  /// The scope to which the options confine an aspect; nil where it is confined to none.
  private func scope(
    of selector: Selector, _ options: AspectOptions, in registry: inout Registry
  ) throws(AspectError) -> HookScope? {
    guard options.isScoped else { return nil }
    guard let scope = HookScope.open(in: &registry) else { throw .outsideScope(class: name, selector: selector) }
    return scope
  }

  /// A message of one name has one set of types on every path to the root, but for the class of its receivers.
  ///
  /// - Complexity: O(classes above and below); O(1) where the message is hooked at this level already.
  func checkTypes(_ kind: MessageKind) throws(AspectError) {
    if books[kind.selector]?.kind.chainType == kind.chainType { return }
    for object in Array(lineage) + descent {
      let known = [
        object.declared[kind.selector], object.books[kind.selector]?.kind, object.slots[kind.selector]?.kind,
      ]
      if let known = known.lazy.compactMap(\.self).first(where: { $0.chainType != kind.chainType }) {
        throw .incompatibleSignature(
          class: name, selector: kind.selector, expected: known.signature.description,
          given: kind.signature.description)
      }
    }
  }

  /// Under the exclusive policy, no class above or below may have hooked the message; under any, none exclusively.
  func checkPolicy(_ selector: Selector, _ policy: HierarchyPolicy) throws(AspectError) {
    guard !isPersonal else { return }
    func refuses(_ object: ClassObject) -> Bool {
      guard object !== self, !object.isPersonal, let book = object.books[selector] else { return false }
      if policy == .exclusive { return book.containsAdvice { _ in true } }
      return book.exclusiveCount > 0 && book.containsAdvice { $0.options.policy == .exclusive }
    }
    let above = lineage.first(where: refuses)
    guard let other = above ?? descent.filter(refuses).min(by: { $0.serial < $1.serial }) else { return }
    throw .alreadyHooked(class: name, selector: selector, hookedIn: other.name)
  }
}

// MARK: - Listing

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
