public import AdServing

extension FeedItem {
  /// Makes the item of JSON Feed that a native ad is, with all else that a client needs in its member `_ad`.
  ///
  /// ```
  /// {"id":"…","url":"…","title":"…","content_text":"…","image":"…",
  ///  "authors":[{"name":"…","avatar":"…"}],
  ///  "_ad":{"creative":"…","campaign":"…","advertisers":["…"],"price":"0.50 USD","exp":600,
  ///         "call_to_action":"…","deep_link":"…","click_trackers":["…"],
  ///         "trackers":[{"event":1,"method":1,"url":"…"}],"nurl":"…","burl":"…","lurl":"…"}}
  /// ```
  /// - Parameters:
  ///   - ad: The ad.
  ///   - expirySeconds: How many seconds after the auction it may still be shown, as its bid says.
  ///   - position: The position in the file where it begins.
  public init(_ ad: Ad<NativeCreative>, expirySeconds: Int? = nil, position: SourcePosition = .start) {
    self.init(position: position)
    let creative = ad.creative
    (id, url, title) = (ad.id, creative.link.address, creative.title)
    (contentText, image) = (creative.text, creative.image?.url)
    if let name = creative.sponsor ?? ad.advertisers.first {
      authors = [FeedAuthor(name: name, avatar: creative.icon?.url)]
    }
    var text = JSONText()
    text.append(raw: "{")
    text.append(member: "id", id)
    text.append(member: "url", url)
    text.append(member: "title", title)
    text.append(member: "content_text", contentText)
    text.append(member: "image", image)
    text.append(member: "authors", records: authors)
    text.appendName("_ad")
    text.append(raw: "{")
    text.append(member: "creative", ad.creativeID)
    text.append(member: "campaign", ad.campaign)
    text.append(strings: "advertisers", ad.advertisers)
    text.append(member: "price", ad.price?.description)
    text.append(member: "exp", raw: expirySeconds.map(String.init))
    text.append(member: "call_to_action", creative.callToAction)
    text.append(member: "deep_link", creative.link.deepLink)
    text.append(strings: "click_trackers", creative.link.clickTrackers)
    text.append(member: "trackers", records: creative.trackers.events)
    text.append(member: "nurl", creative.trackers.win)
    text.append(member: "burl", creative.trackers.billing)
    text.append(member: "lurl", creative.trackers.loss)
    text.append(raw: "}}")
    raw = text.bytes[...]
  }
}

extension AdDocument {
  /// Makes the items of a response's ads; one that has nothing to show is left out with a finding.
  init(_ response: BidResponse) {
    self.init(findings: response.findings)
    for bid in response.bids {
      let ad = bid.markup.map { response.ad(of: bid, showing: $0, auctionedAt: .zero, expiringAfter: .zero) }
      if let ad, !ad.creative.isEmpty {
        items.append(FeedItem(ad, expirySeconds: bid.expirySeconds, position: bid.position))
      } else if findings.count < FindingLog.limit {
        let problem = ad == nil ? "has no markup but the answer to its nurl" : "has nothing to show"
        findings.append(Finding(at: bid.position, "the bid \(bid.id.quotedForMessage) \(problem)", .itemLeftOut))
      }
    }
    findings.sort { $0.position < $1.position }
  }
}

extension NativeCreative {
  fileprivate var isEmpty: Bool {
    [title, text, sponsor, callToAction, icon?.url, image?.url, video].allSatisfy { $0 == nil } && details.isEmpty
  }
}

extension JSONText {
  /// Appends a member with an array of strings, if there are any.
  fileprivate mutating func append(strings name: String, _ strings: [String]) {
    if !strings.isEmpty { append(list: name, strings) { $0.append(string: $1) } }
  }
}
