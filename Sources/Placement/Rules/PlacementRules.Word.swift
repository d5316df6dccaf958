extension PlacementRules {
  /// A word of the rules, with its property and the values that this can have.
  ///
  /// Lines and JSON are read and written, and values are checked, by this table alone. A new rule is a property of
  /// ``PlacementRules`` and a word here.
  package enum Word: String, CodingKey, CaseIterable {
    case at, every, from, max, maxInAll, gap, few, before, after, share, trailing, sections, except, avoid, nearest,
      seed

    /// The values of the word's property.
    package var values: Values {
      switch self {
      case .at: .numbers(Property({ $0.at.isEmpty ? nil : $0.at }, { $0.at = $1 }))
      case .every: .number(Property({ $0.every }, { $0.every = $1 }), 2...RowMap.limit)
      case .from: .number(Property({ $0.from }, { $0.from = $1 }))
      case .max: .number(Property({ $0.max }, { $0.max = $1 }))
      case .maxInAll: .number(Property({ $0.maxInAll }, { $0.maxInAll = $1 }))
      case .gap: .number(Property({ $0.gap == 0 ? nil : $0.gap }, { $0.gap = $1 }))
      case .few: .number(Property({ $0.few == 0 ? nil : $0.few }, { $0.few = $1 }))
      case .before: .number(Property({ $0.before == 0 ? nil : $0.before }, { $0.before = $1 }))
      case .after: .number(Property({ $0.after == 0 ? nil : $0.after }, { $0.after = $1 }))
      case .share: .share(Property({ $0.share }, { $0.share = $1 }))
      case .trailing: .flag(Property({ $0.trailing ? true : nil }, { $0.trailing = $1 }))
      case .sections: .numbers(Property({ $0.sections }, { $0.sections = $1 }), orNone: true)
      case .except: .numbers(Property({ $0.except.isEmpty ? nil : $0.except }, { $0.except = $1 }))
      case .avoid: .tags(Property({ $0.avoid.isEmpty ? nil : $0.avoid }, { $0.avoid = $1 }))
      case .nearest: .distance(Property({ $0.nearest }, { $0.nearest = $1 }))
      case .seed: .number(Property({ $0.seed }, { $0.seed = $1 }), 0...Int.max)
      }
    }
  }

  /// A property of a rule set.
  package struct Property<Value> {
    /// Returns the value; nil for the default value, which is not written.
    package let get: (PlacementRules) -> Value?
    package let set: (inout PlacementRules, Value) -> Void

    fileprivate init(
      _ get: @escaping (PlacementRules) -> Value?, _ set: @escaping (inout PlacementRules, Value) -> Void
    ) {
      (self.get, self.set) = (get, set)
    }
  }

  /// A property with the type and the range of its values.
  package enum Values {
    case number(Property<Int>, ClosedRange<Int> = 0...RowMap.limit)
    /// Different numbers up to the limit; the word `none` may stand for an empty list.
    case numbers(Property<[Int]>, orNone: Bool = false)
    /// A number from 1 to the limit; the limit is the word alone, and `true` in JSON.
    case distance(Property<Int>)
    case share(Property<Double>)
    case flag(Property<Bool>)
    case tags(Property<[String]>)
  }
}

// MARK: - Values

extension PlacementRules.Word {
  /// Throws if the property of a rule set has an invalid value, whatever the other values are.
  func check(_ rules: PlacementRules) throws(PlacementError) {
    switch values {
    case .number(let property, let range):
      if let number = property.get(rules), !range.contains(number) { throw invalid("\(number)") }
    case .numbers(let property, _):
      let numbers = property.get(rules) ?? []
      for number in numbers where !(0...RowMap.limit ~= number) { throw invalid("\(number)") }
      let sorted = numbers.sorted()
      for (one, next) in zip(sorted, sorted.dropFirst()) where one == next {
        throw .duplicate(word: rawValue, value: one)
      }
    case .distance(let property):
      if let number = property.get(rules), !(1...RowMap.limit ~= number) { throw invalid("\(number)") }
    case .share(let property):
      if let share = property.get(rules), !(0...1 ~= share) { throw invalid("\(share)") }
    case .tags(let property): if property.get(rules)?.contains("") == true { throw invalid("''") }
    case .flag: break
    }
  }

