/// The sequences that switch a terminal to a viewer's screen and back.
public enum TerminalModes {
  /// Switches to an empty screen: no cursor, no wrapping, mouse reports, and marks around pasted text.
  public static let enter = bytes(
    of: "\u{1B}[?1049h\u{1B}[0m\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h")

  /// Leaves the mouse to the terminal after ``enter``, so that it selects text as elsewhere.
  public static let releaseMouse = bytes(of: "\u{1B}[?1006l\u{1B}[?1000l")

  /// Restores the terminal, even if only a part of a frame was written.
  ///
  /// It ends a hyperlink that was cut off, synchronized output, the link and the style, and then all modes.
  public static let leave = bytes(of: leaveText)

  /// The same bytes as ``leave``, in constant memory; a signal handler can write them, since nothing is initialised.
  public static var leaveText: StaticString {
    """
    \u{1B}\\\u{1B}[?2026l\u{1B}]8;;\u{1B}\\\u{1B}[0m\
    \u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
    """
  }

  /// Makes the terminal wait with drawing until the end of a frame.
  static let beginFrame = bytes(of: "\u{1B}[?2026h")

  /// Makes the terminal draw what was written since the beginning of a frame.
  static let endFrame = bytes(of: "\u{1B}[?2026l")

  private static func bytes(of text: StaticString) -> [UInt8] { Array(text.description.utf8) }
}
