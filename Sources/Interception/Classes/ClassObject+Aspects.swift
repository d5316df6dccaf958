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
