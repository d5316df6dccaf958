/// Converts JSON objects to items, and records violations as findings.
///
/// This file has the items of JSON Feed; those of other formats have files of their own.
struct JSONItemReader {
  private let source: SourceText
  var findings: FindingLog
  /// The place of the item that was read last in the merged feed that it is from.
  private(set) var place: MergedPlace?

  init(_ source: SourceText) {
    self.source = source
    findings = FindingLog(source)
  }

  /// Returns the position of a value in the file.
  func position(of value: JSONValue) -> SourcePosition { source.map.position(at: value.range.lowerBound) }

  /// The members of JSON Feed that tell an item from other objects.
  static let itemMembers: Set = [
    "id", "url", "external_url", "title", "content_text", "content_html", "summary", "image", "date_published",
    "date_modified", "author", "authors", "tags", "attachments",
  ]

  /// Returns the item of JSON Feed that an object is.
  mutating func item(_ value: JSONValue) -> FeedItem {
    var item = FeedItem(position: position(of: value))
    item.raw = value.raw
    place = nil
    var names: [String] = []  // Known names only, so it stays short.
    for member in value.members {
      let name = value.name(of: member)
      guard read(member.value, named: name, into: &item) else { continue }
      if names.contains(name) {
        findings.add(at: member.name.lowerBound, .kept, "duplicate \(name) in an item; the last one is used")
      } else {
        names.append(name)
      }
    }
    if item.id == nil { findings.add(at: value.range.lowerBound, .kept, "an item has no id") }
    return place?.feedURL.map { item.resolved(against: $0) } ?? item
  }

  /// Reads a member of an item; returns whether the name is known.
  private mutating func read(_ value: JSONValue, named name: String, into item: inout FeedItem) -> Bool {
    switch name {
    case "id": item.id = (value.kind == .boolean ? spelling(ofID: value) : identifier(value)) ?? item.id
    case "url": item.url = string(value, name) ?? item.url
    case "external_url": item.externalURL = string(value, name) ?? item.externalURL
    case "title": item.title = string(value, name) ?? item.title
    case "content_text": item.contentText = string(value, name) ?? item.contentText
    case "content_html": item.contentHTML = string(value, name) ?? item.contentHTML
    case "summary": item.summary = string(value, name) ?? item.summary
    case "image": item.image = string(value, name) ?? item.image
    case "date_published": item.datePublished = date(value, name) ?? item.datePublished
    case "date_modified": item.dateModified = date(value, name) ?? item.dateModified
    case "author": if item.authors.isEmpty { item.authors = authors([value]) }
    case "authors": item.authors = authors(value)
    case "tags": item.tags = tags(value)
    case "attachments": item.attachments = elements(value, name).compactMap { attachment($0) }
    case "_post": item.post = extensionRecord(value)
    case "_podcast": item.episode = extensionRecord(value)
    case MergedPlace.name: readPlace(value, into: &item)
    default: return false
    }
    return true
  }

  /// Returns the tags in an array; some publishers write them as one string with commas, which is a finding.
  private mutating func tags(_ value: JSONValue) -> [String] {
    guard let text = value.string else { return elements(value, "tags").compactMap { string($0, "a tag") }.distinct }
    findings.add(at: value.range.lowerBound, .kept, "tags is a string, not an array; read as separated by commas")
    return text.commaSeparatedTags
  }

  /// Returns a string, or nil for null and, with a finding, for any other kind of value.
  mutating func string(_ value: JSONValue, _ name: String) -> String? {
    if let string = value.string { return string }
    complain(of: value, name, instead: .string)
    return nil
  }

  /// Returns an id; as the specification asks, a number is converted to the string that spells it.
  mutating func identifier(_ value: JSONValue) -> String? {
    value.kind == .number ? spelling(ofID: value) : string(value, "id")
  }

  private mutating func spelling(ofID value: JSONValue) -> String {
    findings.add(at: value.range.lowerBound, .kept, "id is \(value.kind.rawValue), not a string")
    return String(decoding: value.raw, as: UTF8.self)
  }

