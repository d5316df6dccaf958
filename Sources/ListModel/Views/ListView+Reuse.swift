public import Interception

/// Cells to use: those that are out of sight, or new ones of what is registered.
extension ListView {
  /// The message of ``dequeueReusableCell(withIdentifier:)``.
  public static let dequeueReusableCell = Message<ListView, String, ListCell?>(
    "dequeueReusableCell(withIdentifier:)"
  ) { list, identifier in
    list.reusedCell(identifier)
  }

  /// A cell to use: one that is out of sight, or a new one of the registered class; nil where there is neither.
  public final func dequeueReusableCell(withIdentifier identifier: String) -> ListCell? {
    send(ListView.dequeueReusableCell, identifier)
  }

  /// The message of ``dequeueReusableCell(withIdentifier:for:)``.
  public static let dequeueReusableCellForPath = Message<ListView, (identifier: String, path: ListPath), ListCell>(
    "dequeueReusableCell(withIdentifier:for:)"
  ) { list, request in
    if let cell = list.cellToReconfigure(for: request.path, request.identifier) { return cell }
    guard let cell = list.reusedCell(request.identifier) else {
      fatalError("row \(request.path): no class is registered for the identifier '\(request.identifier)'")
    }
    return cell
  }

  /// A cell to use for a row: one that is out of sight, or a new one of the registered class.
  ///
  /// - Precondition: a class is registered for the identifier.
  public final func dequeueReusableCell(withIdentifier identifier: String, for path: ListPath) -> ListCell {
    send(ListView.dequeueReusableCellForPath, (identifier: identifier, path: path))
  }

  final func reusedCell(_ identifier: String) -> ListCell? {
    if let cell = reusePool.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    let cell = cellMakers[identifier]?()
    cell?.isHeaderFooter = false
    return cell
  }
}
