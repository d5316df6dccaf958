@testable import TerminalUI

/// The lines of a text at a width, found cluster by cluster with the standard library's own; what ``WrappedLines`` is compared with.
struct SlowWrappedLines: Sequence, IteratorProtocol, Sendable {
  private let text: SafeText
  private let columns: Int
  private var position: String.Index?

  /// Wraps a text at a width, of which one below 1 is taken as 1; an empty text is one empty line.
  init(_ text: SafeText, columns: Int) {
    self.text = text
    self.columns = Swift.max(1, columns)
    position = text.string.startIndex
  }

  /// The next line, without its line break and without spaces at its end.
  mutating func next() -> SafeText? {
    guard let start = position else { return nil }
    let string = text.string
    var line = Line(start: start)
    var index = start
    while index < string.endIndex {
      let cluster = Cluster(of: string, at: index)
      if cluster.isLineBreak { return cut(line.start..<line.end, resumeAt: cluster.end) }
      if !cluster.isSpace {
        if line.allowsBreak(before: cluster, at: index, in: string) { line.noteBreak(at: index) }
        if line.width + cluster.width > columns {
          if let end = line.breakEnd, end > line.start { return cut(line.start..<end, resumeAt: line.breakResume) }
          if line.isBlank {
            // Nothing but spaces, too many of them: they are dropped.
            guard cluster.width <= columns else { return ellipsis(resumeAt: cluster.end) }
            line = Line(start: index)
          } else {
            return cut(line.start..<line.end, resumeAt: index)
          }
        }
      }
      line.add(cluster, at: index)
      index = cluster.end
    }
    return cut(line.start..<line.end, resumeAt: nil)
  }

  private mutating func cut(_ range: Range<String.Index>, resumeAt next: String.Index?) -> SafeText {
    position = next
    return text.part(range)
  }

  /// A line for one cluster that is wider than the width; what ends that line belongs to it.
  private mutating func ellipsis(resumeAt next: String.Index) -> SafeText {
    let rest = text.string[next...].drop { $0 != "\n" && $0.isBreakingSpace }
    if rest.isEmpty {
      position = nil
    } else {
      position = rest.first == "\n" ? rest.dropFirst().startIndex : rest.startIndex
    }
    return "…"
  }
}

/// What is to be known of a cluster to lay it in a line.
private struct Cluster {
  let end: String.Index
  let width: Int
  let isSpace: Bool
  let isLineBreak: Bool
  /// Whether lines may be broken beside it: an ideograph or an emoji, not a letter with its vowel sign.
  let allowsBreaks: Bool

  init(of string: String, at index: String.Index) {
    let cluster = string[index]
    end = string.index(after: index)
    (width, isSpace, isLineBreak) = (TextWidth.width(of: cluster), cluster.isBreakingSpace, cluster == "\n")
    let first = cluster.unicodeScalars.first
    allowsBreaks = width == 2 && first.map { TextWidth.width(of: $0) == 2 || $0.properties.isEmoji } ?? false
  }
}

/// What is known of the line that is being filled.
private struct Line {
  let start: String.Index
  /// After the last cluster that is no space.
  private(set) var end: String.Index
  private(set) var width = 0
  /// Where the line ends, and the next one starts, when it is broken at the last place where it may be.
  private(set) var breakEnd: String.Index?
  private(set) var breakResume: String.Index
  private var last: (cluster: Cluster, start: String.Index)?

  init(start: String.Index) {
    self.start = start
    end = start
    breakResume = start
  }

  var isBlank: Bool { end == start }

  func allowsBreak(before cluster: Cluster, at index: String.Index, in string: String) -> Bool {
    guard let last, !isBlank else { return false }
    if last.cluster.isSpace { return true }
    return (cluster.allowsBreaks || last.cluster.allowsBreaks) && !string[index].closes && !string[last.start].opens
  }

  mutating func noteBreak(at index: String.Index) {
    breakEnd = end
    breakResume = index
  }

  mutating func add(_ cluster: Cluster, at index: String.Index) {
    width += cluster.width
    if !cluster.isSpace { end = cluster.end }
    last = (cluster, index)
  }
}
