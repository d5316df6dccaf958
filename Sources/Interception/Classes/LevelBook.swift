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

/// The book of a message whose types are known.
final class TypedLevelBook<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: LevelBook,
  @unchecked Sendable
{
  typealias Advice = TypedAdvice<Receiver, Arguments, Result, Failure>

  /// In the order in which they run: by priority, then by registration.
  private(set) var advice: [Advice] = []
  /// The class's own implementation, and how the layer runs it.
  private(set) var implementation: Implementation<Receiver, Arguments, Result, Failure>?
  private(set) var override: Layer<Receiver, Arguments, Result, Failure>.Override?

  override var aspects: [Aspect] {
    // Not lazily: a send may spend one of them between counting and collecting.
    advice.filter { $0.once?.isSpent != true }.map(\.aspect)
  }

  override var isEmpty: Bool { advice.isEmpty && override == nil }

  override var isLevel: Bool { override != nil || advice.contains { !$0.aspect.isObserver } }

  override var hasOverride: Bool { override != nil }

  /// The observers among the advice, which for all others stands at this level.
  var observers: [Observer<Receiver, Arguments>] {
    advice.compactMap { if case .observer(let observer) = $0.body { observer } else { nil } }
  }

  func add(_ new: Advice) {
    let place = advice.firstIndex { $0.aspect.options.priority < new.aspect.options.priority } ?? advice.endIndex
    advice.insert(new, at: place)
  }

  /// Puts another implementation in place, or none, and hands over the former.
  func implement(
    by new: Implementation<Receiver, Arguments, Result, Failure>?,
    _ override: Layer<Receiver, Arguments, Result, Failure>.Override?
  ) -> Implementation<Receiver, Arguments, Result, Failure>? {
    defer { (implementation, self.override) = (new, override) }
    return implementation
  }

  override func remove(_ identifier: UInt64) -> InstalledAdvice? {
    guard let place = advice.firstIndex(where: { $0.aspect.identifier == identifier }) else { return nil }
    return advice.remove(at: place)
  }
}