  /// Returns the error for an invalid value; its column counts from 1 in a line.
  func invalid(_ value: String, column: Int? = nil) -> PlacementError {
    let expected =
      switch values {
      case .number(_, let range): PlacementRules.range(from: range.lowerBound, to: range.upperBound)
      case .numbers: PlacementRules.range(from: 0, to: RowMap.limit)
      case .distance: PlacementRules.range(from: 1, to: RowMap.limit)
      case .share: PlacementRules.shareRange
      case .flag: "no value"
      case .tags: "tags with commas between"
      }
    return .invalidValue(word: rawValue, value: value, expected: expected, column: column)
  }

  /// Returns the word and its value as in a line; nil for the default value.
  fileprivate func text(in rules: PlacementRules) -> String? {
    let value: String? =
      switch values {
      case .number(let property, _): property.get(rules).map(String.init)
      case .numbers(let property, _): property.get(rules).map { $0.isEmpty ? "none" : PlacementRules.list($0) }
      case .distance(let property): property.get(rules).map { $0 == RowMap.limit ? "" : "\($0)" }
      case .share(let property): property.get(rules).map(PlacementRules.plain)
      case .flag(let property): property.get(rules).map { _ in "" }
      case .tags(let property):
        property.get(rules).map { $0.map(RuleWords.quotedWhereNeeded).joined(separator: ",") }
      }
    return value.map { $0.isEmpty ? rawValue : "\(rawValue) \($0)" }
  }
}

extension PlacementRules: CustomStringConvertible {
  /// The line from which the rules can be parsed, such as `every 6 from 3 max 8`.
  public var description: String { Word.allCases.compactMap { $0.text(in: self) }.joined(separator: " ") }

  static let shareRange = "a share from 0 to 1"

  /// Returns a description of the range of a number in English.
  package static func range(from least: Int, to most: Int) -> String { "a number from \(least) to \(most)" }

  static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }

  /// Returns a share in decimal notation without an exponent, which a line cannot have.
  static func plain(_ share: Double) -> String {
    let words = "\(share.magnitude)"
    let parts = words.split(separator: "e-")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return words }
    return "0." + String(repeating: "0", count: exponent - 1) + parts[0].filter { $0 != "." && $0 != "," }
  }
}

// MARK: - Codable

extension PlacementRules: Codable {
  /// Decodes a rule set, in which every member is optional.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/unknownMember(_:)`` or what ``validate()``
  ///   throws, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(Word.self, unknown: PlacementError.unknownMember)
    let container = try decoder.container(keyedBy: Word.self)
    self.init()
    for word in Word.allCases where container.contains(word) {
      switch word.values {
      case .number(let property, _): property.set(&self, try container.decode(Int.self, forKey: word))
      case .numbers(let property, _): property.set(&self, try container.decode([Int].self, forKey: word))
      case .distance(let property):
        if let isAny = try? container.decode(Bool.self, forKey: word) {
          if isAny { property.set(&self, RowMap.limit) }
        } else {
          property.set(&self, try container.decode(Int.self, forKey: word))
        }
      case .share(let property): property.set(&self, try container.decode(Double.self, forKey: word))
      case .flag(let property): property.set(&self, try container.decode(Bool.self, forKey: word))
      case .tags(let property): property.set(&self, try container.decode([String].self, forKey: word))
      }
    }
    try decoder.checking { try validate() }
  }

  /// Encodes the members that do not have their default values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Word.self)
    for word in Word.allCases {
      switch word.values {
      case .number(let property, _): try container.encodeIfPresent(property.get(self), forKey: word)
      case .numbers(let property, _): try container.encodeIfPresent(property.get(self), forKey: word)
      case .distance(let property):
        if let number = property.get(self), number != RowMap.limit {
          try container.encode(number, forKey: word)
        } else {
          try container.encodeIfPresent(property.get(self).map { _ in true }, forKey: word)
        }
      case .share(let property): try container.encodeIfPresent(property.get(self), forKey: word)
      case .flag(let property): try container.encodeIfPresent(property.get(self), forKey: word)
      case .tags(let property): try container.encodeIfPresent(property.get(self), forKey: word)
      }
    }
  }
}
