public import Interception

/// Reads weaving plans from JSON, and remembers where everything stands.
///
/// What a plan may say is said by `Interception.WeavingPlan`; besides, a member that stands twice is an error here.
public struct WeavingPlanReader {
  /// The longest file that is read, in bytes.
  public static let maxBytes = 1 << 20

  private let map: SourceMap
  private var places: PlanPlaces

  /// The plan in a file.
  ///
  /// - Throws: ``WeavingPlanError`` with the line and the column.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func read(_ bytes: [UInt8]) throws(WeavingPlanError) -> WeavingPlanDocument {
    let file: JSONFile
    do throws(JSONFile.Fault) { file = try JSONFile(bytes, maxBytes: maxBytes, maxDepth: 8, holding: "plan") } catch {
      throw WeavingPlanError(error.position, error.problem)
    }
    var reader = WeavingPlanReader(map: file.map)
    return try reader.read(file.value)
  }

  private init(map: SourceMap) {
    self.map = map
    places = PlanPlaces(map)
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

/// Values as plans know them.
extension WeavingPlanReader {
  private mutating func take(_ value: JSONValue, at place: WeavingPlan.Place) throws(WeavingPlanError) -> PlanValue {
    places.note(value: value.range.lowerBound, of: place)
    switch value.kind {
    case .object: return .object(try members(of: value, at: place))
    case .array: return .array(try elements(of: value, at: place))
    case .string: return .string(value.string ?? "")
    case .number: return try number(value)
    case .boolean: return .boolean(value.raw.first == UInt8(ascii: "t"))
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
        throw error(at: member.name.lowerBound, "'\(name)' stands twice")
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
    if let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw error(at: value.range.lowerBound, "the number is too large")
    }
    return .number(number)
  }
}

extension WeavingPlan.Place {
  /// Where an element of the array at this place stands: groups and aspects have places of their own.
  fileprivate func element(_ index: Int) -> WeavingPlan.Place {
    switch (group, aspect, member) {
    case (nil, nil, "groups"): WeavingPlan.Place(group: index)
    case (let group?, nil, "aspects"): WeavingPlan.Place(group: group, aspect: index)
    default: self
    }
  }
}

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

/// Why a file with a weaving plan was refused, and where.
public struct WeavingPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of what is wrong.
  public let position: SourcePosition
  /// What is wrong.
  public let problem: String

  init(_ position: SourcePosition, _ problem: String) {
    self.position = position
    self.problem = problem
  }

  /// The place and what is wrong: `4:19: expected true or false`.
  public var description: String { "\(position): \(problem)" }
}
