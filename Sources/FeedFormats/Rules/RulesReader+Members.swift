import Placement

/// What each member of a rule set takes.
extension RulesReader {
  struct Member: Sendable {
    let name: String
    let take:
      @Sendable (_ rules: inout PlacementRules, _ reader: RulesReader, _ value: JSONValue) throws(RulesError) -> Void
  }

  static let members: [Member] = [
    Member(name: "at") { rules, reader, value throws(RulesError) in rules.at = try reader.integers(value) },
    Member(name: "every") { rules, reader, value throws(RulesError) in rules.every = try reader.integer(value) },
    Member(name: "from") { rules, reader, value throws(RulesError) in rules.from = try reader.integer(value) },
    Member(name: "max") { rules, reader, value throws(RulesError) in rules.max = try reader.integer(value) },
    Member(name: "maxInAll") { rules, reader, value throws(RulesError) in rules.maxInAll = try reader.integer(value) },
    Member(name: "gap") { rules, reader, value throws(RulesError) in rules.gap = try reader.integer(value) },
    Member(name: "before") { rules, reader, value throws(RulesError) in rules.before = try reader.integer(value) },
    Member(name: "after") { rules, reader, value throws(RulesError) in rules.after = try reader.integer(value) },
    Member(name: "share") { rules, reader, value throws(RulesError) in rules.share = try reader.number(value) },
    Member(name: "trailing") { rules, reader, value throws(RulesError) in rules.trailing = try reader.boolean(value) },
    Member(name: "sections") { rules, reader, value throws(RulesError) in rules.sections = try reader.integers(value) },
    Member(name: "except") { rules, reader, value throws(RulesError) in rules.except = try reader.integers(value) },
    Member(name: "avoid") { rules, reader, value throws(RulesError) in rules.avoid = try reader.strings(value) },
    Member(name: "seed") { rules, reader, value throws(RulesError) in rules.seed = try reader.integer(value) },
  ]

  private func integer(_ value: JSONValue) throws(RulesError) -> Int {
    let text = text(value)
    if value.kind == .number, let number = Int(text) { return number }
    if text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-") }) {
      throw error(value, "no rule takes a number such as \(words(for: value))")
    }
    throw error(value, "expected a whole number, not \(words(for: value))")
  }

  private func number(_ value: JSONValue) throws(RulesError) -> Double {
    guard value.kind == .number, let number = Double(text(value)) else {
      throw error(value, "expected a number, not \(words(for: value))")
    }
    return number
  }

  private func boolean(_ value: JSONValue) throws(RulesError) -> Bool {
    guard value.kind == .boolean else { throw error(value, "expected true or false, not \(words(for: value))") }
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
      guard let string = element.string else { throw error(element, "expected a string, not \(words(for: element))") }
      strings.append(string)
    }
    return strings
  }

  private func elements(_ value: JSONValue) throws(RulesError) -> [JSONValue] {
    guard value.kind == .array else { throw error(value, "expected an array, not \(words(for: value))") }
    return value.elements
  }

  /// A value as a message names it: as it is spelled where that is short and on one line.
  private func words(for value: JSONValue) -> String {
    let text = text(value)
    return switch value.kind {
    case .array, .object: value.kind.rawValue
    case _ where text.utf8.count > 80: "\(text.prefix(40))…"
    default: text
    }
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.raw, as: UTF8.self) }
}
