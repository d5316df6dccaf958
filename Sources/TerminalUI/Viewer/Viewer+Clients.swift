// What a program may ask of its viewer besides events and frames.
extension Viewer {
  /// Whether the selected item is opened.
  public var isOpen: Bool { opened != nil }

  /// Returns from the opened item to the list.
  public func closeItem() { _ = close() }

  /// Stops showing the message in place of the status.
  public func clearMessage() { message = nil }
}
