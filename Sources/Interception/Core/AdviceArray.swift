/// An immutable array of advice in running order, which keeps its elements and never moves them.
@safe
final class AdviceArray: @unchecked Sendable {
  fileprivate typealias Elements = UnsafeMutableBufferPointer<Unmanaged<InstalledAdvice>>

  fileprivate let elements: Elements
  /// What keeps the elements, in no order; arrays share groups, so that a copy retains a group instead of each advice.
  private let groups: [[InstalledAdvice]]

  /// Creates an array of elements of others, with another advice in between.
  private init(
    _ first: Slice<Elements>, _ new: InstalledAdvice?, _ last: Slice<Elements>, keeping groups: [[InstalledAdvice]]
  ) {
    let start = unsafe first.count + (new == nil ? 0 : 1)
    unsafe elements = .allocate(capacity: start + last.count)
    _ = unsafe elements.initialize(from: first)
    if let new { unsafe elements.initializeElement(at: start - 1, to: .passUnretained(new)) }
    _ = unsafe elements[start...].initialize(from: last)
    self.groups = groups
  }

  /// Creates an array.
  init(_ advice: [InstalledAdvice]) {
    unsafe elements = .allocate(capacity: advice.count)
    _ = unsafe elements.initialize(from: advice.lazy.map { unsafe Unmanaged.passUnretained($0) })
    groups = stride(from: 0, to: advice.count, by: AdviceArray.groupSize).map { start in
      Array(advice[start..<min(start + AdviceArray.groupSize, advice.count)])
    }
  }

  deinit { unsafe elements.deallocate() }

  private static var groupSize: Int { 32 }

  var count: Int { unsafe elements.count }

  /// Returns an array with another advice, in its place.
  ///
  /// - Complexity: O(`count`).
  func adding(_ new: InstalledAdvice) -> AdviceArray {
    let place = firstIndex(notBefore: new.order)
    var groups = groups
    let last = groups.count - 1
    if groups[last].count < AdviceArray.groupSize { groups[last].append(new) } else { groups.append([new]) }
    return unsafe AdviceArray(elements[..<place], new, elements[place...], keeping: groups)
  }

  /// Returns an array without the advice of an order, and that advice; nil if there is none.
  ///
  /// - Complexity: O(`count`).
  func removing(_ order: InstalledAdvice.Order) -> (rest: AdviceArray?, removed: InstalledAdvice)? {
    let place = firstIndex(notBefore: order)
    guard place < count, self[place].order == order else { return nil }
    let removed = self[place]
    if count == 1 { return (nil, removed) }
    var groups = groups
    for (index, group) in groups.enumerated() {
      guard let place = group.firstIndex(where: { $0 === removed }) else { continue }
      groups[index].remove(at: place)
      if groups[index].isEmpty { groups.remove(at: index) }
      break
    }
    return unsafe (AdviceArray(elements[..<place], nil, elements[(place + 1)...], keeping: groups), removed)
  }

  private subscript(index: Int) -> InstalledAdvice { unsafe elements[index]._withUnsafeGuaranteedRef { $0 } }

  private func firstIndex(notBefore order: InstalledAdvice.Order) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].order < order { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns an array of the advice that satisfies the predicate; this one if all does, nil if none does.
  func filter(_ isKept: (InstalledAdvice) -> Bool) -> AdviceArray? {
    let kept = all.filter(isKept)
    return kept.count == count ? self : kept.isEmpty ? nil : AdviceArray(kept)
  }

  private var all: some Collection<InstalledAdvice> { (0..<count).lazy.map { self[$0] } }

  func contains(where predicate: (InstalledAdvice) -> Bool) -> Bool { all.contains(where: predicate) }

  func forEach(_ body: (InstalledAdvice) -> Void) { all.forEach(body) }

  /// Returns an array followed by another one, in whatever order that is.
  static func join(_ one: AdviceArray?, _ other: AdviceArray?) -> AdviceArray? {
    guard let one, let other else { return one ?? other }
    return unsafe AdviceArray(one.elements[...], nil, other.elements[...], keeping: one.groups + other.groups)
  }

  /// Returns the around advice that runs property observers, of which these arrays consist.
  func observation(with arrays: [AdviceArray]) -> InstalledAdvice? { self[0].observation(of: arrays) }
}

