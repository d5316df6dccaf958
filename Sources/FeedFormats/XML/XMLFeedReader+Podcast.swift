/// Reads the elements of podcasts.
extension XMLFeedReader {
  mutating func readPodcastElement(
    _ tag: XMLScanner.Tag, named name: String, base: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    switch name {
    case "duration": item.other.duration = try readDuration() ?? item.other.duration
    case "title": try readOtherTitle(&item)
    case "subtitle":
      let body = try readBody(tag, base: base)
      item.other.subtitle = item.other.subtitle ?? body
    case "summary", "description": try readOtherDescription(tag, base: base, &item)
    case "author": XMLItem.add(try readPersons(base: base), to: &item.other.authors)
    case "image":
      let cover = address("href", of: tag, base: base) ?? address("url", of: tag, base: base)
      let text = try readAddress(tag, base: base)
      item.other.cover = item.other.cover ?? cover ?? text
    case "link":
      let cover = scanner.attribute("rel", of: tag) == "image" ? address("href", of: tag, base: base) : nil
      item.other.cover = item.other.cover ?? cover
      try scanner.skipElement()
    case "keywords": try readKeywords(&item)
    case "category": try readPodcastCategories(tag, &item)
    case "episode": item.episode.number = try readNumber("the number of an episode") ?? item.episode.number
    case "season": item.episode.season = try readNumber("the number of a season") ?? item.episode.season
    case "episodetype": item.episode.kind = try readEpisodeKind() ?? item.episode.kind
    default: try scanner.skipElement()
    }
  }

  /// Reads an element of Podcasting 2.0.
  mutating func readPodcasting2(
    _ tag: XMLScanner.Tag, named name: String, base: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    switch name {
    case "season": item.episode.season = try readNumber("the number of a season") ?? item.episode.season
    case "episode": item.episode.number = try readNumber("the number of an episode") ?? item.episode.number
    case "chapters":
      item.episode.chapters = textFile(tag, base: base) ?? item.episode.chapters
      try scanner.skipElement()
    case "transcript":
      if let file = textFile(tag, base: base) { item.episode.transcripts.append(file) }
      try scanner.skipElement()
    case "person":
      let role = scanner.attribute("role", of: tag)?.lowercased().nonEmpty
      let (url, image) = (address("href", of: tag, base: base), address("img", of: tag, base: base))
      guard let name = try readText() else { return }
      // The role of those for whom none is given, as the namespace says.
      item.episode.persons.append(FeedPerson(name: name, role: role ?? "host", url: url, image: image))
    default: try scanner.skipElement()
    }
  }

  private mutating func textFile(_ tag: XMLScanner.Tag, base: String?) -> FeedTextFile? {
    guard let url = address("url", of: tag, base: base) else {
      scanner.findings.add(at: tag.start, .valueLeftOut, "a file about an episode has no url")
      return nil
    }
    let language = scanner.attribute("language", of: tag)?.nonEmpty.map(languageTag)
    return FeedTextFile(url: url, mimeType: scanner.attribute("type", of: tag)?.nonEmpty, language: language)
  }

  /// Reads a category and those within it.
  private mutating func readPodcastCategories(_ tag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    let level = scanner.depth
    var category: XMLScanner.Tag? = tag
    while let tag = category {
      if let text = scanner.attribute("text", of: tag)?.nonEmpty { item.other.tags.append(text) }
      category = nil
      while scanner.depth >= level, category == nil {
        switch try scanner.next() {
        case .start(let tag): category = tag
        case .end, .text: continue
        case .finish: throw XMLTruncation(within: "an element")
        }
      }
    }
  }

  /// Returns the playing time in an attribute, or nil if it is 0 or blank and, with a finding, if it is no time.
  mutating func duration(_ name: String, of tag: XMLScanner.Tag) -> Double? {
    duration(scanner.attribute(name, of: tag), at: tag.start)
  }

  private mutating func readDuration() throws(XMLTruncation) -> Double? {
    let content = try scanner.readContent()
    return duration(content.text, at: content.start)
  }

  private mutating func duration(_ text: String?, at offset: Int) -> Double? {
    guard let text = text?.trimmed.nonEmpty else { return nil }
    if let seconds = PlayingTime.seconds(of: text) { return seconds > 0 ? seconds : nil }
    scanner.findings.add(at: offset, .valueLeftOut, "a playing time is not valid: \(text.quotedForMessage)")
    return nil
  }

  private mutating func readNumber(_ name: String) throws(XMLTruncation) -> Int? {
    let content = try scanner.readContent()
    guard let text = content.text.trimmed.nonEmpty else { return nil }
    if let number = Int(text), number >= 0 { return number }
    scanner.findings.add(at: content.start, .valueLeftOut, "\(name) is not valid: \(text.quotedForMessage)")
    return nil
  }

  private mutating func readEpisodeKind() throws(XMLTruncation) -> String? {
    let content = try scanner.readContent()
    guard let text = content.text.trimmed.nonEmpty else { return nil }
    if ["full", "trailer", "bonus"].contains(text.lowercased()) { return text.lowercased() }
    scanner.findings.add(
      at: content.start, .valueLeftOut, "the type of an episode is not known: \(text.quotedForMessage)")
    return nil
  }
}
