public import AdServing

/// What a native ad shows, where it leads and what is tracked: what of a bid can be used.
public struct NativeCreative: Sendable, Hashable {
  /// The title.
  public var title: String?
  /// The text.
  public var text: String?
  /// Whom the ad is sponsored by.
  public var sponsor: String?
  /// The words of the button.
  public var callToAction: String?
  /// A small square picture of the advertiser.
  public var icon: NativeImage?
  /// The large picture.
  public var image: NativeImage?
  /// The document, in VAST, that describes a video.
  public var video: String?
  /// All other data, such as a rating.
  public var details: [NativeDataKind: String] = [:]
  /// Where the ad leads.
  public var link = AdLink()
  /// Where parts of it lead that have links of their own.
  public var partLinks: [NativeRole: AdLink] = [:]
  /// The addresses that are due at events.
  public var trackers = AdTrackers()
  /// The categories of the ad.
  public var categories: [AdCategory] = []
  /// The address of a page on the privacy of the ad.
  public var privacy: String?
  /// The language of the ad, as ISO 639-1 has it.
  public var language: String?
  /// Who is behind the ad.
  public var transparency: AdTransparency?

  /// Creates a creative without content.
  public init() {}
}

// MARK: - Making

extension NativeCreative {
  /// Makes what a bid shows of its markup; only http and https addresses are used.
  ///
  /// Of several parts of one kind the first is used, and of large pictures the largest. The trackers of older markup
  /// count as those of an impression that are loaded as an image; an address is due once at an event.
  public init(_ markup: NativeMarkup, of bid: Bid) {
    for asset in markup.assets { take(asset) }
    link = AdLink(markup.link)
    let older = markup.impressionTrackers.map { AdTracker(address: $0) }
    let known = (markup.trackers + older).filter {
      $0.address.isUsableAddress || ($0.address.isEmpty && $0.method >= 500)
    }
    var seen: Set<AdTracker> = []
    trackers = AdTrackers(
      events: known.filter { seen.insert($0).inserted }, scripts: [markup.script].compactMap { $0?.nonEmpty },
      win: bid.winAddress?.usableAddress, billing: bid.billingAddress?.usableAddress,
      loss: bid.lossAddress?.usableAddress)
    categories = bid.categories.map { AdCategory(taxonomy: bid.taxonomy ?? 1, name: $0) }
    privacy = markup.privacy?.usableAddress
    language = bid.language
    transparency = bid.transparency
  }

  private mutating func take(_ asset: NativeAsset) {
    guard let role = asset.role else { return }
    if let link = asset.link, partLinks[role] == nil { partLinks[role] = AdLink(link) }
    switch role {
    case .title: title = title ?? asset.title?.nonEmpty
    case .icon: icon = icon ?? asset.image?.usable
    case .image:
      guard let picture = asset.image?.usable, image == nil || picture.area > image?.area ?? 0 else { return }
      image = picture
    case .video: video = video ?? asset.video?.nonEmpty
    case .data(let kind):
      guard let value = asset.data?.value else { return }
      switch kind {
      case .sponsor: sponsor = sponsor ?? value
      case .text: text = text ?? value
      case .callToAction: callToAction = callToAction ?? value
      default: details[kind] = details[kind] ?? value
      }
    }
  }
}

extension AdLink {
  /// Makes a link of what a bid says: a page, or an address that opens an app with a page to fall back to.
  fileprivate init(_ link: NativeLink?) {
    let fallback = link?.fallback?.usableAddress
    self.init(
      address: link?.url?.usableAddress ?? fallback, deepLink: link?.url.flatMap { $0.opensApp ? $0 : nil },
      clickTrackers: link?.clickTrackers.filter(\.isUsableAddress) ?? [])
  }
}

extension NativeImage {
  fileprivate var usable: NativeImage? { url?.usableAddress == nil ? nil : self }

  /// The area in pixels; 0 if it is not known.
  fileprivate var area: Double { Double(width ?? 0) * Double(height ?? 0) }
}

extension String {
  fileprivate var usableAddress: String? { isUsableAddress ? self : nil }
}

// MARK: - Ads

extension BidResponse {
  /// The ads of the bids whose markup is known, in their order.
  ///
  /// An ad is named by its auction, its seat and its bid; its creative by its seat and `crid`, and its campaign by its
  /// seat and `cid`, or else by its creative. Parts of a name are joined by `/`, which is spelled `%2F` within a part.
  /// - Parameters:
  ///   - auction: The time of the auction, since the origin from which all times of ads count.
  ///   - expiry: How long an ad may be shown if its bid does not say. The standard's advice is ten minutes in apps, and
  ///     one in browsers.
  public func ads(auctionedAt auction: Duration, expiringAfter expiry: Duration) -> [Ad<NativeCreative>] {
    bids.compactMap { bid in bid.markup.map { ad(of: bid, showing: $0, auctionedAt: auction, expiringAfter: expiry) } }
  }

  /// The ad of a bid of this response with its markup, or with markup that the caller has fetched for it.
  public func ad(
    of bid: Bid, showing markup: NativeMarkup, auctionedAt auction: Duration, expiringAfter expiry: Duration
  ) -> Ad<NativeCreative> {
    var creative = NativeCreative(markup, of: bid)
    creative.trackers.macros = macros(of: bid)
    // Whoever has fetched the markup has sent the notice.
    if bid.markup == nil { creative.trackers.win = nil }
    let seat = bid.seat ?? ""
    let domains = bid.domains.compactMap(AdvertiserDomain.normalized)
    return Ad(
      id: .name(of: [id ?? "", seat, bid.id]), creativeID: bid.creativeID.map { .name(of: [seat, $0]) },
      campaign: bid.campaignID.map { .name(of: [seat, $0]) }, advertisers: domains.distinct,
      expires: auction + (bid.expirySeconds.map { .seconds(min($0, Self.longestExpiry)) } ?? expiry),
      price: bid.price, creative: creative)
  }

  /// The most seconds after which an ad expires: ten years.
  private static let longestExpiry = 315_360_000
}

extension String {
  /// Returns a name that no other parts have.
  fileprivate static func name(of parts: [String]) -> String {
    parts.map { part in
      part.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }
        ? part.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
          .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F") : part
    }.joined(separator: "/")
  }
}

/// The domains of advertisers, by which repeats and blocks go.
enum AdvertiserDomain {
  /// Returns a domain in lower case, without a scheme, `www`, port or path; nil if nothing is left.
  static func normalized(_ text: String) -> String? {
    var domain = text.trimmed.lowercased()[...]
    if let scheme = domain.firstRange(of: "://") { domain = domain[scheme.upperBound...] }
    if domain.hasPrefix("//") { domain = domain.dropFirst(2) }
    domain = domain.prefix { !"/?#:".contains($0) }
    if let user = domain.lastIndex(of: "@") { domain = domain[user...].dropFirst() }
    while domain.last == "." { domain.removeLast() }
    if domain.hasPrefix("www."), domain.dropFirst(4).contains(".") { domain = domain.dropFirst(4) }
    return domain.isEmpty || domain.contains(where: \.isWhitespace) ? nil : String(domain)
  }
}
