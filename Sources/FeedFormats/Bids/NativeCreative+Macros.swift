public import AdServing

extension BidResponse {
  /// What the macros of a bid stand for, as far as the response says: a winner pays what it has bid.
  public func macros(of bid: Bid) -> AuctionMacros {
    var macros = AuctionMacros()
    (macros.auctionID, macros.bidID, macros.impressionID) = (id, bidID, bid.impressionID)
    (macros.seatID, macros.adID) = (bid.seat, bid.adID)
    (macros.price, macros.bid, macros.isTest) = (bid.price, bid.price, isTest)
    return macros
  }
}

extension NativeCreative {
  /// The number of UTF-8 bytes above which a part of an ad is left out when its macros are filled.
  public static let longestPart = 1 << 20

  /// Returns the creative with what macros stand for in all that is shown, when it is handed out.
  ///
  /// Trackers keep their macros, since more is known when they are due; a `TrackerOutbox` fills them.
  /// - Complexity: O(*n*) for *n* bytes.
  public func filled(encodings: AuctionMacros.Encodings = [:]) -> NativeCreative {
    let macros = trackers.macros
    func fill(_ text: inout String?) {
      text = text.flatMap { macros.filled($0, encodings: encodings, atMost: Self.longestPart) }
    }
    func fill(_ link: inout AdLink) {
      fill(&link.address)
      fill(&link.deepLink)
    }
    var creative = self
    let parts: [WritableKeyPath<NativeCreative, String?>] = [
      \.title, \.text, \.sponsor, \.callToAction, \.video, \.privacy,
    ]
    for part in parts { fill(&creative[keyPath: part]) }
    creative.icon?.url = icon?.url.flatMap { macros.filled($0, encodings: encodings) }
    creative.image?.url = image?.url.flatMap { macros.filled($0, encodings: encodings) }
    for kind in details.keys { fill(&creative.details[kind]) }
    fill(&creative.link)
    for role in partLinks.keys { fill(&creative.partLinks[role, default: AdLink()]) }
    return creative
  }
}
