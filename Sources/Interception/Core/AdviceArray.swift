/// An immutable array of advice in running order, which owns its elements and never moves them.
@safe
final class AdviceArray: @unchecked Sendable {
  fileprivate let elements: UnsafeMutablePointer<InstalledAdvice>
  let count: Int

  private typealias Part = UnsafeMutableBufferPointer<InstalledAdvice>

  /// Creates an array of advice between parts of other arrays.
  private init(_ first: Part?, _ advice: [InstalledAdvice], _ last: Part?) {
    let start = unsafe first?.count ?? 0, end = start + advice.count
    unsafe count = end + (last?.count ?? 0)
    unsafe elements = .allocate(capacity: count)
    let all = unsafe Part(start: elements, count: count)
    if let first = unsafe first { _ = unsafe all.initialize(fromContentsOf: first) }
    _ = unsafe Part(rebasing: all[start..<end]).initialize(fromContentsOf: advice)
    if let last = unsafe last { _ = unsafe Part(rebasing: all[end...]).initialize(fromContentsOf: last) }
  }

  /// Creates an array.
  convenience init(_ advice: [InstalledAdvice]) {
    unsafe self.init(nil, advice, nil)
  }

  deinit {
    unsafe elements.deinitialize(count: count)
    unsafe elements.deallocate()
  }

  private var all: Part { unsafe Part(start: elements, count: count) }

  private func part(_ range: Range<Int>) -> Part { unsafe Part(rebasing: all[range]) }

  /// Returns an array with another advice, in its place.
  ///
  /// - Complexity: O(`count`).
  func adding(_ new: InstalledAdvice) -> AdviceArray {
    let place = firstIndex(notBefore: new.order)
    return unsafe AdviceArray(part(0..<place), [new], part(place..<count))
  }

  /// Returns an array without the advice of an order, and that advice; nil if there is none.
  ///
  /// - Complexity: O(`count`).
  func removing(_ order: InstalledAdvice.Order) -> (rest: AdviceArray?, removed: InstalledAdvice)? {
    let place = firstIndex(notBefore: order)
    guard place < count, unsafe elements[place].order == order else { return nil }
    let rest = unsafe count == 1 ? nil : AdviceArray(part(0..<place), [], part(place + 1..<count))
    return unsafe (rest, elements[place])
  }

  private func firstIndex(notBefore order: InstalledAdvice.Order) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe elements[middle].order < order { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns an array of the advice that satisfies the predicate; this one if all does, nil if none does.
  func filter(_ isKept: (InstalledAdvice) -> Bool) -> AdviceArray? {
    let kept = unsafe all.filter(isKept)
    return kept.count == count ? self : kept.isEmpty ? nil : AdviceArray(kept)
  }

  func contains(where predicate: (InstalledAdvice) -> Bool) -> Bool { unsafe all.contains(where: predicate) }

  func forEach(_ body: (InstalledAdvice) -> Void) { unsafe all.forEach(body) }

  /// Returns this array followed by another one, in whatever order that is.
  func joined(with other: AdviceArray) -> AdviceArray { unsafe AdviceArray(all, [], other.all) }

  /// Returns the around advice that runs property observers, of which these arrays consist.
  func observation(with arrays: [AdviceArray]) -> InstalledAdvice? { unsafe elements[0].observation(of: arrays) }
}

/// The elements of an ``AdviceArray``, read without reference counting; the chain keeps the array.
@safe
@usableFromInline
struct AdviceList {
  @usableFromInline let elements: UnsafePointer<Unmanaged<InstalledAdvice>>?
  @usableFromInline let count: Int

  init(_ array: AdviceArray? = nil) {
    // An unmanaged reference has the layout of a reference.
    unsafe elements = array.map {
      unsafe UnsafeRawPointer($0.elements).assumingMemoryBound(to: Unmanaged<InstalledAdvice>.self)
    }
    count = array?.count ?? 0
  }

  /// Returns the advice at an index, as the type of its node.
  ///
  /// An array of a chain has advice of one kind and of its message's types, so this isn't checked. Its receivers may be
  /// of a subclass of those that the node is declared for, which makes no difference to a node: a class and its subclass
  /// may declare messages of one name, which share a chain, and hooks on a class run only for objects of that class.
  ///
  /// - Precondition: `0 <= index < count`.
  @inlinable
  @inline(__always)
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

  /// The array that contains, or would contain, an aspect.
  private static func array(of aspect: Aspect) -> WritableKeyPath<AdviceLists, AdviceArray?> {
    if aspect.isObserver { return \.observers }
    return switch aspect.position {
    case .before: \.befores
    case .around: \.arounds
    case .instead: \.insteads
    case .after, .afterReturning, .afterThrowing: \.afters
    }
  }

  var all: [AdviceArray] { [befores, arounds, insteads, afters, observers].compactMap { $0 } }

  /// Whether there is any advice, without observers.
  var hasAdvice: Bool { befores != nil || arounds != nil || insteads != nil || afters != nil }

  var isEmpty: Bool { !hasAdvice && observers == nil }

  var count: Int { all.reduce(0) { $0 + $1.count } }

  mutating func add(_ new: InstalledAdvice) {
    let array = AdviceLists.array(of: new.aspect)
    self[keyPath: array] = self[keyPath: array]?.adding(new) ?? AdviceArray([new])
  }

  /// Removes an advice and returns it; nil if it isn't there.
  mutating func remove(_ aspect: Aspect) -> InstalledAdvice? {
    let array = AdviceLists.array(of: aspect)
    guard let (rest, removed) = self[keyPath: array]?.removing(InstalledAdvice.Order(aspect)) else { return nil }
    self[keyPath: array] = rest
    return removed
  }

  /// Returns these lists followed by another level's, without observers, which aren't part of a level.
  func joined(with other: AdviceLists) -> AdviceLists {
    func join(_ one: AdviceArray?, _ other: AdviceArray?) -> AdviceArray? {
      guard let one, let other else { return one ?? other }
      return one.joined(with: other)
    }
    var joined = AdviceLists()
    joined.befores = join(befores, other.befores)
    joined.arounds = join(arounds, other.arounds)
    joined.insteads = join(insteads, other.insteads)
    joined.afters = join(afters, other.afters)
    return joined
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
