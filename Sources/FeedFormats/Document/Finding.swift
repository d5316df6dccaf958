/// A problem in a document that did not prevent the rest from being read.
public struct Finding: Sendable, Hashable {
  /// How the affected part was handled.
  public enum Remedy: String, Sendable, Hashable, CaseIterable {
    /// Read as it is, or repaired as the problem describes.
    case kept
    /// The member or element was omitted from the item.
    case valueLeftOut = "left out"
    /// The item was omitted from the document.
    case itemLeftOut = "item left out"
    /// Everything from this position on was omitted.
    case restLeftOut = "the rest left out"
    /// Each invalid sequence of bytes was read as U+FFFD.
    case replaced = "read as U+FFFD"
    /// Each byte was decoded as windows-1252.
    case readAsWindows1252 = "read as windows-1252"
    /// Read as plain text.
    case takenAsText = "taken as text"
    /// Skipped, as if it were not in the document.
    case cut
  }

  /// The position of the problem.
  public let position: SourcePosition

  /// A description of the problem.
  public let problem: String

  /// How the problem was handled.
  public let remedy: Remedy

  /// Creates a finding.
  public init(at position: SourcePosition, _ problem: String, _ remedy: Remedy) {
    self.position = position
    self.problem = problem
    self.remedy = remedy
  }
}

extension Finding: CustomStringConvertible {
  /// The message that programs print after the file's name, `LINE:COLUMN: what is wrong; what was done`.
  public var description: String { "\(position): \(problem); \(remedy.rawValue)" }
}

/// A position in a file: a line and a column, both counted from 1, columns in bytes of the file.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int

  /// The column, counted in bytes from 1.
  public let column: Int

  /// Creates a position from a line and a column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first byte of a file.
  public static let start = SourcePosition(line: 1, column: 1)

  /// The position as messages print it, `LINE:COLUMN`.
  public var description: String { "\(line):\(column)" }

  /// Returns whether a position is before another one in the file.
  public static func < (first: SourcePosition, second: SourcePosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
