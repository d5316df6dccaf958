import Interception

/// Where the parts of a plan stand in a file.
struct PlanPlaces: Sendable {
  let map: SourceMap
  private var names: [WeavingPlan.Place: Int] = [:]
  private var values: [WeavingPlan.Place: Int] = [:]

  init(_ map: SourceMap) {
    self.map = map
  }

  mutating func note(name offset: Int, of place: WeavingPlan.Place) { names[place] = offset }

  mutating func note(value offset: Int, of place: WeavingPlan.Place) { values[place] = values[place] ?? offset }

  /// The place of a value, or of the nearest object around one that is not there.
  func position(of place: WeavingPlan.Place) -> SourcePosition {
    if let offset = values[place] { return map.position(at: offset) }
    let object = WeavingPlan.Place(group: place.group, aspect: place.aspect)
    return map.position(at: values[object] ?? values[WeavingPlan.Place()] ?? 0)
  }

  /// A member that should not be there is shown by its name.
  func locating(_ error: WeavingError) -> WeavingPlanError {
    guard let place = error.place else { return WeavingPlanError(.start, error.problem) }
    if case .unknownMember = error, let offset = names[place] {
      return WeavingPlanError(map.position(at: offset), error.problem)
    }
    return WeavingPlanError(position(of: place), error.problem)
  }
}
