public import Interception

/// Reads weaving plans from JSON and records the position of each part in the file.
///
/// `Interception.WeavingPlan` defines what a plan may contain. In addition, a duplicate member is an error here.
public struct WeavingPlanReader {
  /// The maximum size of a file, in bytes.
  public static let maxBytes = 1 << 20

  private let map: SourceMap
  private var places: PlanPositions

  /// Reads the plan in a file.
  ///
  /// - Throws: ``WeavingPlanError`` with the line and the column.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func read(_ bytes: [UInt8]) throws(WeavingPlanError) -> WeavingPlanDocument {
    let file = try JSONFile(bytes, maxBytes: maxBytes, maxDepth: 8, holding: "plan") { WeavingPlanError($0, $1) }
    var reader = WeavingPlanReader(map: file.map)
    return try reader.read(file.value)
  }

  private init(map: SourceMap) {
    self.map = map
    places = PlanPositions(map)
  }

  private mutating func read(_ file: JSONValue) throws(WeavingPlanError) -> WeavingPlanDocument {
    let value = try take(file, at: WeavingPlan.Place())
    do throws(WeavingError) {
      return WeavingPlanDocument(try WeavingPlan(value), places)
    } catch {
      throw places.locating(error)
    }
  }

  private func error(at offset: Int, _ problem: String) -> WeavingPlanError {
    WeavingPlanError(map.position(at: offset), problem)
  }
}

/// Conversion of JSON values to plan values.
extension WeavingPlanReader {
  private mutating func take(_ value: JSONValue, at place: WeavingPlan.Place) throws(WeavingPlanError) -> PlanValue {
    places.note(value: value.range.lowerBound, of: place)
    switch value.kind {
    case .object: return .object(try members(of: value, at: place))
    case .array: return .array(try elements(of: value, at: place))
    case .string: return .scalar(.string(value.string ?? ""))
    case .number: return try number(value)
    case .boolean: return .scalar(.boolean(value.raw.first == UInt8(ascii: "t")))
    case .null: return .null
    }
  }

  private mutating func members(
    of object: JSONValue, at place: WeavingPlan.Place
  ) throws(WeavingPlanError) -> [String: PlanValue] {
    var members: [String: PlanValue] = [:]
    for member in object.members {
      let name = object.name(of: member)
      let inner = WeavingPlan.Place(group: place.group, aspect: place.aspect, member: name)
      places.note(name: member.name.lowerBound, of: inner)
      if members.updateValue(try take(member.value, at: inner), forKey: name) != nil {
        throw error(at: member.name.lowerBound, "duplicate member '\(name)'")
      }
    }
    return members
  }

  private mutating func elements(
    of array: JSONValue, at place: WeavingPlan.Place
  ) throws(WeavingPlanError) -> [PlanValue] {
    var elements: [PlanValue] = []
    for (index, element) in array.elements.enumerated() {
      elements.append(try take(element, at: place.element(index)))
    }
    return elements
  }

  private func number(_ value: JSONValue) throws(WeavingPlanError) -> PlanValue {
    let text = String(decoding: value.raw, as: UTF8.self)
    if let integer = Int(text) { return .scalar(.integer(integer)) }
    guard let number = Double(text), number.isFinite else {
      throw error(at: value.range.lowerBound, "the number is too large")
    }
    return .scalar(.number(number))
  }
}

extension WeavingPlan.Place {
  /// Returns the place of an element of the array at this place; only groups and aspects have separate places.
  fileprivate func element(_ index: Int) -> WeavingPlan.Place {
    switch (group, aspect, member) {
    case (nil, nil, "groups"): WeavingPlan.Place(group: index)
    case (let group?, nil, "aspects"): WeavingPlan.Place(group: group, aspect: index)
    default: self
    }
  }
}

/// The positions of a plan's parts in a file.
struct PlanPositions: Sendable {
  private let map: SourceMap
  private var names: [WeavingPlan.Place: Int] = [:]
  private var values: [WeavingPlan.Place: Int] = [:]

  init(_ map: SourceMap) {
    self.map = map
  }

  mutating func note(name offset: Int, of place: WeavingPlan.Place) { names[place] = offset }

  mutating func note(value offset: Int, of place: WeavingPlan.Place) { values[place] = values[place] ?? offset }

  /// Returns the position of a value or, if it is missing, of the nearest enclosing object.
  func position(of place: WeavingPlan.Place) -> SourcePosition {
    if let offset = values[place] { return map.position(at: offset) }
    let object = WeavingPlan.Place(group: place.group, aspect: place.aspect)
    return map.position(at: values[object] ?? values[WeavingPlan.Place()] ?? 0)
  }

  /// Adds a position to an error: for an unknown member, that of its name; otherwise, that of the place.
  func locating(_ error: WeavingError) -> WeavingPlanError {
    guard let place = error.place else { return WeavingPlanError(.start, error.problem) }
    if case .unknownMember = error, let offset = names[place] {
      return WeavingPlanError(map.position(at: offset), error.problem)
    }
    return WeavingPlanError(position(of: place), error.problem)
  }
}

/// A weaving plan with the positions of its parts in the file.
///
/// Errors that are found later, when the plan is woven, can thus be reported with a position.
public struct WeavingPlanDocument: Sendable {
  /// The plan.
  public let plan: WeavingPlan

  private let places: PlanPositions

  init(_ plan: WeavingPlan, _ places: PlanPositions) {
    self.plan = plan
    self.places = places
  }

  /// Returns the position of a part of the plan: its value, or the object that should contain it.
  public func position(of place: WeavingPlan.Place) -> SourcePosition { places.position(of: place) }

  /// Returns a weaving error with its position in the file, which is the start of the file if no part of the plan
  /// caused it.
  public func locating(_ error: WeavingError) -> WeavingPlanError { places.locating(error) }
}

/// The reason why a weaving plan file was rejected, with its position.
public struct WeavingPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the error.
  public let position: SourcePosition
  /// A description of the error.
  public let problem: String

  init(_ position: SourcePosition, _ problem: String) {
    self.position = position
    self.problem = problem
  }

  /// The position and the description, such as `4:19: expected true or false`.
  public var description: String { "\(position): \(problem)" }
}
