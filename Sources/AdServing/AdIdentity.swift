/// The names of the ad that a row shows, by which impressions are counted, repeats avoided and ads recalled.
public struct AdIdentity: Sendable {
  /// What copies share: on its way to a page an ad is copied often, and each copy would retain each name.
  private final class Names: Sendable {
    let adID, creativeID, campaign: String
    let advertisers: [String]

    init(adID: String, creativeID: String, campaign: String, advertisers: [String]) {
      (self.adID, self.creativeID, self.campaign, self.advertisers) = (adID, creativeID, campaign, advertisers)
    }
  }

  private let names: Names
  /// The text of the receipt with which it was handed out; nil without one.
  public var receipt: String?

  /// Makes the identity of an ad; without a `creativeID` it has one named by its `adID`, and without a campaign one named
  /// by its creative.
  public init(
    adID: String, creativeID: String? = nil, campaign: String? = nil, advertisers: [String] = [],
    receipt: String? = nil
  ) {
    let creativeID = creativeID ?? adID
    names = Names(adID: adID, creativeID: creativeID, campaign: campaign ?? creativeID, advertisers: advertisers)
    self.receipt = receipt
  }

  /// The name of the issued ad, which no other ad in the world has.
  public var adID: String { names.adID }
  /// The name of what it shows.
  public var creativeID: String { names.creativeID }
  /// The campaign that it belongs to.
  public var campaign: String { names.campaign }
  /// Whom it advertises for; empty if that is not known.
  public var advertisers: [String] { names.advertisers }

  /// Whether one of its names is empty.
  package var isUnnamed: Bool {
    adID.isEmpty || creativeID.isEmpty || campaign.isEmpty || advertisers.contains("")
  }
}

extension AdIdentity: Hashable {
  /// Returns whether all names and the receipt are equal.
  public static func == (one: AdIdentity, other: AdIdentity) -> Bool {
    one.receipt == other.receipt
      && (one.names === other.names
        || (one.adID, one.creativeID, one.campaign, one.advertisers)
          == (other.adID, other.creativeID, other.campaign, other.advertisers))
  }

  /// Hashes the name of the ad, which no other has, and its receipt.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(adID)
    hasher.combine(receipt)
  }
}

/// A name of ads: of one issued ad, or of all that show a creative, belong to a campaign, or advertise for somebody.
public enum AdName: Hashable, Sendable {
  case ad(String)
  case creative(String)
  case campaign(String)
  case advertiser(String)

  /// Returns whether an ad bears the name.
  public func names(_ ad: AdIdentity) -> Bool {
    switch self {
    case .ad(let name): ad.adID == name
    case .creative(let name): ad.creativeID == name
    case .campaign(let name): ad.campaign == name
    case .advertiser(let name): ad.advertisers.contains(name)
    }
  }
}

extension AdName: CustomStringConvertible {
  /// The kind of the name and the name, such as `campaign spring`.
  public var description: String {
    switch self {
    case .ad(let name): "ad \(name)"
    case .creative(let name): "creative \(name)"
    case .campaign(let name): "campaign \(name)"
    case .advertiser(let name): "advertiser \(name)"
    }
  }
}

// MARK: - Codable

extension AdName: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case ad, creative, campaign, advertiser
  }

  /// Decodes a name such as `{"campaign":"spring"}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      let kinds = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "A name has one of \(kinds)"))
    }
    let name = try container.decode(String.self, forKey: key)
    self =
      switch key {
      case .ad: .ad(name)
      case .creative: .creative(name)
      case .campaign: .campaign(name)
      case .advertiser: .advertiser(name)
      }
  }

  /// Encodes the name as the only member of an object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .ad(let name): try container.encode(name, forKey: .ad)
    case .creative(let name): try container.encode(name, forKey: .creative)
    case .campaign(let name): try container.encode(name, forKey: .campaign)
    case .advertiser(let name): try container.encode(name, forKey: .advertiser)
    }
  }
}

extension AdIdentity: Codable {
  private enum CodingKeys: String, CodingKey {
    case adID, creativeID, campaign, advertisers, receipt
  }

  /// Decodes an identity; `creativeID`, `advertisers` and `receipt` may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(adID: try container.decode(String.self, forKey: .adID), others: try Others(from: decoder))
  }

  /// Encodes the identity, without a `creativeID` that is its `adID`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(adID, forKey: .adID)
    try others.encode(to: encoder)
  }

  /// What an impression and a display say of their ad beside its name, as members of their own.
  struct Others: Codable {
    let creativeID: String?
    let campaign: String
    let advertisers: [String]?
    let receipt: String?
  }

  var others: Others {
    Others(
      creativeID: creativeID == adID ? nil : creativeID, campaign: campaign,
      advertisers: advertisers.isEmpty ? nil : advertisers, receipt: receipt)
  }

  init(adID: String, others: Others) {
    self.init(
      adID: adID, creativeID: others.creativeID, campaign: others.campaign, advertisers: others.advertisers ?? [],
      receipt: others.receipt)
  }
}
