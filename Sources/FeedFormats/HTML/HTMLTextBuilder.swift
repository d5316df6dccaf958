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
