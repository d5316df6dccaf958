/// Something that is dragged; known by its identity, and no more Sendable than what it holds.
public final class ListDragItem {
  /// What is handed to whoever takes it, in another application too.
  public let itemProvider: Any?
  /// What it stands for in its own application; another one does not see it.
  public var localObject: Any?
  /// Makes what is shown while it is dragged; nil for the row that it comes from.
  public var previewProvider: (() -> ListCell?)?

  /// Makes an item.
  public init(itemProvider: Any? = nil, localObject: Any? = nil) {
    self.itemProvider = itemProvider
    self.localObject = localObject
  }
}
