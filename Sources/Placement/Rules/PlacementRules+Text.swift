extension PlacementRules {
  /// Reads a line such as `at 3,9 every 6 from 12 max 8 max 20 in all gap 2 trailing`.
  ///
  /// The words are the members' names; `max m in all` and `maxInAll m` say the same. A tag with spaces or commas stands in
  /// quotes, in which `\` takes what follows it as it is: `avoid news,"breaking \"news\""`.
  /// - Complexity: O(*n* log *n*) in the length of the line.
  /// - Throws: ``PlacementError``, with the column of the word or value that is wrong.
  public init(_ line: String) throws(PlacementError) {
    var reader = RuleReader(line)
    while try reader.readRule() {}
    self = reader.rules
    try validate()
  }
}

extension PlacementRules: CustomStringConvertible {
  /// The line that says the same: `every 6 from 3 max 8`.
  public var description: String {
    var parts: [String] = []
    func add(_ word: String, _ value: String?) { if let value { parts.append("\(word) \(value)") } }
    add("at", at.isEmpty ? nil : PlacementRules.list(at))
    add("every", every.map(String.init))
    add("from", from.map(String.init))
    add("max", max.map(String.init))
    add("maxInAll", maxInAll.map(String.init))
    add("gap", gap == 0 ? nil : String(gap))
    add("before", before == 0 ? nil : String(before))
    add("after", after == 0 ? nil : String(after))
    add("share", share.map(PlacementRules.plain))
    if trailing { parts.append("trailing") }
    add("sections", sections.map { $0.isEmpty ? "none" : PlacementRules.list($0) })
    add("except", except.isEmpty ? nil : PlacementRules.list(except))
    add("avoid", avoid.isEmpty ? nil : PlacementRules.list(avoid))
    add("seed", seed.map(String.init))
    return parts.joined(separator: " ")
  }

  static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }

  /// Tags as a line has them: in quotes where they would be taken for something else.
  static func list(_ tags: [String]) -> String { tags.map(RuleWords.quotedWhereNeeded).joined(separator: ",") }

  /// A share in the digits that a line can have, which has no exponents.
  static func plain(_ share: Double) -> String {
    let words = "\(share.magnitude)"
    let parts = words.split(separator: "e-")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return words }
    return "0." + String(repeating: "0", count: exponent - 1) + parts[0].filter { $0 != "." && $0 != "," }
  }
}
