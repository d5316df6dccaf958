/// Puts text together: folds white space, and breaks lines where blocks meet, never twice as often as asked.
struct HTMLTextBuilder {
  private(set) var text: [UInt8] = []
  private let limit: Int
  private var wantsSpace = false
  private var wantedBreaks = 0
  private var wantedMarker: String?

  init(limit: Int) { self.limit = max(limit, 0) }

  /// Whether nothing more is taken.
  var isFull: Bool { text.count > limit }

  /// How much text there is; what is asked for, but not written yet, does not count.
  var count: Int { text.count }

  /// Asks for at least so many line ends before the next text.
  mutating func breakLine(_ count: Int = 1) { wantedBreaks = max(wantedBreaks, count) }

  /// Asks for one more line end before the next text, up to an empty line.
  mutating func addBreak() { wantedBreaks = min(wantedBreaks + 1, 2) }

  /// Asks for a bullet or a number before the next text.
  mutating func beginListItem(marker: String) {
    breakLine()
    wantedMarker = marker
  }

  /// Takes back a marker that no text followed.
  mutating func endListItem() {
    breakLine()
    wantedMarker = nil
  }

  /// Asks for a space before the next text on the same line.
  mutating func addSpace() { wantsSpace = true }

  /// Appends the bytes of a character, or of several, none of them folded.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard !isFull else { return }
    settle()
    text.append(contentsOf: bytes)
  }

  mutating func append(_ byte: UInt8) {
    guard !isFull else { return }
    settle()
    text.append(byte)
  }

  /// The text, cut between characters where it is too long.
  func finished() -> String {
    guard isFull else { return String(decoding: text, as: UTF8.self) }
    var end = limit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: text[..<end], as: UTF8.self) + "…"
  }

  /// Writes what was asked for before the text that comes now.
  private mutating func settle() {
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

/// What an element does to the text around and within it.
enum HTMLElement {
  /// It stands on a line of its own.
  case block
  /// It stands between empty lines.
  case paragraph
  case lineBreak
  /// It stands between empty lines, and its items are numbered.
  case numberedList
  /// It stands between empty lines, and its items have bullets.
  case list
  case listItem
  case cell
  case preformatted
  case link
  case image
  /// It holds no text that is meant to be read, up to its end tag, whatever stands within.
  case raw
  /// It holds no text, up to its end tag or the first element that cannot be in a head.
  case head
  /// It may stand in a head.
  case headPart
  case inline

  /// What an element of that name does; the name is in lower case, without a prefix.
  init(name: String) { self = Self.named[name] ?? .inline }

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
