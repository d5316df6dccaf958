/// The advice and implementations of one message in one class, in running order: a flat array of levels, each with a
/// flat array of functions for each kind of advice.
///
/// A level is a class in the hierarchy with something installed, the most derived first; hooks on an object belong to
/// the level of its class. Property observers are a level of their own, outside all others. A chain is immutable;
/// hooking and unhooking replace it. What runs it counts no references: see ``HazardCells`` for what keeps it alive.
///
/// The original isn't part of a chain. Each call passes the original of the message that was sent, since a class and
/// its subclass may declare messages of the same name, which share a chain. For the same reason a chain doesn't know the
/// type of its receivers, nor any other: whoever runs it does, since the types of a message are compared when something
/// is installed and when it is sent.
@safe
@usableFromInline
final class Chain: @unchecked Sendable {
  /// The levels; owned.
  @usableFromInline let levels: UnsafeMutablePointer<Level>
  @usableFromInline let count: Int
  /// Whether there is one level with before and after advice only.
  @usableFromInline let isPlain: Bool
  /// The index of the first level that isn't the observers': 0 or 1.
  @usableFromInline let firstLevel: Int
  // Keep what the levels refer to.
  private let arrays: [AdviceArray]
  private let implementations: [InstalledImplementation]

  /// What runs at one level.
  @usableFromInline
  struct Level {
    @usableFromInline var befores = AdviceList()
    @usableFromInline var arounds = AdviceList()
    @usableFromInline var insteads = AdviceList()
    @usableFromInline var afters = AdviceList()
    /// The run-time implementation, if any.
    @usableFromInline var implementation: Unretained<InstalledImplementation>?
    /// The declared class of this level; nil for a dynamic subclass.
    @usableFromInline var type: InterceptableObject.Type?
    /// Whether there is no level inside it.
    @usableFromInline var isLast = false
    /// Whether the original is right inside the around advice: there is no instead advice, no implementation, no level.
    @usableFromInline var endsInOriginal = false
  }

  /// Creates the chain for an object's levels, the most derived first; nil if only the original runs.
  convenience init?(_ groups: [LevelGroup]) {
    // The observers of the classes, the most derived first, then those of the object.
    let observers = (groups.compactMap(\.ofClass) + groups.compactMap(\.ofObject)).compactMap(\.lists.observers)
    let levels = groups.filter(\.isLevel)
    if levels.isEmpty && observers.isEmpty { return nil }
    self.init(levels.map { ($0.lists, $0.implementation, $0.type) }, observers: observers)
  }

  /// Creates a chain of run-time implementations only, the most derived first.
  convenience init(_ implementations: [(InstalledImplementation, InterceptableObject.Type?)]) {
    self.init(implementations.map { (AdviceLists(), $0.0, $0.1) }, observers: [])
  }

  private init(
    _ given: [(lists: AdviceLists, implementation: InstalledImplementation?, type: InterceptableObject.Type?)],
    observers: [AdviceArray]
  ) {
    var levels = given.map { level in
      Level(
        befores: AdviceList(level.lists.befores), arounds: AdviceList(level.lists.arounds),
        insteads: AdviceList(level.lists.insteads), afters: AdviceList(level.lists.afters),
        implementation: level.implementation.map { Unretained($0) }, type: level.type)
    }
    var arrays = given.flatMap(\.lists.all) + observers
    if let observation = observers.first?.observation(with: observers) {
      let around = AdviceArray([observation])
      arrays.append(around)
      levels.insert(Level(arounds: AdviceList(around)), at: 0)
    }
    firstLevel = observers.isEmpty ? 0 : 1
    count = levels.count
    let last = levels[levels.count - 1]
    levels[levels.count - 1].isLast = true
    levels[levels.count - 1].endsInOriginal = last.insteads.count == 0 && last.implementation == nil
    isPlain = levels.count == 1 && levels[0].endsInOriginal && last.arounds.count == 0
    self.arrays = arrays
    implementations = given.compactMap(\.implementation)
    unsafe self.levels = .allocate(capacity: levels.count)
    for (index, level) in levels.enumerated() { unsafe (self.levels + index).initialize(to: level) }
  }

  deinit {
    unsafe levels.deinitialize(count: count)
    unsafe levels.deallocate()
  }

  /// Returns whether the chain contains a token's advice.
  ///
  /// - Complexity: O(advice).
  func holds(_ token: AspectToken) -> Bool { arrays.contains { $0.contains { $0.token === token } } }
}

/// The records that make up one level: that of a class, and that of an object of this class.
struct LevelGroup {
  let ofClass: LevelRegistration?
  let ofObject: LevelRegistration?
  /// The class's name.
  let className: String
  /// The declared class; nil for a dynamic subclass.
  let type: InterceptableObject.Type?

  /// Whether there is anything besides observers.
  var isLevel: Bool { ofClass?.isLevel == true || ofObject?.isLevel == true }

  /// The advice of the class, followed by that of the object.
  var lists: AdviceLists {
    guard let ofObject else { return ofClass?.lists ?? AdviceLists() }
    return (ofClass?.lists ?? AdviceLists()).joined(with: ofObject.lists)
  }

  /// The run-time implementation; nil if there is none.
  var implementation: InstalledImplementation? { ofClass?.implementation ?? ofObject?.implementation }
}
