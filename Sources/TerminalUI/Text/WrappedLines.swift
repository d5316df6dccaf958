/// The lines of a text wrapped to a width, made one at a time, so that the caller can stop early.
///
/// Lines break at spaces and beside wide clusters, but not before closing or after opening punctuation. A word that is
/// wider than a line is broken between clusters. Line breaks of the text are kept. Spaces are dropped where a line is
/// broken, and kept at the start of a line. No line is wider than the width: a single cluster that is wider is replaced
/// by `…`.
///
///     Array(WrappedLines(SafeText("one two three"), columns: 8))   // ["one two", "three"]
///
/// There is no hyphenation, and there are no line breaking rules for specific languages.
///
/// - Complexity: O(*n*) for all the lines, in the length of the text.
public struct WrappedLines: Sequence, IteratorProtocol, Sendable {
  private let text: SafeText
  private let bytes: [UInt8]
  /// The width of the lines that follow, at least 1.
  var columns: Int
  /// The byte offset at which the next line begins.
  private var position: Int? = 0
  /// The bytes of the line that was returned last; none if an ellipsis replaces them.
  private(set) var lineBytes = 0..<0

  /// Wraps a text to a width, at least 1; an empty text is one empty line.
  public init(_ text: SafeText, columns: Int) {
    self.text = text
    self.columns = Swift.max(1, columns)
    bytes = Array(text.string.utf8)
  }

  /// Whether the next line is the first one, or begins after a line break of the text.
  var isAtLineStart: Bool { position.map { $0 == 0 || bytes[$0 - 1] == 0x0A } ?? true }

  /// Returns the next line, without its line break and without trailing spaces.
  public mutating func next() -> SafeText? {
    guard let start = position else { return nil }
    let (string, all) = (text.string, bytes)
    let bytes = all.span
    if let (end, next) = Self.line(ofASCII: bytes, from: start, columns: columns) {
      return cut(start..<end, resumeAt: next)
    }
    var line = Line(start: start)
    var index = start
    while index < bytes.count {
      if let end = line.addLetters(bytes, from: index, columns: columns) {
        index = end
        continue
      }
      let cluster = Cluster(of: string, bytes, at: index)
      if cluster.isLineBreak { return cut(line.start..<line.end, resumeAt: cluster.end) }
      if !cluster.isSpace {
        if line.allowsBreak(before: cluster, in: string) { line.noteBreak(at: index) }
        if line.width + cluster.width > columns {
          if let end = line.breakEnd, end > line.start { return cut(line.start..<end, resumeAt: line.breakResume) }
          if line.isBlank {
            // The line only consists of too many spaces, which are dropped.
            guard cluster.width <= columns else { return ellipsis(resumeAt: cluster.end) }
            line = Line(start: index)
          } else {
            return cut(line.start..<line.end, resumeAt: index)
          }
        }
      }
      line.add(cluster)
      index = cluster.end
    }
    return cut(line.start..<line.end, resumeAt: nil)
  }

  /// Returns the end of a line of ASCII words, and the start of the next line; such lines break only at spaces.
  ///
  /// Returns nil if another character comes before the end of the line is found, or if the line begins with a space.
  private static func line(ofASCII bytes: borrowing Span<UInt8>, from start: Int, columns: Int) -> (Int, next: Int?)? {
    guard start < bytes.count, bytes[start] != 0x20 else { return nil }
    let limit = start + Swift.min(bytes.count - start, columns)
    let end = bytes.endOfPrintableASCII(from: start, limit: limit)
    guard end > start, end == limit || bytes[end] == 0x0A else { return nil }
    var next = end
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    if next == bytes.count { return (endOfWords(bytes, start..<end), nil) }
    if bytes[next] == 0x0A { return (endOfWords(bytes, start..<end), next + 1) }
    // A character that is not ASCII may combine with the one before it.
    guard bytes[next] < 0x80 else { return nil }
    if next > end { return (endOfWords(bytes, start..<end), next) }
    // A word extends beyond the line: the line ends before the word, or inside it if it is the only one.
    var word = end
    while word > start, bytes[word - 1] != 0x20 { word -= 1 }
    return word == start ? (end, end) : (endOfWords(bytes, start..<word), word)
  }

  private static func endOfWords(_ bytes: borrowing Span<UInt8>, _ line: Range<Int>) -> Int {
    var end = line.upperBound
    while end > line.lowerBound, bytes[end - 1] == 0x20 { end -= 1 }
    return end
  }

  private mutating func cut(_ range: Range<Int>, resumeAt next: Int?) -> SafeText {
    position = next
    lineBytes = range
    return text.part(bytes: range)
  }

  /// Returns a line for a cluster that is wider than the width; trailing spaces and a line break belong to that line.
  private mutating func ellipsis(resumeAt next: Int) -> SafeText {
    let string = text.string
    let rest = string[string.index(atByte: next)...].drop { $0 != "\n" && $0.isBreakingSpace }
    lineBytes = 0..<0
    if rest.isEmpty {
      position = nil
    } else {
      position = bytes.count - (rest.first == "\n" ? rest.dropFirst() : rest).utf8.count
    }
    return "…"
  }
}

/// The state of the line that is being filled, in byte offsets.
private struct Line {
  let start: Int
  /// The offset after the last cluster that is not a space.
  private(set) var end: Int
  private(set) var width = 0
  /// Where the line ends, and where the next one starts, if it is broken at the last possible position.
  private(set) var breakEnd: Int?
  private(set) var breakResume: Int
  private var last: Cluster?

  init(start: Int) {
    self.start = start
    end = start
    breakResume = start
  }

  var isBlank: Bool { end == start }

  func allowsBreak(before cluster: Cluster, in string: String) -> Bool {
    guard let last, !isBlank else { return false }
    if last.isSpace { return true }
    return (cluster.allowsBreaks || last.allowsBreaks) && !cluster.closes(in: string) && !last.opens(in: string)
  }

  /// Adds the ASCII letters that continue a word, as far as they fit; returns where they end, nil if there are none.
  ///
  /// The line cannot be broken before any of them, so only the last one is recorded.
  mutating func addLetters(_ bytes: borrowing Span<UInt8>, from start: Int, columns: Int) -> Int? {
    guard isInWord else { return nil }
    let most = start + min(bytes.count - start, columns - width)
    var end = start
    while end < most, 0x21..<0x7F ~= bytes[end] { end += 1 }
    // A character that is not ASCII may combine with the letter before it.
    if end > start, end < bytes.count, bytes[end] >= 0x80 { end -= 1 }
    guard end > start else { return nil }
    width += end - start
    self.end = end
    last = Cluster(letter: bytes[end - 1], at: end - 1)
    return end
  }

  /// Whether the last cluster is neither a space nor a cluster after which a line may be broken.
  private var isInWord: Bool { last.map { !$0.isSpace && !$0.allowsBreaks } ?? false }

  mutating func noteBreak(at index: Int) {
    breakEnd = end
    breakResume = index
  }

  mutating func add(_ cluster: Cluster) {
    width += cluster.width
    if !cluster.isSpace { end = cluster.end }
    last = cluster
  }
}
