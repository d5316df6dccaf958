// The JSON of decisions. Schemas are in Fixtures/schemas, and an article of AdServing describes all that travels.

extension PlacementDecision: Codable {
  private enum CodingKeys: String, CodingKey {
    case decision
  }

  private enum Kind: String {
    case placed, refused
  }

  /// Decodes a decision: the members of the place, and `decision`, which is `placed` or `refused`.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let word = try container.decode(String.self, forKey: .decision)
    switch Kind(rawValue: word) {
    case .placed: self = .placed(try Place(from: decoder))
    case .refused: self = .refused(try RefusedPlace(from: decoder))
    case nil: throw container.refusal(of: .decision, PlacementError.invalidDecision("no decision is called '\(word)'"))
    }
  }

  /// Encodes the decision as one object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .placed(let place):
      try container.encode(Kind.placed.rawValue, forKey: .decision)
      try place.encode(to: encoder)
    case .refused(let refused):
      try container.encode(Kind.refused.rawValue, forKey: .decision)
      try refused.encode(to: encoder)
    }
  }
}

// MARK: - Origins

extension PlaceOrigin: Codable {
  private enum CodingKeys: String, CodingKey {
    case at, every, from
  }

  /// Decodes an origin such as `{"at":9}` or `{"every":6,"from":3}`.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.at) else {
      let from = container.contains(.from) ? try container.decodeCount(forKey: .from) : nil
      self = .repeated(every: try container.decodeCount(forKey: .every, in: 2...RowMap.limit), from: from)
      return
    }
    if container.contains(.every) {
      throw container.refusal(of: .every, PlacementError.invalidDecision("a position is either fixed or repeated"))
    }
    self = .fixed(try container.decodeCount(forKey: .at))
  }

  /// Encodes the origin with the words of the rules.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .fixed(let position): try container.encode(position, forKey: .at)
    case .repeated(let interval, let first):
      try container.encode(interval, forKey: .every)
      try container.encodeIfPresent(first, forKey: .from)
    }
  }
}

// MARK: - Reasons

extension RefusalReason: Codable {
  private enum CodingKeys: String, CodingKey {
    case rule, count, share, tag, row, tenant
  }

  /// The names of the rules, and of what is missing.
  private enum Rule: String {
    case section, few, noContent, trailing, max, maxInAll, before, after, gap, share, avoid, beside, yields, noAd
  }

  /// Decodes a reason such as `{"rule":"gap","count":2}` or `{"rule":"noAd"}`.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let word = try container.decode(String.self, forKey: .rule)
    guard let rule = Rule(rawValue: word) else {
      throw container.refusal(of: .rule, PlacementError.invalidDecision("no rule is called '\(word)'"))
    }
    func count() throws -> Int { try container.decodeCount(forKey: .count) }
    self =
      switch rule {
      case .section: .section
      case .few: .few(try count())
      case .noContent: .noContent
      case .trailing: .trailing
      case .max: .max(try count())
      case .maxInAll: .maxInAll(try count())
      case .before: .before(try count())
      case .after: .after(try count())
      case .gap: .gap(try count())
      case .share: .share(try container.decodeShare(forKey: .share))
      case .avoid: .avoid(try container.decodeName(forKey: .tag))
      case .beside: .beside(try container.decodeRow(forKey: .row))
      case .yields: .yields(to: try container.decodeName(forKey: .tenant))
      case .noAd: .noAd
      }
  }

  /// Encodes the name of the rule with its value, if it has one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ rule: Rule, _ value: (some Encodable)? = Int?.none, as key: CodingKeys = .count) throws {
      try container.encode(rule.rawValue, forKey: .rule)
      try container.encodeIfPresent(value, forKey: key)
    }
    switch self {
    case .section: try encode(.section)
    case .few(let count): try encode(.few, count)
    case .noContent: try encode(.noContent)
    case .trailing: try encode(.trailing)
    case .max(let count): try encode(.max, count)
    case .maxInAll(let count): try encode(.maxInAll, count)
    case .before(let count): try encode(.before, count)
    case .after(let count): try encode(.after, count)
    case .gap(let count): try encode(.gap, count)
    case .share(let share): try encode(.share, share, as: .share)
    case .avoid(let tag): try encode(.avoid, tag, as: .tag)
    case .beside(let row): try encode(.beside, row, as: .row)
    case .yields(let tenant): try encode(.yields, tenant, as: .tenant)
    case .noAd: try encode(.noAd)
    }
  }
}

// MARK: - Values

extension KeyedDecodingContainer {
  /// Decodes a number, and throws if it is out of range.
  func decodeCount(forKey key: Key, in range: ClosedRange<Int> = 0...RowMap.limit) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard range ~= number else {
      let fault = "'\(key.stringValue)' is \(number), which is not within \(range.lowerBound) and \(range.upperBound)"
      throw refusal(of: key, PlacementError.invalidDecision(fault))
    }
    return number
  }

  /// Decodes the path of a row, and throws if no row can be there.
  func decodeRow<Space>(forKey key: Key) throws -> RowPath<Space> {
    let path = try decode(RowPath<Space>.self, forKey: key)
    guard 0...RowMap.limit ~= path.section, 0...RowMap.limit ~= path.row else {
      let fault = "'\(key.stringValue)' is \(path.section):\(path.row), where no row can be"
      throw refusal(of: key, PlacementError.invalidDecision(fault))
    }
    return path
  }

  /// Decodes the path of the content row after an ad, and throws if the ad cannot be right before it.
  func decodeContentRow(forKey key: Key, before ad: FeedPath) throws -> UserPath {
    let content: UserPath = try decodeRow(forKey: key)
    guard content.section == ad.section, content.row <= ad.row else {
      throw refusal(of: key, PlacementError.invalidDecision("\(content) cannot come after an ad at \(ad)"))
    }
    return content
  }

  fileprivate func decodeShare(forKey key: Key) throws -> Double {
    let share = try decode(Double.self, forKey: key)
    guard 0...1 ~= share else {
      throw refusal(of: key, PlacementError.invalidDecision("'share' is \(share), which is not within 0 and 1"))
    }
    return share
  }

  fileprivate func decodeName(forKey key: Key) throws -> String {
    let name = try decode(String.self, forKey: key)
    if name.isEmpty { throw refusal(of: key, PlacementError.invalidDecision("'\(key.stringValue)' is empty")) }
    return name
  }
}
