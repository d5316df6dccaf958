public import AdServing

/// A request for bids, as OpenRTB 2.6 defines it, as far as it is about native ads.
///
/// It is written with ``json``; what else an exchange wants to know, such as the site and the user, is the caller's to
/// add.
public struct BidRequest: Sendable, Hashable {
  /// The name of the request, which is that of the auction.
  public var id = ""
  /// What is wanted: an impression for each place, or for several that are alike.
  public var impressions: [WantedImpression] = []
  /// Whether nothing is paid.
  public var isTest = false
  /// How many milliseconds an answer may take.
  public var timeoutMilliseconds: Int?
  /// The currencies in which bids may be priced.
  public var currencies: [String] = []
  /// The categories that are not wanted, and the number of their taxonomy.
  public var blockedCategories: [String] = []
  /// The number of the taxonomy of ``blockedCategories``; nil for 1.
  public var taxonomy: Int?
  /// The domains of the advertisers that are not wanted.
  public var blockedAdvertisers: [String] = []

  /// Creates a request for nothing.
  public init() {}

  /// Creates a request for the places of a page.
  ///
  /// Places are alike if they have the same floor.
  /// - Parameters:
  ///   - id: The name of the auction.
  ///   - page: The places with their floors, and the time that is left.
  ///   - impression: What is wanted at each place; its `id` and its floor are replaced, the former by a number from 1.
  ///   - sharesAlike: Whether alike places are one impression; otherwise each is one of its own.
  public init(
    id: String, for page: PageRequest<some Sendable>, wanting impression: WantedImpression, sharesAlike: Bool = false
  ) {
    self.id = id
    currencies = [page.currency]
    timeoutMilliseconds = Int(min(max(page.timeout, .zero), .seconds(86_400)) / .milliseconds(1))
    for floor in page.floors {
      if sharesAlike, let place = impressions.firstIndex(where: { $0.floor == floor }) {
        let count = impressions[place].native?.placeCount ?? 1
        impressions[place].native?.placeCount = count + 1
        continue
      }
      var wanted = impression
      (wanted.id, wanted.floor) = ("\(impressions.count + 1)", floor)
      impressions.append(wanted)
    }
  }

  /// The request as JSON.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var json: [UInt8] {
    var text = JSONText()
    text.append(self)
    return text.bytes
  }

  /// Reads a request as far as it can be read; the findings say what cannot.
  ///
  /// - Throws: `FeedError` if it is no JSON object.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func read(_ bytes: [UInt8]) throws(FeedError) -> (request: BidRequest, findings: [Finding]) {
    let file = try JSONFile(bytes, maxBytes: 1 << 24, maxDepth: 512, holding: "request") { position, problem in
      FeedError.malformed(position, problem: problem)
    }
    var reader = JSONItemReader(try SourceText(bytes))
    guard let request: BidRequest = reader.record(file.value) else {
      throw .malformed(file.map.position(at: file.value.range.lowerBound), problem: "a bid request is an object")
    }
    return (request, reader.findings.ordered)
  }
}

/// What is wanted for a place, or for several that are alike (`imp`).
public struct WantedImpression: Sendable, Hashable {
  /// The name by which a bid says that it is for this impression.
  public var id = ""
  /// What a native ad is to have; nil if another kind of ad is wanted.
  public var native: NativeRequest?
  /// The frameworks that the client supports, as the specification numbers them.
  public var frameworks: [Int] = []
  /// The properties that ads may not have, as the specification numbers them.
  public var blockedAttributes: [Int] = []
  /// The name of the place at the exchange.
  public var tagID: String?
  /// The lowest price of a thousand impressions; nil for any.
  public var floor: Price?
  /// Whether all addresses in an ad must be https.
  public var isSecure = false
  /// How many seconds after the auction an ad may be shown.
  public var expirySeconds: Int?

  /// Creates an impression that wants nothing.
  public init() {}

  /// Creates an impression that wants a native ad.
  public init(id: String = "1", native: NativeRequest) { (self.id, self.native) = (id, native) }
}

// MARK: - JSON

extension BidRequest: JSONRecord {
  static let noun = "a bid request"
  static let members: [JSONMember<BidRequest>] = [
    .name("id", \.id), .records("imp", \.impressions), .bit("test", \.isTest), .number("tmax", \.timeoutMilliseconds),
    .texts("cur", \.currencies), .texts("bcat", \.blockedCategories), .number("cattax", \.taxonomy),
    .texts("badv", \.blockedAdvertisers),
  ]
}

extension WantedImpression: JSONRecord {
  static let noun = "an imp"
  static let members: [JSONMember<WantedImpression>] = [
    .name("id", \.id),
    .group(
      "native",
      [
        .embedded("request", \.native), .name("ver", \.nativeVersion), .numbers("api", \.frameworks),
        .numbers("battr", \.blockedAttributes),
      ]),
    .name("tagid", \.tagID), .amount("bidfloor", \.floorMicros), .text("bidfloorcur", \.floorCurrency),
    .bit("secure", \.isSecure), .number("exp", \.expirySeconds),
  ]

  private var nativeVersion: String? {
    get { native?.version }
    set { native?.version = newValue }
  }

  private var floorMicros: Int64? {
    get { floor?.micros }
    set { floor = newValue.flatMap { try? Price(micros: $0, currency: floor?.currency ?? "USD") } }
  }

  private var floorCurrency: String? {
    get { floor?.currency }
    set { floor = newValue.flatMap { try? Price(micros: floor?.micros ?? 0, currency: $0) } }
  }
}
