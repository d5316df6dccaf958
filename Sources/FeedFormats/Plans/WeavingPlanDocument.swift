public import Interception

/// A weaving plan with the places that its parts have in the file.
///
/// What is found wrong with the plan later, when it is woven, can so be shown where it stands.
public struct WeavingPlanDocument: Sendable {
  /// The plan.
  public let plan: WeavingPlan

  private let places: PlanPlaces

  init(_ plan: WeavingPlan, _ places: PlanPlaces) {
    self.plan = plan
    self.places = places
  }

  /// Where a part of the plan stands: its value, or the object that should have it.
  public func position(of place: WeavingPlan.Place) -> SourcePosition { places.position(of: place) }

  /// The error that weaving has thrown, with its place in the file; the file's begin for one that the plan is not to blame for.
  public func locating(_ error: WeavingError) -> WeavingPlanError { places.locating(error) }
}
