import AdServing

/// Reads the bids that were found in a response, and refuses those that cannot be used.
struct BidJudge {
  private let impressions: [String: WantedImpression]?
  var reader: JSONItemReader
  private(set) var response = BidResponse()

  init(request: BidRequest?, reader: JSONItemReader) {
    impressions = request.map { request in
      Dictionary(request.impressions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    self.reader = reader
    response.isTest = request?.isTest ?? false
  }

  mutating func read(_ outline: BidOutline) {
    response.id = outline.members["id"].flatMap { reader.name($0, "the response's id") }
    response.bidID = outline.members["bidid"].flatMap { reader.name($0, "the response's bidid") }
    let reason = outline.members["nbr"].flatMap { reader.wholeNumber($0, "the response's nbr") }
    response.noBidReason = reason.flatMap { Int(exactly: $0) }
    let hasCurrency = readCurrency(outline.members["cur"])
    for seat in outline.seats {
      let name = seat.name.flatMap { reader.name($0, "a seat's name") }
      let isGroup = seat.group.flatMap { reader.wholeNumber($0, "a seat's group") } == 1
      for candidate in seat.bids {
        guard var bid = bid(candidate, hasCurrency: hasCurrency, maxDepth: outline.maxDepth) else { continue }
        (bid.seat, bid.isOfGroup) = (name, isGroup)
        response.bids.append(bid)
      }
    }
    response.findings = reader.findings.ordered
  }

  /// Reads the currency; returns whether prices have one.
  private mutating func readCurrency(_ value: JSONValue?) -> Bool {
    guard let value, let text = reader.name(value, "the response's cur") else { return true }
    let code = text.uppercased()
    guard (try? Price(micros: 0, currency: code)) != nil else {
      let problem = "the response's cur is no currency: \(text.quotedForMessage); its bids have no prices"
      reader.findings.add(at: value.range.lowerBound, .valueLeftOut, problem)
      return false
    }
    response.currency = code
    return true
  }

  // MARK: - Bids

  private mutating func bid(_ candidate: BidOutline.Candidate, hasCurrency: Bool, maxDepth: Int) -> Bid? {
    let value = candidate.value
    if isDamaged(candidate.flaws, maxDepth: maxDepth, .itemLeftOut) { return nil }
    guard var bid = reader.record(value, as: Bid.self) else { return nil }
    bid.position = reader.position(of: value)
    var (price, markup): (JSONValue?, JSONValue?)
    for member in value.members where member.value.kind != .null {
      switch value.name(of: member) {
      case "price": price = member.value
      case "adm": markup = member.value
      default: continue
      }
    }
    if bid.id.isEmpty { return refuse(value, "a bid has no id") }
    if let problem = refusal(of: bid) { return refuse(value, "\(bid.label) \(problem)") }
    if let price, let micros = reader.amount(price, "a bid's price"), hasCurrency {
      bid.price = try? Price(micros: micros, currency: response.currency)
    } else if price == nil {
      reader.findings.add(at: value.range.lowerBound, .kept, "\(bid.label) has no price")
    }
    if let markup, markup.string?.isEmpty != true {
      bid.markup = self.markup(markup, of: bid)
      return bid.markup == nil ? nil : bid
    }
    return bid.winAddress == nil ? refuse(value, "\(bid.label) has no markup") : bid
  }

  private mutating func refuse(_ value: JSONValue, _ problem: String) -> Bid? {
    reader.findings.add(at: value.range.lowerBound, .itemLeftOut, problem)
    return nil
  }

  /// Adds findings for flaws; returns whether they make a value useless.
  private mutating func isDamaged(_ flaws: JSONScanner.Flaws, maxDepth: Int, _ remedy: Finding.Remedy) -> Bool {
    reader.reportRepairs(of: flaws)
    if let offset = flaws.firstTooDeep { reader.findings.add(at: offset, remedy, "nested deeper than \(maxDepth)") }
    if let offset = flaws.firstInvalid { reader.findings.add(at: offset, remedy, "invalid UTF-8") }
    return flaws.firstTooDeep != nil || flaws.firstInvalid != nil
  }

  /// Returns why a bid cannot be for a native ad, without its markup; nil if it can.
  private func refusal(of bid: Bid) -> String? {
    let impression = impressions?[bid.impressionID ?? ""]
    if impressions != nil, impression == nil {
      return "is for no impression of the request: \((bid.impressionID ?? "").quotedForMessage)"
    }
    switch bid.kind {
    case 4: return nil
    case nil: return impression.map { $0.native == nil } == true ? "is for an impression that wants no native ad" : nil
    case 1: return "is no native ad but a banner"
    case 2: return "is no native ad but a video"
    case 3: return "is no native ad but audio"
    case let kind?: return "is no native ad: its mtype is \(kind)"
    }
  }

  // MARK: - Markup

  private mutating func markup(_ value: JSONValue, of bid: Bid) -> NativeMarkup? {
    let wanted = impressions?[bid.impressionID ?? ""]?.native
    return reader.embedded(value, "the markup of \(bid.label)", .itemLeftOut) { object, reader in
      reader.markup(object, of: bid, wanted)
    }
  }

  /// Reads a document of its own: markup, or the assets that take the place of those of the bid.
  mutating func fetchedMarkup(
    _ value: JSONValue, _ flaws: JSONScanner.Flaws, maxDepth: Int, of bid: Bid
  ) -> NativeMarkup? {
    if isDamaged(flaws, maxDepth: maxDepth, .restLeftOut) { return nil }
    guard var whole = bid.markup else { return markup(value, of: bid) }
    (whole.assetsURL, whole.dynamicURL) = (nil, nil)
    if value.kind == .array {
      whole.assets = value.elements.compactMap { reader.record($0) }
      return reader.judged(whole, at: value.range.lowerBound, of: bid, impressions?[bid.impressionID ?? ""]?.native)
    }
    guard let fetched = markup(value, of: bid) else { return nil }
    (whole.assets, whole.link) = (fetched.assets, fetched.link ?? whole.link)
    return whole
  }
}

extension Bid {
  /// What findings call the bid.
  fileprivate var label: String { "the bid \(id.quotedForMessage)" }
}

extension JSONItemReader {
  fileprivate mutating func markup(_ object: JSONValue, of bid: Bid, _ wanted: NativeRequest?) -> NativeMarkup? {
    let start = object.range.lowerBound
    let names = Set(object.members.map { object.name(of: $0) })
    if names.isDisjoint(with: ["assets", "assetsurl", "dcourl"]) {
      findings.add(at: start, .itemLeftOut, "the markup of \(bid.label) has no assets")
      return nil
    }
    return record(object).flatMap { judged($0, at: start, of: bid, wanted) }
  }

  /// Returns markup with what its assets are; nil, with a finding, if it lacks what is required.
  fileprivate mutating func judged(
    _ markup: NativeMarkup, at start: Int, of bid: Bid, _ wanted: NativeRequest?
  ) -> NativeMarkup? {
    var markup = markup
    let label = "the markup of \(bid.label)"
    if let version = markup.version, !["1", "1.0", "1.1", "1.2"].contains(version) {
      findings.add(at: start, .kept, "\(label) is of version \(version.quotedForMessage); read as 1.2")
    }
    let count = markup.trackers.count
    markup.trackers.removeAll { !$0.isComplete }
    if markup.trackers.count < count {
      findings.add(at: start, .valueLeftOut, "a tracker in \(label) lacks its event, method or url")
    }
    for place in markup.assets.indices {
      let asset = markup.assets[place]
      let asked = wanted?.assets.first { $0.id == asset.id }
      markup.assets[place].role = asset.role(as: asked)
      if let asked, !asset.isOfKind(of: asked) {
        findings.add(at: start, .kept, "the asset \(asked.id) in \(label) is of another kind than the request asks for")
      }
    }
    // Assets that are fetched may have what is missing.
    guard let wanted, markup.assetsURL == nil, markup.dynamicURL == nil else { return markup }
    for asked in wanted.assets where asked.isRequired {
      if markup.assets.contains(where: { $0.id == asked.id && $0.isOfKind(of: asked) && $0.hasContent }) { continue }
      findings.add(at: start, .itemLeftOut, "\(label) lacks the asset \(asked.id), which the request requires")
      return nil
    }
    return markup
  }
}

extension AdTracker {
  /// Whether it says when and how to use which address; the exchange's own methods may need none.
  fileprivate var isComplete: Bool { event > 0 && method > 0 && (!address.isEmpty || method >= 500) }
}

extension NativeAsset {
  fileprivate var hasContent: Bool { [title, image?.url, data?.value, video].contains { $0?.isEmpty == false } }

  fileprivate func isOfKind(of asked: WantedAsset) -> Bool {
    title != nil && asked.titleLength != nil || image != nil && asked.image != nil
      || data != nil && asked.data != nil || video != nil && asked.video != nil
  }

  /// Returns what the part is, by what was asked for, or else by its type, its size or its length.
  fileprivate func role(as asked: WantedAsset?) -> NativeRole? {
    if let role = asked?.role, let asked, isOfKind(of: asked) { return role }
    if title != nil { return .title }
    if let image { return image.type.flatMap(NativeRole.init(imageType:)) ?? image.roleBySize }
    if let data { return .data(data.type.map(NativeDataKind.init(rawValue:)) ?? data.kindByLength) }
    return video == nil ? nil : .video
  }
}

extension NativeImage {
  /// A small square is an icon, since the specification asks that icons are square; all else is the large picture.
  fileprivate var roleBySize: NativeRole {
    guard let width, let height else { return .image }
    return width == height && 1...256 ~= width ? .icon : .image
  }
}

extension NativeData {
  /// A name is short, and a text is long; 25 characters are what the specification recommends for short ones.
  fileprivate var kindByLength: NativeDataKind { (value ?? "").count > 25 ? .text : .sponsor }
}
