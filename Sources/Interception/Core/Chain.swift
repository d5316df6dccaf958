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
@safe @usableFromInline
final class Chain: @unchecked Sendable {
  /// The levels; owned.
  @usableFromInline let levels: UnsafeMutablePointer<Level>
  @usableFromInline let count: Int
  /// Whether there is one level with before and after advice only.
  @usableFromInline let isPlain: Bool
  /// The index of the first level that isn't the observers': 0 or 1.
  @usableFromInline let firstLevel: Int
  // Keep what the levels refer to.
  private let sources: [Source]
  private let observers: [AdviceArray]
  private let observation: AdviceArray?

  /// What a level is made of.
  private struct Source {
    let lists: AdviceLists
    let implementation: InstalledImplementation?
    let type: InterceptableObject.Type?
  }

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
    /// What is right inside the around advice.
    @usableFromInline var inner = Inner.original
  }

  /// What is right inside a level's around advice.
  @usableFromInline
  enum Inner: UInt8 {
    case original, nextLevel
    /// Instead advice or an implementation of this level.
    case ownLevel
  }

  /// Creates the chain for an object's levels, the most derived first; nil if only the original runs.
  convenience init?(_ groups: [LevelGroup]) {
    let sources = groups.compactMap { group in
      group.isLevel ? Source(lists: group.lists, implementation: group.implementation, type: group.type) : nil
    }
    var observers: [AdviceArray] = []
    // Those of the classes, the most derived first, then those of the object.
    for group in groups { if let ofClass = group.ofClass?.lists.observers { observers.append(ofClass) } }
    for group in groups { if let ofObject = group.ofObject?.lists.observers { observers.append(ofObject) } }
    if sources.isEmpty && observers.isEmpty { return nil }
    self.init(sources, observers)
  }

  /// Creates a chain of run-time implementations only, the most derived first.
  convenience init(_ implementations: [(InstalledImplementation, InterceptableObject.Type?)]) {
    self.init(implementations.map { Source(lists: AdviceLists(), implementation: $0, type: $1) }, [])
  }

  private init(_ sources: [Source], _ observers: [AdviceArray]) {
    self.sources = sources
    self.observers = observers
    observation = observers.first?.observation(with: observers).map { AdviceArray([$0]) }
    firstLevel = observers.isEmpty ? 0 : 1
    count = firstLevel + sources.count
    unsafe levels = .allocate(capacity: count)
    if let observation { unsafe levels.initialize(to: Level(arounds: AdviceList(observation))) }
    for (index, source) in sources.enumerated() {
      unsafe (levels + firstLevel + index).initialize(
        to: Level(
          befores: AdviceList(source.lists.befores), arounds: AdviceList(source.lists.arounds),
          insteads: AdviceList(source.lists.insteads), afters: AdviceList(source.lists.afters),
          implementation: source.implementation.map { Unretained($0) }, type: source.type))
    }
    for index in 0..<count {
      let level = unsafe levels + index
      unsafe level.pointee.isLast = index == count - 1
      let isOwn = unsafe level.pointee.insteads.count > 0 || level.pointee.implementation != nil
      unsafe level.pointee.inner = isOwn ? .ownLevel : index == count - 1 ? .original : .nextLevel
    }
    unsafe isPlain = count == 1 && levels.pointee.inner == .original && levels.pointee.arounds.count == 0
  }

  deinit {
    unsafe levels.deinitialize(count: count)
    unsafe levels.deallocate()
  }

  /// Returns whether the chain contains a token's advice.
  ///
  /// - Complexity: O(advice).
  func holds(_ token: AspectToken) -> Bool {
    sources.contains { $0.lists.contains { $0.token === token } }
      || observers.contains { $0.contains { $0.token === token } }
  }
}

/// The records that make up one level: that of a class, and that of an object of this class.
struct LevelGroup {
  let ofClass: LevelRegistration?
  let ofObject: LevelRegistration?
  /// The class's name.
  let className: String
  /// The declared class; nil for a dynamic subclass.
  let type: InterceptableObject.Type?

  /// The message.
  var kind: MessageKind { unsafe (ofClass ?? ofObject).unsafelyUnwrapped.kind }

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
