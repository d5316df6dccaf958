/// The advice of one level, with one list for each group of positions.
@usableFromInline
struct AdviceLists: Sendable {
  @usableFromInline var befores: AdviceTree?
  @usableFromInline var arounds: AdviceTree?
  @usableFromInline var insteads: AdviceTree?
  @usableFromInline var afters: AdviceTree?
  /// Property observers, which run outside all levels.
  var observers: AdviceTree?

  init() {}

  /// The list that contains, or would contain, an aspect.
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

  /// Whether there is any advice, without observers.
  var hasAdvice: Bool { befores != nil || arounds != nil || insteads != nil || afters != nil }

  var isEmpty: Bool { !hasAdvice && observers == nil }

  var count: Int { all.reduce(0) { $0 + $1.count } }

  /// Returns these lists followed by another level's, without observers, which have a separate layer.
  func joined(with other: AdviceLists) -> AdviceLists {
    var joined = AdviceLists()
    joined.befores = AdviceTree.joined(befores, other.befores)
    joined.arounds = AdviceTree.joined(arounds, other.arounds)
    joined.insteads = AdviceTree.joined(insteads, other.insteads)
    joined.afters = AdviceTree.joined(afters, other.afters)
    return joined
  }

  /// Keeps only the advice that satisfies the predicate, which is called once for each.
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

/// A list of advice of a known node type.
///
/// Each list of a level contains only nodes of its kind and of its message's types, so elements are reinterpreted
/// without a checked cast. The receiver type is erased; see ``RootReceiver``.
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
  static func node(of tree: AdviceTree) -> Node { node(tree.advice) }

  @inlinable
  @inline(__always)
  static func node(_ advice: InstalledAdvice) -> Node {
    unsafe RootReceiver.reference(advice, to: Node.self)
  }

  /// The only advice; nil if there is none or more than one.
  var sole: Node? {
    guard let root, root.count == 1 else { return nil }
    return AdviceList.node(of: root)
  }

  @inlinable var count: Int { root?.count ?? 0 }

  /// The advice at an index, retained for the caller.
  ///
  /// - Complexity: O(log `count`).
  /// - Precondition: `0 <= number < count`.
  @inlinable
  subscript(number: Int) -> Node {
    guard let root else { preconditionFailure("no advice \(number) in an empty list") }
    return AdviceList.node(root[number])
  }
}
