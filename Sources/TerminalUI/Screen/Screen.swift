/// What a terminal shows, and the bytes that change it into the next frame.
///
///     var screen = Screen(depth: .named16)
///     write(screen.bytes(showing: frame))    // clears the screen and draws the frame
///     write(screen.bytes(showing: frame))    // nothing
///
/// Only the cells that change are written. Cells are addressed absolutely, and again after each cluster about whose
/// width terminals disagree. The bytes are text, styles, hyperlinks, addresses, erasing and the cursor's visibility; the
/// other modes that a viewer needs are switched by ``TerminalModes``, among them wrapping, which must be off.
public struct Screen: Sendable {
  /// The colours to write; with ``ColorDepth/plain`` there are no styles at all.
  public let depth: ColorDepth
  /// Whether links are written as hyperlinks.
  public let hasHyperlinks: Bool
  /// Whether a frame is written between the marks that make a terminal show it at once.
  public let isSynchronized: Bool
  /// The frame that the terminal shows; nil if that is unknown.
  private var shown: Frame?

  /// Makes a screen whose contents are unknown.
  public init(depth: ColorDepth, hasHyperlinks: Bool = false, isSynchronized: Bool = true) {
    self.depth = depth
    self.hasHyperlinks = hasHyperlinks
    self.isSynchronized = isSynchronized
  }

  /// Forgets what the terminal shows, so that the next frame clears it and is drawn as a whole.
  public mutating func forget() { shown = nil }

  /// Returns the bytes to write so that the terminal shows a frame; empty if it shows the frame already.
  ///
  /// The bytes are complete: they leave the terminal in its default style, without an open hyperlink, and must not be
  /// mixed with other output. If the size differs from that of the frame before, the screen is cleared first.
  ///
  /// - Complexity: O(*n*) in the length of the lines; equal lines are not split into cells.
  public mutating func bytes(showing frame: Frame) -> [UInt8] {
    guard frame != shown else { return [] }
    let old = shown.flatMap { $0.size == frame.size ? $0 : nil }
    var writer = FrameWriter(depth: depth, hasHyperlinks: hasHyperlinks)
    if old == nil { writer.clear() }
    for row in 0..<frame.size.rows where old?.line(row) != frame.line(row) {
      writer.write(frame.line(row), over: old?.line(row), row: row, columns: frame.size.columns)
    }
    writer.finish(cursor: frame.visibleCursor, before: old.map(\.visibleCursor))
    shown = frame
    guard isSynchronized, !writer.bytes.isEmpty else { return writer.bytes }
    return TerminalModes.beginFrame + writer.bytes + TerminalModes.endFrame
  }
}

extension Frame {
  /// Returns the line of a row; nil if it is blank.
  fileprivate func line(_ row: Int) -> CardLine? {
    row < lines.count && !lines[row].runs.isEmpty ? lines[row] : nil
  }

  /// The cursor, moved into the screen.
  fileprivate var visibleCursor: ScreenPoint? {
    cursor.map {
      ScreenPoint(row: min(max(0, $0.row), size.rows - 1), column: min(max(0, $0.column), size.columns - 1))
    }
  }
}
