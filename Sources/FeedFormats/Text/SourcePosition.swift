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
