/// What a screen shows: a line for each of its rows.
public struct Frame: Hashable, Sendable {
  /// The size of the screen.
  public let size: ScreenSize
  /// The lines from the top; rows without a line are blank.
  ///
  /// Invariant: there are at most as many as the screen has rows, and none is wider than the screen.
  public private(set) var lines: [CardLine]
  /// The cell where the cursor is shown; nil to hide it.
  public var cursor: ScreenPoint?

  /// Makes a frame; lines that are too wide are truncated, and lines below the last row are dropped.
  ///
  /// - Complexity: O(*n*) in the length of the lines.
  public init(size: ScreenSize, lines: some Sequence<CardLine>, cursor: ScreenPoint? = nil) {
    self.size = size
    self.lines = lines.prefix(size.rows).map { $0.truncated(to: size.columns) }
    self.cursor = cursor
  }
}
