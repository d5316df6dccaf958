import FeedFormats
import FeedWeave
import Interception
import ListModel

/// The aspects that a command line names, which are active while a list is shown.
struct PlannedAspects {
  /// The file of the plan.
  let file: InputFile
  private let document: WeavingPlanDocument

  init(_ file: InputFile, _ document: WeavingPlanDocument) {
    self.file = file
    self.document = document
  }

  /// Checks the plan as weaving it would, without changing anything.
  ///
  /// - Throws: ``CommandError/badAspects(_:_:problem:)`` for a plan that cannot be woven.
  func check() throws(CommandError) {
    do throws(WeavingError) {
      _ = try document.plan.dryRun(
        with: .standard(output: { _ in }, counts: CallCounts(), latencies: CallLatencies()), classes: Self.classes)
    } catch { throw bad(error) }
  }

  /// Weaves the plan; logs and traces are written to standard error immediately.
  ///
  /// - Throws: ``CommandError/badAspects(_:_:problem:)`` for a plan that cannot be woven.
  func weave(_ environment: CommandEnvironment) throws(CommandError) -> WovenAspects {
    let counts = CallCounts()
    let latencies = CallLatencies()
    let registry = AdviceRegistry.standard(
      output: { environment.say(Message($0)) }, counts: counts, latencies: latencies)
    do throws(WeavingError) {
      let weaving = try document.plan.weave(with: registry, classes: Self.classes)
      return WovenAspects(weaving: weaving, counts: counts, latencies: latencies, environment: environment)
    } catch { throw bad(error) }
  }

  /// The classes that plans are about, which have no objects yet.
  private static let classes: [InterceptableObject.Type] = [ListView.self, ListWeaver.self]

  private func bad(_ error: WeavingError) -> CommandError {
    let located = document.locating(error)
    return .badAspects(file, located.position, problem: located.problem)
  }
}

/// Woven aspects, which are active until they are removed.
struct WovenAspects {
  fileprivate let weaving: Weaving
  fileprivate let counts: CallCounts
  fileprivate let latencies: CallLatencies
  fileprivate let environment: CommandEnvironment

  /// Removes the aspects and reports counts and measurements.
  func end() {
    weaving.revert()
    for line in [counts.description, latencies.description].flatMap({ $0.split(separator: "\n") }) {
      environment.say(Message(String(line)))
    }
  }
}
