/// Which part of a cell is shown while it is lifted or dropped.
public struct ListPreviewParameters: Sendable, Hashable {
  /// The part, in the cell's own coordinates; nil for all of it.
  public var visibleRect: ListRect?

  /// Makes parameters.
  public init(visibleRect: ListRect? = nil) {
    self.visibleRect = visibleRect
  }
}

/// A view that is shown above the list, and where in the content it belongs; no more Sendable than the view.
public struct ListTargetedPreview {
  /// What is shown.
  public var view: ListCell
  /// Where it belongs.
  public var frame: ListRect
  /// Which part of it is shown.
  public var parameters: ListPreviewParameters

  /// Makes a preview.
  public init(view: ListCell, frame: ListRect, parameters: ListPreviewParameters = ListPreviewParameters()) {
    self.view = view
    self.frame = frame
    self.parameters = parameters
  }
}
