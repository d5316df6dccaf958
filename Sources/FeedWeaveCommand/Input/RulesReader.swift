import FeedFormats
import Placement

/// Reads placement rules from JSON: an object whose members are all optional and bear the names of the rules' words.
///
/// A member that is none, one that stands twice, and a value that its member cannot have are errors with their place;
/// so is `null`, which could only be there by mistake.
struct RulesReader {
  /// Takes the value that the scanner stands before.
  typealias Action = @Sendable (_ rules: inout PlacementRules, _ scanner: inout RulesScanner) throws(RulesFault) -> Void

  /// The longest file of rules that is read, in bytes.
  static let maxBytes = 1 << 20

  /// The members in the order in which rules are written.
  static let members: [(name: String, take: Action)] = [
    numbers("at", \.at), number("every", \.every), number("from", \.from), number("max", \.max),
    number("maxInAll", \.maxInAll), number("gap", \.gap), number("before", \.before), number("after", \.after),
    ("share", { rules, scanner throws(RulesFault) in rules.share = try scanner.scanFraction() }),
    ("trailing", { rules, scanner throws(RulesFault) in rules.trailing = try scanner.scanBool() }),
    (
      "sections",
      { rules, scanner throws(RulesFault) in
        rules.sections = try scanner.scanArray { scanner throws(RulesFault) in try scanner.scanInteger() }
      }
    ),
    (
      "avoid",
      { rules, scanner throws(RulesFault) in
        rules.avoid = try scanner.scanArray { scanner throws(RulesFault) in try scanner.scanString() }
      }
    ),
    number("seed", \.seed),
  ]

  private var scanner: RulesScanner
  private var rules = PlacementRules()
  private var places: [String: Int] = [:]

  /// The rules in a file.
  ///
  /// - Throws: ``CommandError/badRules(_:_:problem:)`` with the line and the column.
  /// - Complexity: O(*n*) in the number of bytes.
  static func read(_ bytes: [UInt8], of file: InputFile) throws(CommandError) -> PlacementRules {
    var reader = RulesReader(scanner: RulesScanner(bytes))
    do throws(RulesFault) {
      guard bytes.count <= maxBytes else { throw RulesFault(offset: 0, "the file has more than \(maxBytes) bytes") }
      return try reader.read()
    } catch {
      throw .badRules(file, reader.scanner.position(of: error.offset), problem: error.problem)
    }
  }

  private mutating func read() throws(RulesFault) -> PlacementRules {
    scanner.skipSpace()
    let start = scanner.offset
    try scanner.expect("{", "an object of rules")
    try scanner.scanList(until: "}") { (scanner: inout RulesScanner) throws(RulesFault) in
      try Self.readMember(&scanner, &rules, &places)
    }
    scanner.skipSpace()
    if scanner.next != nil { throw RulesFault(offset: scanner.offset, "expected nothing behind the rules") }
    do throws(PlacementError) { try rules.validate() } catch {
      throw RulesFault(offset: error.word.flatMap { places[$0] } ?? start, "\(error)")
    }
    return rules
  }

  private static func readMember(
    _ scanner: inout RulesScanner, _ rules: inout PlacementRules, _ places: inout [String: Int]
  ) throws(RulesFault) {
    let place = scanner.offset
    let name = try scanner.scanString()
    guard let member = members.first(where: { $0.name == name }) else {
      let near = Suggestion.nearest(to: name, in: members.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
      throw RulesFault(offset: place, "\(PlacementError.unknownMember(String(name.prefix(80))))\(near)")
    }
    if places.updateValue(place, forKey: name) != nil { throw RulesFault(offset: place, "'\(name)' stands twice") }
    scanner.skipSpace()
    try scanner.expect(":", "':'")
    scanner.skipSpace()
    try member.take(&rules, &scanner)
  }

  private static func number(
    _ name: String, _ property: any WritableKeyPath<PlacementRules, Int?> & Sendable
  ) -> (name: String, take: Action) {
    (name, { rules, scanner throws(RulesFault) in rules[keyPath: property] = try scanner.scanInteger() })
  }

  private static func number(
    _ name: String, _ property: any WritableKeyPath<PlacementRules, Int> & Sendable
  ) -> (name: String, take: Action) {
    (name, { rules, scanner throws(RulesFault) in rules[keyPath: property] = try scanner.scanInteger() })
  }

  private static func numbers(
    _ name: String, _ property: any WritableKeyPath<PlacementRules, [Int]> & Sendable
  ) -> (name: String, take: Action) {
    (
      name,
      { rules, scanner throws(RulesFault) in
        rules[keyPath: property] = try scanner.scanArray { scanner throws(RulesFault) in try scanner.scanInteger() }
      }
    )
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
