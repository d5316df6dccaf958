/// Builds text, collapsing white space and merging the line breaks between blocks.
struct HTMLTextBuilder {
  private(set) var text: [UInt8] = []
  private let limit: Int
  private var wantsSpace = false
  private var wantedBreaks = 0
  private var wantedMarker: String?

  init(limit: Int) { self.limit = max(limit, 0) }

  /// Whether the text exceeds the limit, so that nothing more is appended.
  var isFull: Bool { text.count > limit }

  /// The number of bytes of the text, without requested breaks, spaces and markers that are not written yet.
  var count: Int { text.count }

  /// Requests at least `count` line ends before the next text.
  mutating func breakLine(_ count: Int = 1) { wantedBreaks = max(wantedBreaks, count) }

  /// Requests one more line end before the next text, but at most one empty line.
  mutating func addBreak() { wantedBreaks = min(wantedBreaks + 1, 2) }

  /// Requests a bullet or a number before the next text.
  mutating func beginListItem(marker: String) {
    breakLine()
    wantedMarker = marker
  }

  /// Cancels a marker that no text followed.
  mutating func endListItem() {
    breakLine()
    wantedMarker = nil
  }

  /// Requests a space before the next text on the same line.
  mutating func addSpace() { wantsSpace = true }

  /// Appends the bytes of one or more characters without collapsing white space.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard !isFull else { return }
    writePending()
    text.append(contentsOf: bytes)
  }

  mutating func append(_ byte: UInt8) {
    guard !isFull else { return }
    writePending()
    text.append(byte)
  }

  /// Returns the text, truncated between characters if it is too long.
  func finished() -> String {
    guard isFull else { return String(decoding: text, as: UTF8.self) }
    var end = limit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: text[..<end], as: UTF8.self) + "…"
  }

  /// Writes the requested breaks, space and marker before the next text.
  private mutating func writePending() {
    if wantedMarker != nil || wantedBreaks > 0 || wantsSpace {
      if !text.isEmpty, wantedBreaks > 0 {
        let present = text.suffix(wantedBreaks).reversed().prefix { $0 == UInt8(ascii: "\n") }.count
        for _ in present..<wantedBreaks { text.append(UInt8(ascii: "\n")) }
      } else if wantsSpace, let last = text.last, last != UInt8(ascii: "\n") {
        text.append(UInt8(ascii: " "))
      }
      if let wantedMarker { text.append(contentsOf: "\(wantedMarker) ".utf8) }
    }
    wantedMarker = nil
    wantedBreaks = 0
    wantsSpace = false
  }
}

/// The effect of an element on the text around and within it.
enum HTMLElement {
  /// It begins and ends a line.
  case block
  /// It has an empty line before and after it.
  case paragraph
  case lineBreak
  /// It has an empty line before and after it, and its items are numbered.
  case numberedList
  /// It has an empty line before and after it, and its items have bullets.
  case list
  case listItem
  case cell
  case preformatted
  case link
  case image
  /// Its content up to its end tag is ignored, whatever it is.
  case raw
  /// Its content is ignored up to its end tag or the first element that cannot be in a head.
  case head
  /// It may be in a head.
  case headPart
  case inline

  /// Creates the effect of an element; the name is in lower case, without a prefix.
  init(name: String) { self = Self.named[name] ?? .inline }

  /// Whether HTML has an element with this name, in lower case.
  static func isKnown(_ name: String) -> Bool { named[name] != nil || others.contains(name) }

  /// The elements that have no effect here.
  private static let others = Set(
    """
    abbr acronym applet area audio b basefont bdi bdo big blink body button canvas center cite code col colgroup data \
    datalist del dfn em embed font frame frameset hgroup i input ins kbd label map mark marquee meter nobr output \
    param picture progress q rb rp rt rtc ruby s samp search slot small source span strike strong sub sup time track \
    tt u var video wbr
    """.split(separator: " ").map(String.init))

  private static let named: [String: HTMLElement] = {
    var named: [String: HTMLElement] = [:]
    for (element, names) in all { for name in names.split(separator: " ") { named[String(name)] = element } }
    return named
  }()

  private static let all: KeyValuePairs<HTMLElement, String> = [
    .paragraph: "p h1 h2 h3 h4 h5 h6 blockquote dl table figure hr",
    .block: """
    address article aside body caption center dd details dialog dir div dt fieldset figcaption footer form header \
    html legend main menu nav optgroup option section summary tbody tfoot thead tr
    """,
    .lineBreak: "br",
    .numberedList: "ol",
    .list: "ul",
    .listItem: "li",
    .cell: "td th",
    .preformatted: "pre listing xmp",
    .link: "a",
    .image: "img",
    .raw: "script style title iframe noembed noframes textarea template svg math object select",
    .head: "head",
    .headPart: "meta base link noscript",
  ]
}
