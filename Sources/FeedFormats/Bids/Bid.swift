public import AdServing

/// The answer of an exchange to a request for bids, as OpenRTB 2.x defines it: its bids for native ads, and findings.
public struct BidResponse: Sendable, Hashable {
  /// The name of the request that it answers, which is that of the auction.
  public var id: String?
  /// The name that the exchange has given to the answer.
  public var bidID: String?
  /// The currency of all prices.
  public var currency = "USD"
  /// Why there is no bid, as the specification numbers it; nil if the answer does not say.
  public var noBidReason: Int?
  /// Whether the request was a test; false if the request is not known.
  public var isTest = false
  /// The bids that can be used, in the order of the source.
  public var bids: [Bid] = []
  /// The problems that were found and how they were handled, in the order of the source.
  public var findings: [Finding] = []

  /// Creates an answer without bids.
  public init() {}
}

/// A bid for a native ad: what the answer says of it, word for word.
public struct Bid: Sendable, Hashable {
  /// The position in the file where the bid begins.
  public var position: SourcePosition
  /// The name of the seat that bids.
  public var seat: String?
  /// Whether the bids of the seat are to win all together or not at all, which no auction here heeds.
  public var isOfGroup = false
  /// The name that the bidder has given to the bid.
  public var id = ""
  /// The name of the ``WantedImpression`` that the bid is for.
  public var impressionID: String?
  /// The price of a thousand impressions; nil if the answer does not say.
  public var price: Price?
  /// The markup; nil if it is the answer to ``winAddress``, which the caller fetches.
  public var markup: NativeMarkup?
  /// The addresses that are due when the bid wins, becomes billable, or loses (`nurl`, `burl`, `lurl`).
  public var winAddress, billingAddress, lossAddress: String?
  /// The name of an ad that the exchange knows beforehand.
  public var adID: String?
  /// The names of the campaign and of the creative, which are the seat's own.
  public var campaignID, creativeID: String?
  /// The domains of the advertisers, as the bid spells them.
  public var domains: [String] = []
  /// The app that is advertised.
  public var bundle: String?
  /// The categories of the ad, and the number of their taxonomy; nil for the first one.
  public var categories: [String] = []
  /// The number of the taxonomy of ``categories``; nil if the bid does not say, which means 1.
  public var taxonomy: Int?
  /// The properties of the ad, as the specification numbers them.
  public var attributes: [Int] = []
  /// The name of the deal that the bid belongs to.
  public var dealID: String?
  /// How many seconds after the auction the ad may still be shown.
  public var expirySeconds: Int?
  /// The kind of the markup: 1 a banner, 2 video, 3 audio, 4 native.
  public var kind: Int?
  /// The size in pixels.
  public var width, height: Int?
  /// The language of the ad, as ISO 639-1 has it.
  public var language: String?
  /// Who is behind the ad, as the European Digital Services Act asks (`ext.dsa`).
  public var transparency: AdTransparency?

  /// Creates a bid without content.
  public init() { position = .start }
}

/// Who is behind an ad, as the European Digital Services Act asks.
public struct AdTransparency: Sendable, Hashable {
  /// On whose behalf the ad is displayed.
  public var behalf: String?
  /// Who pays for it.
  public var payer: String?
  /// Whether the advertiser shows this by itself: 1 if it does.
  public var isRendered: Int?
  /// Whose parameters chose the viewer, and which.
  public var parties: [Party] = []

  /// Who chose the viewer, by which parameters.
  public struct Party: Sendable, Hashable {
    /// The domain of the party.
    public var domain: String?
    /// The parameters, as the specification numbers them.
    public var parameters: [Int] = []

    /// Creates a party without parameters.
    public init() {}
  }

  /// Creates a statement that says nothing.
  public init() {}
}

// MARK: - JSON

extension Bid: JSONRecord {
  static let noun = "a bid"
  /// All members but the price, whose currency is elsewhere, and the markup, whose kind others determine.
  static let members: [JSONMember<Bid>] = [
    .name("id", \.id), .name("impid", \.impressionID), .address("nurl", \.winAddress),
    .address("burl", \.billingAddress), .address("lurl", \.lossAddress), .name("adid", \.adID),
    .name("cid", \.campaignID), .name("crid", \.creativeID), .texts("adomain", \.domains), .name("bundle", \.bundle),
    .texts("cat", \.categories), .number("cattax", \.taxonomy), .numbers("attr", \.attributes),
    .name("dealid", \.dealID), .number("exp", \.expirySeconds), .number("mtype", \.kind), .number("w", \.width),
    .number("h", \.height), .name("language", \.language), .group("ext", [.record("dsa", \.transparency)]),
  ]
}

extension AdTransparency: JSONRecord {
  static let noun = "a dsa"
  static let members: [JSONMember<AdTransparency>] = [
    .text("behalf", \.behalf), .text("paid", \.payer), .number("adrender", \.isRendered),
    .records("transparency", \.parties),
  ]
}

extension AdTransparency.Party: JSONRecord {
  static let noun = "a party"
  static let members: [JSONMember<AdTransparency.Party>] = [
    .text("domain", \.domain), .numbers("dsaparams", \.parameters),
  ]
}
