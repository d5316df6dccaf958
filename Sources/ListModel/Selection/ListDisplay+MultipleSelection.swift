/// Selecting several rows in one movement, as a person does with two fingers, or with a button held down.
extension ListDisplay {
  /// Begins at the row at a point of the content, which is selected, if the delegate allows it.
  ///
  /// - Returns: whether it has begun, so that it is to be ended.
  @discardableResult
  public func beginMultipleSelection(at point: ListPoint) -> Bool {
    defer { list.tellChanges() }
    return list.rowRaw(at: point).map { list.beginMultipleSelection(at: $0) } ?? false
  }

  /// Goes on to the row at a point of the content: it is selected, and all between it and the first.
  ///
  /// Rows that the movement has selected are deselected when it comes back from them.
  public func extendMultipleSelection(to point: ListPoint) {
    if let path = list.rowRaw(at: point) { list.extendMultipleSelection(to: path) }
    list.tellChanges()
  }

  /// Ends it; the rows stay selected.
  public func endMultipleSelection() { list.endMultipleSelection() }
}
