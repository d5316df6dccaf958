public import Interception

/// The elements of a layout by their kind; headers and footers are two kinds of them.
extension ListView {
  /// Has a class make the views of an identifier and a kind.
  public final func register(
    _ type: ListCell.Type, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    supplementMakers[kind, default: [:]][identifier] = { type.init(reuseIdentifier: identifier) }
  }

  /// The message of ``dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)``.
  public static let dequeueReusableSupplementaryView = Message<
    ListView, (kind: String, identifier: String, path: ListPath), ListCell
  >("dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)") { list, request in
    guard let make = list.supplementMakers[request.kind]?[request.identifier] else {
      fatalError(
        "\(request.kind) \(request.path): no class is registered for the identifier '\(request.identifier)'")
    }
    if let view = list.reusePool.take(request.identifier, ofKind: request.kind) {
      view.prepareForReuse()
      return view
    }
    let view = make()
    view.elementKind = request.kind
    return view
  }

  /// A view to use for an element of a layout: one that is out of sight, or a new one of the registered class.
  ///
  /// - Precondition: a class is registered for the kind and the identifier.
  public final func dequeueReusableSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String, for path: ListPath
  ) -> ListCell {
    send(ListView.dequeueReusableSupplementaryView, (kind: kind, identifier: identifier, path: path))
  }
}
