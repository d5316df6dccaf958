public import Placement

/// Reads placement rules from JSON: an object whose members are all optional and bear the names of the rules' words.
///
/// A member that is none, one that stands twice, and a value that its member cannot have are errors with their place;
/// so is `null`, which could only be there by mistake.
public struct RulesReader {
  /// The names of the members, in the order in which rules are written.
  public static var memberNames: [String] { members.map(\.name) }

  /// The longest file of rules that is read, in bytes.
  public static let maxBytes = 1 << 20

  private let map: SourceMap
  private var rules = PlacementRules()
  private var places: [String: Int] = [:]

  /// The rules in a file.
  ///
  /// - Throws: ``RulesError`` with the line and the column.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func read(_ bytes: [UInt8]) throws(RulesError) -> PlacementRules {
    let file: JSONFile
    do throws(JSONFile.Fault) { file = try JSONFile(bytes, maxBytes: maxBytes, maxDepth: 2, holding: "rules") } catch {
      throw RulesError(error.position, error.problem)
    }
    var reader = RulesReader(map: file.map)
    return try reader.read(file.value)
  }

  private init(map: SourceMap) {
    self.map = map
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
    guard let member = Self.members.first(where: { $0.name == name }) else {
      let problem = "\(PlacementError.unknownMember(String(name.prefix(80))))"
      throw RulesError(map.position(at: place), problem, unknownMember: name)
    }
    if places.updateValue(place, forKey: name) != nil { throw error(at: place, "'\(name)' stands twice") }
    try member.take(&rules, self, value)
  }

  func error(_ value: JSONValue, _ problem: String) -> RulesError { error(at: value.range.lowerBound, problem) }

  private func error(at offset: Int, _ problem: String) -> RulesError {
    RulesError(map.position(at: offset), problem)
  }
}

extension PlacementError {
  /// The member that is to blame.
  fileprivate var word: String? {
    switch self {
    case .invalidValue(let word, _, _, _), .duplicate(let word, _), .incomplete(let word, _): word
    case .contradiction(let words, _): words.split(separator: " ").first.map(String.init)
    default: nil
    }
  }
}
