/// Something wrong in a document that did not keep the rest from being read.
public struct Finding: Sendable, Hashable {
  /// What became of the part that is wrong.
  public enum Remedy: String, Sendable, Hashable, CaseIterable {
    /// Read as it stands, or repaired as the problem says.
    case kept
    /// The member or element is not in the item.
    case valueLeftOut = "left out"
    /// The item is not in the document.
    case itemLeftOut = "item left out"
    /// Everything from here on is missing.
    case restLeftOut = "the rest left out"
    /// Each sequence of bytes that means nothing was read as U+FFFD.
    case replaced = "read as U+FFFD"
    /// Each byte was read as the character that it stands for in windows-1252.
    case readAsWindows1252 = "read as windows-1252"
    /// Taken as the plain text that it is.
    case takenAsText = "taken as text"
    /// Removed before reading.
    case cut
  }

  /// Where it stands.
  public let position: SourcePosition

  /// What is wrong, in words.
  public let problem: String

  /// What was done.
  public let remedy: Remedy

  /// Records a problem and what was done about it.
  public init(at position: SourcePosition, _ problem: String, _ remedy: Remedy) {
    self.position = position
    self.problem = problem
    self.remedy = remedy
  }
}

extension Finding: CustomStringConvertible {
  /// The message as programs print it after the file's name, `LINE:COLUMN: what is wrong; what was done`.
  public var description: String { "\(position): \(problem); \(remedy.rawValue)" }
}

/// Collects findings while a document is read, up to a cap, so that hostile input cannot fill the memory with them.
struct FindingLog: Sendable {
  static let limit = 1000

  private let map: SourceMap
  private var findings: [Finding] = []

  /// Begins with what was found when the text was decoded.
  init(_ source: SourceText) {
    map = source.map
    guard let place = source.guessedAt else { return }
    findings.append(
      Finding(at: map.position(at: place), "bytes that are not UTF-8, and no declared encoding", .readAsWindows1252))
  }

  /// Records a problem at an offset; the words are made only when they are kept.
  mutating func add(at offset: Int, _ remedy: Finding.Remedy, _ problem: @autoclosure () -> String) {
    guard findings.count < Self.limit else { return }
    findings.append(Finding(at: map.position(at: offset), problem(), remedy))
    if findings.count == Self.limit {
      findings.append(Finding(at: map.position(at: offset), "more than \(Self.limit) findings", .restLeftOut))
    }
  }

  /// The findings in the order of their places; equal places keep the order in which they were found.
  var ordered: [Finding] {
    findings.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
  }
}

/// A place in a file as messages name it: a line and a column, both counted from 1, columns in bytes of the file.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int

  /// The column, counted in bytes from 1.
  public let column: Int

  /// Names the place at a line and a column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first byte of a file.
  public static let start = SourcePosition(line: 1, column: 1)

  /// The place as messages print it, `LINE:COLUMN`.
  public var description: String { "\(line):\(column)" }

  /// Orders places as they stand in the file.
  public static func < (first: SourcePosition, second: SourcePosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
