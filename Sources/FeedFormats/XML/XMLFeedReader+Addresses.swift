/// Resolves relative addresses: against `xml:base` where an element is read, else against the item's or feed's own page.
extension XMLFeedReader {
  /// Returns the base that an element declares, resolved against the one outside, or else the one outside.
  mutating func base(of tag: XMLScanner.Tag, within outer: String?) -> String? {
    guard let base = scanner.attribute("xml:base", of: tag)?.nonEmpty else { return outer }
    let resolved = WebAddress.resolve(base, against: outer ?? documentBase ?? options.address)
    if WebAddress.isWebAddress(resolved) {
      longestBase = max(longestBase, resolved.utf8.count)
      return resolved
    }
    if lastBadBase != tag.start {
      scanner.findings.add(at: tag.start, .valueLeftOut, "xml:base is not a web address: \(base.quotedForMessage)")
    }
    lastBadBase = tag.start
    return outer
  }

  /// The address that relative ones are resolved against where no base is declared; nil if it is not known yet.
  ///
  /// For Atom, it is the address of the feed. RSS has always been resolved against the page of the channel.
  var documentBase: String? {
    let (own, page) = (document.feedURL, document.homePage)
    let (first, second) = document.format == .atom ? (own, page) : (page, own)
    if let first, WebAddress.isWebAddress(first) { return first }
    if let second, WebAddress.isWebAddress(second) { return second }
    return isComplete ? options.address : nil
  }

  /// Returns an address resolved against a base, or unchanged if the result would exceed the budget.
  mutating func resolve(_ address: String, against base: String?) -> String {
    guard let base, !budget.isExceeded else { return address }
    let resolved = WebAddress.resolve(address, against: base)
    return resolved == address || budget.take(resolved.utf8.count) ? resolved : address
  }

  /// Returns the address in an attribute, resolved against the base in effect; nil if it is blank.
  mutating func address(_ name: String, of tag: XMLScanner.Tag, base outer: String?) -> String? {
    guard let address = scanner.attribute(name, of: tag)?.nonEmpty else { return nil }
    return resolve(address, against: base(of: tag, within: outer))
  }

  /// Reads the address in the element that was just opened, resolved against the base in effect; nil if it is blank.
  mutating func readAddress(_ tag: XMLScanner.Tag, base outer: String?) throws(XMLTruncation) -> String? {
    let base = self.base(of: tag, within: outer)
    guard let address = try readText() else { return nil }
    return resolve(address, against: base)
  }

  /// Resolves what is still relative in an item: its addresses against the feed's, those in its texts against its page.
  mutating func resolveAddresses(of item: inout FeedItem) {
    let base = documentBase
    if var episode = item.episode, episode.chapters != nil || !episode.transcripts.isEmpty || !episode.persons.isEmpty {
      if let url = episode.chapters?.url { episode.chapters?.url = resolve(url, against: base) }
      for place in episode.transcripts.indices {
        episode.transcripts[place].url = episode.transcripts[place].url.map { resolve($0, against: base) }
      }
      for place in episode.persons.indices {
        episode.persons[place].url = episode.persons[place].url.map { resolve($0, against: base) }
        episode.persons[place].image = episode.persons[place].image.map { resolve($0, against: base) }
      }
      item.episode = episode
    }
    if let url = item.url {
      item.url = resolve(url, against: base)
      if item.id == url { item.id = item.url }
    }
    item.externalURL = item.externalURL.map { resolve($0, against: base) }
    item.image = item.image.map { resolve($0, against: base) }
    for attachment in item.attachments.indices {
      item.attachments[attachment].url = resolve(item.attachments[attachment].url, against: base)
    }
    for author in item.authors.indices {
      item.authors[author].url = item.authors[author].url.map { resolve($0, against: base) }
    }
    let page = item.url.flatMap { WebAddress.isWebAddress($0) ? $0 : nil }
    if let html = item.contentHTML, let base = page ?? base {
      item.contentHTML = MarkupRewriter.resolved(html, against: base, &budget)
    }
  }
}

/// The identifiers of the items read so far.
struct IdentifierLog {
  /// For the hash of each identifier, whether its repetition has been reported.
  ///
  /// Hashes have 64 bits and are seeded in each process, so that practically no two identifiers have the same.
  private var isReported: [Int: Bool] = [:]

  /// Adds an identifier; returns whether it occurs for the second time.
  mutating func isFirstRepetition(of id: String) -> Bool {
    let reported = isReported.updateValue(false, forKey: id.hashValue)
    if reported != nil { isReported[id.hashValue] = true }
    return reported == false
  }
}
