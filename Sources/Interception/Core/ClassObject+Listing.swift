/// Installing and removing advice.
extension ClassObject {
  /// Returns the record of what is installed here for a message, created if needed.
  func book(of kind: MessageKind) throws(AspectError) -> LevelRegistration {
    try checkDeclaredOnce(kind)
    try kind.storage?.checkName(of: kind, in: name)
    let book = registration(of: kind)
    // What is installed here already was checked.
    if book.isEmpty || book.kind.chainType != kind.chainType { try checkTypes(kind) }
    return book
  }

  /// Records an advice, rebuilds the affected chains, and returns the advice's token.
  func install(
    _ make: @autoclosure () throws(AspectError) -> AdviceMaker, at position: AdvicePosition, of kind: MessageKind,
    options: AspectOptions, isObserver: Bool = false, in registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    if !isObserver { try checkPolicy(kind.selector, options.policy) }
    let make = try make()
    let scope = options.isScoped ? HookScope.open(in: &registry) : nil
    if options.isScoped, scope == nil { throw .outsideScope(class: name, selector: kind.selector) }
    let book = try book(of: kind)
    let aspect = Aspect(
      identifier: registry.makeIdentifier(), className: isPersonal ? stated.name : name, selector: kind.selector,
      position: position, isOfObject: isPersonal, options: options, isObserver: isObserver)
    let token = AspectToken(aspect, in: self)
    book.add(make(token, Admission(token, in: scope)), to: kind)
    scope?.remember(token)
    rebuild(kind.selector, in: &registry)
    adoptOwner(in: &registry)
    return token
  }

  /// Removes one advice; returns whether it was installed.
  func remove(_ aspect: Aspect, in registry: inout Registry) -> Bool {
    var removal = AspectRemoval()
    defer { removal.finish(in: &registry) }
    return removal.remove(aspect, from: self, in: &registry)
  }

  /// Throws if a superclass or subclass has a message of this name with other types; the receiver's class may differ.
  ///
  /// - Complexity: O(superclasses and subclasses).
  func checkTypes(_ kind: MessageKind) throws(AspectError) {
    for object in Array(selfAndSuperclasses) + selfAndSubclasses {
      guard let record = object.registrations[kind.selector] else { continue }
      let known = [record.isListed ? record.declaration : nil, record.isEmpty ? nil : record.kind, record.slot?.kind]
      if let known = known.lazy.compactMap(\.self).first(where: { $0.chainType != kind.chainType }) {
        throw .incompatibleSignature(
          class: name, selector: kind.selector, expected: known.signature.description,
          given: kind.signature.description)
      }
    }
  }

  /// Throws if a superclass or subclass has hooked the message and either hook is exclusive.
  func checkPolicy(_ selector: Selector, _ policy: HierarchyPolicy) throws(AspectError) {
    guard !isPersonal else { return }
    func refuses(_ object: ClassObject) -> Bool {
      guard object !== self, !object.isPersonal, let book = object.registrations[selector] else { return false }
      return book.containsAdvice { policy == .exclusive || $0.aspect.options.policy == .exclusive }
    }
    let above = selfAndSuperclasses.first(where: refuses)
    guard let other = above ?? selfAndSubclasses.lazy.filter(refuses).min(by: { $0.serial < $1.serial }) else { return }
    throw .alreadyHooked(class: name, selector: selector, hookedIn: other.name)
  }
}

// MARK: - Listing

/// What is listed of a class.
extension ClassObject {
  /// The aspects hooked on this class, by message.
  var ownAspects: [Aspect] {
    registrations.sorted { $0.key.name < $1.key.name }.flatMap(\.value.aspects)
  }

  /// Returns what runs in a call, in running order: aspects, and a line for each thing that replaces the original.
  ///
  /// Observers run outermost. Each level runs its before, around and instead advice, then the inner levels, then its
  /// after advice.
  func runningOrder(of selector: Selector) -> [any CustomStringConvertible] {
    let levels = levels(of: selector)
    let declaring = selfAndSuperclasses.filter { $0.registrations[selector]?.isListed == true }
    var inner: [any CustomStringConvertible] = []
    if declaring.count > 1 { inner = ["original \(declaring[0].name).\(selector), declared by the class itself"] }
    for level in levels.reversed() {
      let aspects = [level.ofClass, level.ofObject].flatMap { $0?.aspectsInRunningOrder ?? [] }
      func at(_ positions: AdvicePosition...) -> [any CustomStringConvertible] {
        aspects.filter { !$0.isObserver && positions.contains($0.position) }
      }
      if level.ofClass?.implementation != nil {
        inner = ["implementation \(level.className).\(selector), made at run time"] + inner
      }
      inner = at(.before) + at(.around) + at(.instead) + inner + at(.after, .afterReturning, .afterThrowing)
    }
    let registrations = levels.compactMap(\.ofClass) + levels.compactMap(\.ofObject)
    return registrations.flatMap(\.aspects).filter(\.isObserver) as [any CustomStringConvertible] + inner
  }
}
