/// Counts by kind, such as refused places by the rule that refused them.
///
/// ```swift
/// var refusals = Tally<ServingCounters.Refusal>()
/// refusals[.gap] += 2
/// refusals[.max]          // 0
/// refusals.total          // 2
/// ```
/// Counts are clamped to 0 to 2⁵³ − 1, up to which JSON numbers are exact.
public struct Tally<Kind: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Hashable, Sendable {
  /// The counts that are not 0.
  private var counts: [Kind: Int] = [:]

  /// Makes a tally in which nothing has been counted.
  public init() {}

  /// The count of a kind; 0 if it was never counted.
  public subscript(kind: Kind) -> Int {
    get { counts[kind, default: 0] }
    set { counts[kind] = newValue > 0 ? min(newValue, TallyLimit.count) : nil }
  }

  /// The sum of all counts.
  public var total: Int { counts.values.reduce(0, TallyLimit.sum) }

  /// Adds the counts of another tally.
  public static func += (tally: inout Tally, other: Tally) {
    tally.counts.merge(other.counts, uniquingKeysWith: TallyLimit.sum)
  }
}

/// The largest count of a tally.
enum TallyLimit {
  static let count = 1 << 53 - 1

  static func sum(_ one: Int, _ other: Int) -> Int { min(one + other, count) }
}

extension Tally: Codable {
  /// Decodes counts by the names of their kinds; a missing one is 0.
  /// - Throws: `DecodingError.dataCorrupted` for an unknown kind or a count that is out of range, with an
  ///   ``AdServingError`` as its cause.
  public init(from decoder: any Decoder) throws {
    for (name, count) in try decoder.singleValueContainer().decode([String: Int].self) {
      guard let kind = Kind(rawValue: name) else {
        let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Self.fault(.invalidValue(word: "kind", value: name, expected: "one of \(names)", column: nil), decoder)
      }
      guard 0...TallyLimit.count ~= count else {
        let expected = "a number from 0 to \(TallyLimit.count)"
        throw Self.fault(.invalidValue(word: name, value: "\(count)", expected: expected, column: nil), decoder)
      }
      self[kind] = count
    }
  }

  /// Encodes the counts that are not 0.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) }))
  }

  private static func fault(_ error: AdServingError, _ decoder: any Decoder) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error)
    return .dataCorrupted(context)
  }
}
