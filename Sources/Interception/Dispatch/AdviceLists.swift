/// The advice of one level, a list for each place in a call.
@usableFromInline
struct AdviceLists: Sendable {
  @usableFromInline var befores: AdviceTree?
  @usableFromInline var arounds: AdviceTree?
  @usableFromInline var insteads: AdviceTree?
  @usableFromInline var afters: AdviceTree?
  /// Observers of a property, which stand outside all levels.
  var observers: AdviceTree?

  init() {}

  /// The list in which an aspect is kept.
  subscript(aspect: Aspect) -> AdviceTree? {
    get {
      if aspect.isObserver { return observers }
      return switch aspect.position {
      case .before: befores
      case .around: arounds
      case .instead: insteads
      case .after, .afterReturning, .afterThrowing: afters
      }
    }
    set {
      if aspect.isObserver { return observers = newValue }
      switch aspect.position {
      case .before: befores = newValue
      case .around: arounds = newValue
      case .instead: insteads = newValue
      case .after, .afterReturning, .afterThrowing: afters = newValue
      }
    }
  }

  var all: [AdviceTree] { [befores, arounds, insteads, afters, observers].compactMap { $0 } }

  /// Whether there is anything at the level itself, observers left out.
  var hasAdvice: Bool { befores != nil || arounds != nil || insteads != nil || afters != nil }

  var isEmpty: Bool { !hasAdvice && observers == nil }

  var count: Int { all.reduce(0) { $0 + $1.count } }

  /// The lists of a class with those of an object behind them; observers, which make a layer of their own, are left out.
  func joined(with other: AdviceLists) -> AdviceLists {
    var joined = AdviceLists()
    joined.befores = AdviceTree.joined(befores, other.befores)
    joined.arounds = AdviceTree.joined(arounds, other.arounds)
    joined.insteads = AdviceTree.joined(insteads, other.insteads)
    joined.afters = AdviceTree.joined(afters, other.afters)
    return joined
  }

  /// Leaves those advice that satisfy the predicate, which is asked once for each.
  mutating func filter(_ isKept: (InstalledAdvice) -> Bool) {
    befores = AdviceTree.filtering(befores, isKept)
    arounds = AdviceTree.filtering(arounds, isKept)
    insteads = AdviceTree.filtering(insteads, isKept)
    afters = AdviceTree.filtering(afters, isKept)
    observers = AdviceTree.filtering(observers, isKept)
  }

  func contains(where predicate: (InstalledAdvice) -> Bool) -> Bool {
    all.contains { $0.contains(where: predicate) }
  }
}

/// A list of advice whose type is known.
///
/// The lists of a level hold advice of the types of its message, but for the class of the receivers (see ``RootReceiver``), and of
/// the kind that belongs in each list; a cast would compare what is the same but for its name.
@usableFromInline
struct AdviceList<Node: InstalledAdvice>: Sendable {
  @usableFromInline let root: AdviceTree?

  @inlinable
  @inline(__always)
  init(_ root: AdviceTree?) {
    self.root = root
  }

  @inlinable
  @inline(__always)
  static func node(of tree: AdviceTree) -> Node {
    unsafe RootReceiver.reference(tree.advice, to: Node.self)
  }

  /// The only advice; nil where there is none, or more than one.
  var sole: Node? {
    guard let root, root.count == 1 else { return nil }
    return AdviceList.node(of: root)
  }

  @inlinable var count: Int { root?.count ?? 0 }

  /// The advice of a number, with a reference that the caller counts.
  ///
  /// - Complexity: O(log `count`).
  /// - Precondition: `0 <= number < count`.
  @inlinable
  subscript(number: Int) -> Node {
    guard let root else { preconditionFailure("no advice \(number) in an empty list") }
    return unsafe RootReceiver.reference(root[number], to: Node.self)
  }
}