  /// Returns the seconds since 1970 of a date, or nil for null and, with a finding, for anything else.
  ///
  /// A number that is a date, of seconds or milliseconds, is a finding, too.
  mutating func date(_ value: JSONValue, _ name: String) -> Int64? {
    let isNumber = value.kind == .number
    guard let text = isNumber ? String(decoding: value.raw, as: UTF8.self) : string(value, name) else { return nil }
    guard let seconds = FeedTime.date(of: text) else {
      findings.add(at: value.range.lowerBound, .valueLeftOut, "\(name) is not a valid date: \(value.words)")
      return nil
    }
    if isNumber {
      let date = FeedTime.rfc3339(seconds)
      findings.add(at: value.range.lowerBound, .kept, "\(name) is the number '\(value.words)', not the date '\(date)'")
    }
    return seconds
  }

  /// Returns the authors that objects describe.
  mutating func authors(_ values: [JSONValue]) -> [FeedAuthor] { values.compactMap { author($0) } }

  /// Returns the authors in an array; some publishers write a single one without it, which is a finding.
  mutating func authors(_ value: JSONValue) -> [FeedAuthor] {
    guard value.kind == .object || value.kind == .string else { return authors(elements(value, "authors")) }
    findings.add(at: value.range.lowerBound, .kept, "authors is \(value.kind.rawValue), not an array; read as one")
    return authors([value])
  }

  private mutating func author(_ value: JSONValue) -> FeedAuthor? {
    if let name = value.string {
      findings.add(at: value.range.lowerBound, .kept, "an author is a string, not an object; read as a name")
      return name.isEmpty ? nil : FeedAuthor(name: name)
    }
    let author: FeedAuthor? = record(value)
    return author.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func attachment(_ value: JSONValue) -> FeedAttachment? {
    guard let attachment: FeedAttachment = record(value) else { return nil }
    guard attachment.url.isEmpty else { return attachment }
    findings.add(at: value.range.lowerBound, .valueLeftOut, "an attachment has no url")
    return nil
  }

  /// Returns an extension of an item or a document; one that somebody else means by the same name is no finding.
  func extensionRecord<Record: JSONRecord>(_ value: JSONValue) -> Record? {
    var quiet = self
    return quiet.record(value)
  }

  /// Reads the place of an item in a merged feed that was written before.
  private mutating func readPlace(_ value: JSONValue, into item: inout FeedItem) {
    guard let place: MergedPlace = extensionRecord(value), place.isOwn else { return }
    self.place = place
    item.feeds = place.feeds
    item.adReason = place.isAd ? place.reason ?? "" : nil
  }

  /// Returns a number that is not negative, or nil for null and, with a finding, for anything else.
  mutating func number(_ value: JSONValue, _ name: String) -> Double? {
    guard value.kind == .number else {
      complain(of: value, name, instead: .number)
      return nil
    }
    if let number = Double(String(decoding: value.raw, as: UTF8.self)), number >= 0, number.isFinite { return number }
    findings.add(at: value.range.lowerBound, .valueLeftOut, "\(name) is '\(value.words)', not a number from 0")
    return nil
  }

  /// Returns a whole number that is not negative, or nil for null and, with a finding, for anything else.
  mutating func wholeNumber(_ value: JSONValue, _ name: String) -> Int64? {
    guard let number = number(value, name) else { return nil }
    if let whole = Int64(exactly: number) { return whole }
    findings.add(
      at: value.range.lowerBound, .valueLeftOut, "\(name) is '\(value.words)', not a whole number up to \(Int64.max)")
    return nil
  }

  /// Returns the elements of an array, or none, with a finding, for other values than null.
  mutating func elements(_ value: JSONValue, _ name: String) -> [JSONValue] {
    if value.kind != .array { complain(of: value, name, instead: .array) }
    return value.elements
  }

  /// Adds findings for flaws in the JSON that were repaired.
  mutating func reportRepairs(of flaws: JSONScanner.Flaws) {
    if let offset = flaws.firstControlCharacter {
      findings.add(at: offset, .kept, "an unescaped control character in a string")
    }
    if let offset = flaws.firstTrailingComma {
      findings.add(at: offset, .kept, "a comma before a closing bracket")
    }
  }

  /// Adds a finding for a value of the wrong kind; null counts as absent everywhere.
  mutating func complain(of value: JSONValue, _ name: String, instead kind: JSONValue.Kind) {
    guard value.kind != .null else { return }
    let problem = "\(name) is \(value.kind.rawValue), not \(kind.rawValue)"
    findings.add(at: value.range.lowerBound, .valueLeftOut, problem)
  }
}
