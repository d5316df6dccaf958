import AdServing
import FeedFormats
import Foundation
import Interception
import Placement

/// Rules and frequency caps are read again as they are printed, and rules that are read can be planned.
enum RulesProperties {
  static func check(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    if let rules = rules(text) { try check(rules) }
    if let caps = caps(text) {
      try require(self.caps(caps.map(\.description).joined(separator: ",")) == caps, "caps are read again as others")
    }
    let read: PlacementRules
    do throws(RulesError) { read = try RulesReader.read(input) } catch {
      return try require(error.position >= .start && !error.problem.isEmpty, "an error says nothing")
    }
    try check(read)
  }

  private static func rules(_ line: String) -> PlacementRules? {
    do throws(PlacementError) { return try PlacementRules(line) } catch {
      _ = error.description
      return nil
    }
  }

  private static func caps(_ line: String) -> [FrequencyCap]? {
    do throws(AdServingError) { return try FrequencyCap.list(line) } catch {
      _ = error.description
      return nil
    }
  }

  private static func check(_ rules: PlacementRules) throws {
    try require(self.rules(rules.description) == rules, "'\(rules)' is read as other rules")
    try require(try RulesReader.read(Array(JSONEncoder().encode(rules))) == rules, "'\(rules)' is other rules as JSON")
    let counts = [30, 0, 7]
    let plan: PlacementPlan
    do throws(PlacementError) {
      plan = try PlacementPlan(rules: rules, userCounts: counts, adCount: 9, tags: { _ in ["sad", ""] })
    } catch {
      return try require(!error.description.isEmpty, "an error says nothing")
    }
    let places = Array(plan.places)
    try require(places.count <= 9, "\(places.count) ads are placed")
    for place in places {
      try require(0...counts[place.content.section] ~= place.content.row, "a place is outside its section")
    }
  }
}

/// A weaving plan is read as the platform's decoder reads it, and again as it is encoded.
enum PlanProperties {
  static func check(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    if let pointcut = Pointcut(text) {
      try require(Pointcut(pointcut.description) == pointcut, "'\(pointcut)' is another pointcut")
    }
    let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
    let plan: WeavingPlan
    do throws(WeavingPlanError) { plan = try WeavingPlanReader.read(input).plan } catch {
      let isInside = 1...lines ~= error.position.line && 1...(input.count + 1) ~= error.position.column
      return try require(isInside, "outside the file: \(error)")
    }
    let again = try WeavingPlanReader.read(Array(JSONEncoder().encode(plan))).plan
    try require(again == plan, "it is another plan as JSON")
  }
}
