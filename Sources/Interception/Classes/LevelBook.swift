/// What is installed for one message at one level: of a class, or of one object.
class LevelBook: @unchecked Sendable {
  let kind: MessageKind

  init(kind: MessageKind) {
    self.kind = kind
  }

  /// What is installed, in the order in which it runs.
  var aspects: [Aspect] { preconditionFailure("abstract") }

  /// Whether nothing is installed and nothing overridden.
  var isEmpty: Bool { preconditionFailure("abstract") }

  /// Whether anything stands at this level itself; observers stand outside all levels.
  var isLevel: Bool { !isEmpty }

  /// Whether there is an implementation of this level's own.
  var hasOverride: Bool { preconditionFailure("abstract") }

  /// Takes an advice out and hands it over; nil where it is not here.
  func remove(_ identifier: UInt64) -> InstalledAdvice? { preconditionFailure("abstract") }
}

/// An implementation of a class's own, as it stands in the books.
final class InstalledImplementation<Override>: @unchecked Sendable {
  let override: Override
  /// The ``Implementation`` that it is or was made of; nil for one that is none to callers.
  let source: AnyObject?

  init(_ override: Override, source: AnyObject? = nil) {
    self.override = override
    self.source = source
  }
}

/// The book of a message whose types are known.
final class TypedLevelBook<Advice: InstalledAdvice, Override>: LevelBook, @unchecked Sendable {
  /// In the order in which they run: by priority, then by registration.
  private(set) var advice: [Advice] = []
  /// The class's own implementation.
  private(set) var ownImplementation: InstalledImplementation<Override>?
  var override: Override? { ownImplementation?.override }

  override var aspects: [Aspect] {
    // Not lazily: a send may spend one of them between counting and collecting.
    advice.filter { $0.admission?.isSpent != true }.map(\.aspect)
  }

  override var isEmpty: Bool { advice.isEmpty && override == nil }

  override var isLevel: Bool { override != nil || advice.contains { !$0.aspect.isObserver } }

  override var hasOverride: Bool { override != nil }

  func add(_ new: Advice) {
    let place = advice.firstIndex { $0.aspect.options.priority < new.aspect.options.priority } ?? advice.endIndex
    advice.insert(new, at: place)
  }

  /// Puts another implementation in place, or none, and hands over the former.
  func implement(by new: InstalledImplementation<Override>?) -> InstalledImplementation<Override>? {
    defer { ownImplementation = new }
    return ownImplementation
  }

  override func remove(_ identifier: UInt64) -> InstalledAdvice? {
    guard let place = advice.firstIndex(where: { $0.aspect.identifier == identifier }) else { return nil }
    return advice.remove(at: place)
  }
}
