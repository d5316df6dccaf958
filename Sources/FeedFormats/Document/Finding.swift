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
