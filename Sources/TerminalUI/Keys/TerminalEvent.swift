/// Something that happens at a terminal: a key, the mouse, pasted text, another size.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The wheel was turned up or down by one notch over a cell.
  case wheel(WheelDirection, at: ScreenPoint)
  /// The first mouse button was pressed over a cell.
  case click(at: ScreenPoint)
  /// Text was pasted; it is untrusted, and no part of it is a key.
  case paste(String)
  /// The terminal has another size.
  case resize(ScreenSize)
}

/// The direction of a mouse wheel.
public enum WheelDirection: Hashable, Sendable {
  /// Away from the person, towards the start of the text.
  case up
  /// Towards the person, towards the end of the text.
  case down
}

/// A key of a terminal.
public enum Key: Hashable, Sendable {
  /// A key that types a character; not a control character.
  case character(Character)
  /// A key with Control: a lowercase letter, or one of `@[\]^_`; Tab, Enter and Escape have cases of their own.
  case control(Character)
  /// A key that types a character, with Alt.
  case alt(Character)
  /// The function key F1 to F24.
  case function(Int)
  /// A key without a character.
  case enter, escape, tab, backTab, backspace, delete, insert
  /// A key that moves.
  case up, down, left, right, home, end, pageUp, pageDown
}

/// A cell of a screen, counted from its upper left corner, from 0.
public struct ScreenPoint: Hashable, Sendable {
  /// The row, from 0.
  public var row: Int
  /// The column, from 0.
  public var column: Int

  /// Makes a point.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// The size of a screen in cells.
public struct ScreenSize: Hashable, Sendable {
  /// The number of columns, at least 1.
  public var columns: Int
  /// The number of rows, at least 1.
  public var rows: Int

  /// Makes a size; numbers below 1 count as 1.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}
