public import Placement

/// Reads placement rules from a JSON object whose members are named after the words of the rule language.
///
/// All members are optional. An unknown member, a duplicate member, and an invalid value are errors with a position in
/// the file. So is `null`, which can only be a mistake.
public struct RulesReader {
  /// The names of the members, in the order in which rules are written.
  public static var memberNames: [String] { PlacementRules.Word.allCases.map(\.rawValue) }

  /// The maximum size of a rules file, in bytes.
  public static let maxBytes = 1 << 20

  private let map: SourceMap
  private var rules = PlacementRules()
  private var places: [String: Int] = [:]

  /// Reads the rules in a file.
  ///
  /// - Throws: ``RulesError`` with the line and the column.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func read(_ bytes: [UInt8]) throws(RulesError) -> PlacementRules {
    let file = try JSONFile(bytes, maxBytes: maxBytes, maxDepth: 2, holding: "rules") { RulesError($0, $1) }
    var reader = RulesReader(map: file.map)
    return try reader.read(file.value)
  }

  private mutating func read(_ object: JSONValue) throws(RulesError) -> PlacementRules {
    guard object.kind == .object else { throw error(object, "expected an object of rules") }
    for member in object.members { try take(member.value, of: object.name(of: member), at: member.name.lowerBound) }
    do throws(PlacementError) { try rules.validate() } catch {
      throw self.error(at: error.word.flatMap { places[$0] } ?? object.range.lowerBound, "\(error)")
    }
    return rules
  }

  private mutating func take(_ value: JSONValue, of name: String, at place: Int) throws(RulesError) {
    guard let word = PlacementRules.Word(rawValue: name) else {
      let problem = "\(PlacementError.unknownMember(String(name.prefix(80))))"
      throw RulesError(map.position(at: place), problem, unknownMember: name)
    }
    if places.updateValue(place, forKey: name) != nil { throw error(at: place, "duplicate member '\(name)'") }
    switch word.values {
    case .number(let property, _): property.set(&rules, try integer(value))
    case .numbers(let property, _): property.set(&rules, try integers(value))
    case .distance(let property):
      guard value.kind == .boolean else { return property.set(&rules, try integer(value)) }
      if try boolean(value) { property.set(&rules, RowMap.limit) }
    case .share(let property): property.set(&rules, try number(value))
    case .flag(let property): property.set(&rules, try boolean(value))
    case .tags(let property): property.set(&rules, try strings(value))
    }
  }

  func error(_ value: JSONValue, _ problem: String) -> RulesError { error(at: value.range.lowerBound, problem) }

  private func error(at offset: Int, _ problem: String) -> RulesError {
    RulesError(map.position(at: offset), problem)
  }
}

extension PlacementError {
  /// The member that the error is about.
  fileprivate var word: String? {
    switch self {
    case .invalidValue(let word, _, _, _), .duplicate(let word, _), .incomplete(let word, _): word
    case .contradiction(let words, _): words.split(separator: " ").first.map(String.init)
    default: nil
    }
  }
}

// MARK: - Values

extension RulesReader {
  private func integer(_ value: JSONValue) throws(RulesError) -> Int {
    let text = text(value)
    if value.kind == .number, let number = Int(text) { return number }
    if text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-") }) {
      throw error(value, "the number \(value.words) is out of range")
    }
    throw error(value, "expected a whole number, not \(value.words)")
  }

  private func number(_ value: JSONValue) throws(RulesError) -> Double {
    guard value.kind == .number, let number = Double(text(value)) else {
      throw error(value, "expected a number, not \(value.words)")
    }
    return number
  }

  private func boolean(_ value: JSONValue) throws(RulesError) -> Bool {
    guard value.kind == .boolean else { throw error(value, "expected true or false, not \(value.words)") }
    return value.raw.first == UInt8(ascii: "t")
  }

  private func integers(_ value: JSONValue) throws(RulesError) -> [Int] {
    var numbers: [Int] = []
    for element in try elements(value) { numbers.append(try integer(element)) }
    return numbers
  }

  private func strings(_ value: JSONValue) throws(RulesError) -> [String] {
    var strings: [String] = []
    for element in try elements(value) {
      guard let string = element.string else { throw error(element, "expected a string, not \(element.words)") }
      strings.append(string)
    }
    return strings
  }

  private func elements(_ value: JSONValue) throws(RulesError) -> [JSONValue] {
    guard value.kind == .array else { throw error(value, "expected an array, not \(value.words)") }
    return value.elements
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.raw, as: UTF8.self) }
}

/// The reason why a rules file was rejected, with its position.
public struct RulesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the error.
  public let position: SourcePosition
  /// A description of the error.
  public let problem: String
  /// The name of the unknown member if that is the error; otherwise nil.
  public let unknownMember: String?

  init(_ position: SourcePosition, _ problem: String, unknownMember: String? = nil) {
    self.position = position
    self.problem = problem
    self.unknownMember = unknownMember
  }

  /// The position and the description, such as `1:10: expected a whole number, not 6.5`.
  public var description: String { "\(position.line):\(position.column): \(problem)" }
}
