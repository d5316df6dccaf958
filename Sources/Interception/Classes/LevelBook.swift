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

  /// Whether there is an implementation of this level's own.
  var hasOverride: Bool { preconditionFailure("abstract") }

  /// Takes an advice out and hands it over; nil where it is not here.
  func remove(_ identifier: UInt64) -> InstalledAdvice? { preconditionFailure("abstract") }
}

/// The book of a message whose types are known.
final class TypedLevelBook<Advice: InstalledAdvice, Override>: LevelBook, @unchecked Sendable {
  /// In the order in which they run: by priority, then by registration.
  private(set) var advice: [Advice] = []
  var override: Override?

  override var aspects: [Aspect] { advice.lazy.filter { $0.admission?.isSpent != true }.map(\.aspect) }

  override var isEmpty: Bool { advice.isEmpty && override == nil }

  override var hasOverride: Bool { override != nil }

  func add(_ new: Advice) {
    let place = advice.firstIndex { $0.aspect.options.priority < new.aspect.options.priority } ?? advice.endIndex
    advice.insert(new, at: place)
  }

  override func remove(_ identifier: UInt64) -> InstalledAdvice? {
    guard let place = advice.firstIndex(where: { $0.aspect.identifier == identifier }) else { return nil }
    return advice.remove(at: place)
  }
}
