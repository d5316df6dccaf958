public import Interception

extension ListView {
  /// Has a class make the cells of an identifier.
  public final func register(_ type: ListCell.Type, forCellReuseIdentifier identifier: String) {
    cellMakers[identifier] = { type.init(reuseIdentifier: identifier) }
  }

  /// The message of ``dequeueReusableCell(withIdentifier:)``.
  public static let dequeueReusableCell = Message<ListView, String, ListCell?>(
    "dequeueReusableCell(withIdentifier:)"
  ) { list, identifier in
    if let cell = list.reusePool.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    return list.cellMakers[identifier]?()
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
    if let cell = list.reusePool.take(request.identifier) {
      cell.prepareForReuse()
      return cell
    }
    guard let make = list.cellMakers[request.identifier] else {
      preconditionFailure("row \(request.path): no class is registered for the identifier '\(request.identifier)'")
    }
    return make()
  }

  /// A cell to use for a row: one that is out of sight, or a new one of the registered class.
  ///
  /// - Precondition: a class is registered for the identifier.
  public final func dequeueReusableCell(withIdentifier identifier: String, for path: ListPath) -> ListCell {
    send(ListView.dequeueReusableCellForPath, (identifier: identifier, path: path))
  }
}
