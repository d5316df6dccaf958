/// A hook of a plan with its advice, and the aspect that stands for it while it is installed.
///
/// What changes is read and written with the registry in hand only.
final class WovenHook: @unchecked Sendable {
  let planned: PlannedHook
  private let advice: BoxedAdvice
  private var token: AspectToken?
  /// Whether it has had its one call, so that it stays away.
  private var isSpent = false

  init(_ planned: PlannedHook, _ advice: BoxedAdvice) {
    self.planned = planned
    self.advice = advice
  }

  /// The advice as one that fits the message.
  func fittingAdvice() throws(AspectError) -> ErasedAdvice {
    try advice.source.advice(for: planned.message, at: planned.position, in: planned.className)
  }

  /// Installs a hook that has been checked, unless it is installed, or has had its one call.
  func install(in registry: inout Registry) {
    guard token == nil, !isSpent else { return }
    do throws(AspectError) {
      let fitting = try fittingAdvice()
      token = try planned.message.install(
        fitting, at: planned.position, in: planned.classObject, planned.options, &registry)
    } catch {
      preconditionFailure("\(planned) was checked, and is refused: \(error)")
    }
  }

  /// Takes the hook away, if it is there, as one of several.
  func remove(in removal: inout AspectRemoval, _ registry: inout Registry) {
    guard let token else { return }
    let wasThere = removal.remove(token.aspect, from: planned.classObject, in: &registry)
    isSpent = planned.options.isAutomaticallyRemoved && !wasThere
    self.token = nil
    registry.garbage.append(token)
  }
}