/// The elements of an ``AdviceArray``, read without reference counting; the chain keeps the array.
@safe @usableFromInline
struct AdviceList {
  @usableFromInline let elements: UnsafePointer<Unmanaged<InstalledAdvice>>?
  @usableFromInline let count: Int

  init(_ array: AdviceArray? = nil) {
    unsafe elements = array.flatMap { unsafe UnsafePointer($0.elements.baseAddress) }
    count = array?.count ?? 0
  }

  /// Returns the advice at an index, as the type of its node.
  ///
  /// An array of a chain has advice of one kind and of its message's types, so this isn't checked. Its receivers may be
  /// of a subclass of those that the node is declared for, which makes no difference to a node: a class and its subclass
  /// may declare messages of one name, which share a chain, and hooks on a class run only for objects of that class.
  ///
  /// - Precondition: `0 <= index < count`.
  @inlinable @inline(__always)
  func node<Node: InstalledAdvice>(_ index: Int, as type: Node.Type) -> Unretained<Node> {
    unsafe Unretained(nonzero: UInt(bitPattern: elements.unsafelyUnwrapped[index].toOpaque()))
  }
}

/// The advice of one level, with an array for each group of positions, and nil instead of an empty one.
struct AdviceLists: Sendable {
  private(set) var befores: AdviceArray?
  private(set) var arounds: AdviceArray?
  private(set) var insteads: AdviceArray?
  private(set) var afters: AdviceArray?
  /// Property observers, which run outside all levels.
  private(set) var observers: AdviceArray?

  /// Changes the array that contains, or would contain, an aspect.
  private mutating func change<Result>(_ aspect: Aspect, _ body: (inout AdviceArray?) -> Result) -> Result {
    if aspect.isObserver { return body(&observers) }
    return switch aspect.position {
    case .before: body(&befores)
    case .around: body(&arounds)
    case .instead: body(&insteads)
    case .after, .afterReturning, .afterThrowing: body(&afters)
    }
  }

  var all: [AdviceArray] { [befores, arounds, insteads, afters, observers].compactMap { $0 } }

  /// Whether there is any advice, without observers.
  var hasAdvice: Bool { befores != nil || arounds != nil || insteads != nil || afters != nil }

  var isEmpty: Bool { !hasAdvice && observers == nil }

  var count: Int { all.reduce(0) { $0 + $1.count } }

  mutating func add(_ new: InstalledAdvice) {
    change(new.token.aspect) { $0 = $0?.adding(new) ?? AdviceArray([new]) }
  }

  /// Removes an advice and returns it; nil if it isn't there.
  mutating func remove(_ aspect: Aspect) -> InstalledAdvice? {
    change(aspect) { array in
      guard let (rest, removed) = array?.removing(InstalledAdvice.Order(aspect)) else { return nil }
      array = rest
      return removed
    }
  }

  /// Returns these lists followed by another level's, without observers, which aren't part of a level.
  func joined(with other: AdviceLists) -> AdviceLists {
    AdviceLists(
      befores: .join(befores, other.befores), arounds: .join(arounds, other.arounds),
      insteads: .join(insteads, other.insteads), afters: .join(afters, other.afters))
  }

  /// Keeps only the advice that satisfies the predicate, which is called once for each.
  mutating func filter(_ isKept: (InstalledAdvice) -> Bool) {
    befores = befores?.filter(isKept)
    arounds = arounds?.filter(isKept)
    insteads = insteads?.filter(isKept)
    afters = afters?.filter(isKept)
    observers = observers?.filter(isKept)
  }

  func contains(where predicate: (InstalledAdvice) -> Bool) -> Bool {
    all.contains { $0.contains(where: predicate) }
  }
}
