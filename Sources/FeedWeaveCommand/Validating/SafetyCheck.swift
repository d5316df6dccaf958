import Documents
import FeedFormats
import TerminalUI

/// Collects the characters and links of an item that are not shown as they are, each kind once, with the fields.
struct SafetyCheck {
  /// A kind of unsafe content.
  fileprivate enum Kind: Hashable {
    case characters(UnsafeScalar.Kind)
    /// A `\u` escape of half a character.
    case loneSurrogate
    /// The schemes of links.
    case linkScheme
    case linkWithoutScheme
    case linkWithoutHost
    case longLink(most: Int)
  }

  /// What was found of a kind.
  private struct Issue {
    let kind: Kind
    /// The characters or schemes.
    var examples = NameList()
    /// The names of the fields.
    var fields = NameList()
  }

  private var issues: [Issue] = []

  /// Checks an item.
  ///
  /// - Complexity: O(*n*) in the size of the item.
  init(_ item: FeedItem) {
    check(name: item.id, "id")
    check(link: item.url, "url")
    check(link: item.externalURL, "external_url")
    check(text: item.title, "title")
    check(text: item.contentText, "content_text")
    check(html: item.contentHTML, "content_html")
    for address in item.addressesOfLinks { check(link: address, "content_html") }
    check(text: item.summary, "summary")
    check(link: item.image, "image")
    check(item.authors)
    for tag in item.tags { check(text: tag, "tags") }
    for attachment in item.attachments {
      check(link: attachment.url, "attachments")
      check(name: attachment.mimeType, "attachments")
      check(text: attachment.title, "attachments")
    }
    check(name: item.episode?.kind, "episode")
    if let raw = item.raw { checkSurrogates(in: raw) }
  }

  /// Checks what a feed says about itself.
  init(metadataOf document: FeedDocument) {
    check(text: document.title, "title")
    check(link: document.homePage, "home_page_url")
    check(link: document.feedURL, "feed_url")
    check(name: document.language, "language")
    check(document.authors)
  }

  /// A description of each kind that was found, such as `control characters U+001B, U+0007 in title, tags`.
  var problems: [String] {
    issues.map { issue in
      let title = issue.kind.title(isSingle: issue.examples.count < 2)
      return "\(title)\(issue.examples.count == 0 ? "" : " \(issue.examples)") in \(issue.fields)"
    }
  }
}

// MARK: - Fields

extension SafetyCheck {
  private mutating func check(text: String?, _ field: String) {
    guard let text else { return }
    for unsafe in SafeText.unsafeScalars(in: text) { add(.characters(unsafe.kind), "\(unsafe)", field) }
  }

  /// Checks HTML as it is spelled and as the text that it is drawn as, which has its character references decoded.
  private mutating func check(html: String?, _ field: String) {
    check(text: html, field)
    if let html, html.utf8.contains(UInt8(ascii: "&")) { check(text: Document(html: html).plainText(), field) }
  }

  /// Checks a text that has no lines.
  private mutating func check(name: String?, _ field: String) {
    guard let name else { return }
    check(text: name, field)
    let blanks = name.utf8.drop(while: \.isBlank).reversed().drop(while: \.isBlank)
    for byte in blanks where byte != 0x20 && byte.isBlank {
      add(.characters(.control), "\(UnsafeScalar(Unicode.Scalar(byte), .control))", field)
    }
  }

  private mutating func check(link: String?, _ field: String) {
    guard let link else { return }
    check(name: link, field)
    do throws(TerminalUIError) { _ = try SafeLink(link) } catch {
      switch error {
      case .linkScheme(let scheme?): add(.linkScheme, scheme.string, field)
      case .linkScheme(nil): add(.linkWithoutScheme, nil, field)
      case .linkTooLong(let most): add(.longLink(most: most), nil, field)
      case .linkWithoutHost: add(.linkWithoutHost, nil, field)
      case .keyWord, .unclosedKeyWord, .keyCharacter, .noTerminal, .terminalsNotSupported: break
      }
    }
  }

  private mutating func check(_ authors: [FeedAuthor]) {
    for author in authors {
      check(text: author.name, "authors")
      check(link: author.url, "authors")
      check(link: author.avatar, "authors")
    }
  }

  private mutating func add(_ kind: Kind, _ example: String?, _ field: String) {
    let place = issues.firstIndex { $0.kind == kind } ?? issues.count
    if place == issues.count { issues.append(Issue(kind: kind)) }
    if let example { issues[place].examples.add(example) }
    issues[place].fields.add(field)
  }
}

extension SafetyCheck.Kind {
  /// The name of the kind, for one example or for several.
  fileprivate func title(isSingle: Bool) -> String {
    let end = isSingle ? "" : "s"
    return switch self {
    case .characters(.control): "control character\(end)"
    case .characters(.lineSeparator): "line separator\(end)"
    case .characters(.bidirectionalControl): "bidirectional control\(end)"
    case .characters(.invisible): "invisible character\(end)"
    case .characters(.meaningless): "private or invalid character\(end)"
    case .characters(.excessiveMark): "surplus combining mark\(end)"
    case .loneSurrogate: "lone surrogate escape\(end)"
    case .linkScheme: "link\(end) with the scheme\(end)"
    case .linkWithoutScheme: "link without a scheme"
    case .linkWithoutHost: "link without a host"
    case .longLink(let most): "link of more than \(most) bytes"
    }
  }
}

/// Different names in order of occurrence, of which only the first few are stored and listed.
private struct NameList: CustomStringConvertible {
  private static let most = 8

  private var names: [String] = []
  private var seen: Set<String> = []

  /// The number of different names.
  var count: Int { seen.count }

  /// Adds a name, unless it is known already.
  mutating func add(_ name: String) {
    if seen.insert(name).inserted, names.count < Self.most { names.append(name) }
  }

  /// The names, separated by commas, and how many more there are.
  var description: String {
    let more = count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

// MARK: - Escapes

extension SafetyCheck {
  /// Checks the JSON of an item for escapes of half a character, which readers treat in different ways.
  private mutating func checkSurrogates(in json: ArraySlice<UInt8>) {
    guard !Self.loneSurrogates(in: json).isEmpty else { return }
    for member in JSONOutline(json).members {
      for value in Self.loneSurrogates(in: json[member.value]).sorted() {
        add(.loneSurrogate, "U+" + String(value, radix: 16, uppercase: true), member.name)
      }
    }
  }

  /// Returns the surrogates that are escaped without the other half.
  private static func loneSurrogates(in json: ArraySlice<UInt8>) -> Set<UInt32> {
    var found: Set<UInt32> = []
    var rest = json
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[backslash...]
      let value = rest.escapedUnit
      let isPair =
        value.map { 0xD800..<0xDC00 ~= $0 } == true
        && rest.dropFirst(6).escapedUnit.map { 0xDC00..<0xE000 ~= $0 } == true
      if let value, 0xD800..<0xE000 ~= value, !isPair { found.insert(value) }
      rest = rest.dropFirst(isPair ? 12 : value == nil ? 2 : 6)
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// The value of the escape `\u12AB` that the bytes begin with; nil if they begin with anything else.
  fileprivate var escapedUnit: UInt32? {
    guard starts(with: "\\u".utf8), count >= 6 else { return nil }
    var value: UInt32 = 0
    for byte in dropFirst(2).prefix(4) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
