public import Interception

/// Cells that are no longer displayed and can be reused; the oldest are released when there are too many.
struct ReusePool {
  /// The maximum number of cells kept, over all identifiers.
  static let limit = 256

  private(set) var cells: [ListCell] = []

  /// Adds a cell that is no longer displayed, if it can be reused.
  mutating func insert(_ cell: ListCell) {
    cell.isSelected = false
    cell.isHighlighted = false
    cell.endEditing()
    cell.isFocused = false
    guard cell.reuseIdentifier != nil else { return }
    remove(cell)
    cells.append(cell)
    if cells.count > Self.limit { cells.removeFirst() }
  }

  /// Removes and returns the cell added last for an identifier and, for layout elements, a kind.
  ///
  /// Headers and footers have separate identifiers.
  mutating func take(_ identifier: String, asHeaderFooter: Bool = false, ofKind kind: String? = nil) -> ListCell? {
    cells.lastIndex { Self.isReused($0, identifier, asHeaderFooter) && $0.elementKind == kind }
      .map { cells.remove(at: $0) }
  }

  /// Releases the cells of an identifier, except those of class `kept`.
  mutating func removeAll(_ identifier: String, asHeaderFooter: Bool, but kept: ListCell.Type?) {
    cells.removeAll { Self.isReused($0, identifier, asHeaderFooter) && type(of: $0) != kept }
  }

  private static func isReused(_ cell: ListCell, _ identifier: String, _ asHeaderFooter: Bool) -> Bool {
    cell.reuseIdentifier == identifier && (cell.isHeaderFooter ?? false) == asHeaderFooter
  }

  /// Removes a cell that is displayed; its owner may have kept and returned it.
  mutating func remove(_ cell: ListCell) {
    cells.removeAll { $0 === cell }
  }
}

/// Where a list's cells, headers and footers come from: those that are out of sight, or functions that make new ones.
///
/// It calls none of these functions itself, since they may use the list.
struct CellSupply {
  private var pool = ReusePool()
  private var cellMakers: [String: () -> ListCell] = [:]
  private var headerFooterMakers: [String: () -> ListCell] = [:]
  /// The functions by the kind of the view and its identifier.
  private var supplementMakers: [String: [String: () -> ListCell]] = [:]
  /// The classes of decoration views by kind.
  var decorations: [String: ListCell.Type] = [:]

  /// Takes a cell that is out of sight, to be handed out again.
  mutating func recycle(_ cell: ListCell) { pool.insert(cell) }

  /// Removes a cell that is shown, so that it is not handed out; its owner may have kept it.
  mutating func withdraw(_ cell: ListCell) { pool.remove(cell) }

  /// The cell of an identifier that was recycled last.
  mutating func take(_ identifier: String, asHeaderFooter: Bool = false, ofKind kind: String? = nil) -> ListCell? {
    pool.take(identifier, asHeaderFooter: asHeaderFooter, ofKind: kind)
  }

  func cellMaker(for identifier: String) -> (() -> ListCell)? { cellMakers[identifier] }

  fileprivate func headerFooterMaker(for identifier: String) -> (() -> ListCell)? { headerFooterMakers[identifier] }

  func supplementMaker(for identifier: String, ofKind kind: String) -> (() -> ListCell)? {
    supplementMakers[kind]?[identifier]
  }

  /// Replaces what makes the cells of an identifier, and leaves those that it has already.
  mutating func setCellMaker(_ make: @escaping () -> ListCell, for identifier: String) { cellMakers[identifier] = make }

  /// Replaces what makes the cells, or the headers and footers, of an identifier, and drops those that it has already
  /// unless they are of `type`.
  fileprivate mutating func replaceMaker(
    _ make: (() -> ListCell)?, for identifier: String, asHeaderFooter: Bool, keeping type: ListCell.Type?
  ) {
    if asHeaderFooter { headerFooterMakers[identifier] = make } else { cellMakers[identifier] = make }
    pool.removeAll(identifier, asHeaderFooter: asHeaderFooter, but: type)
  }

  mutating func setSupplementMaker(_ make: @escaping () -> ListCell, for identifier: String, ofKind kind: String) {
    supplementMakers[kind, default: [:]][identifier] = make
  }
}

// MARK: - Reuse

/// Dequeueing cells: reused ones, or new ones of a registered class.
extension ListView {
  /// The message of ``dequeueReusableCell(withIdentifier:)``.
  public static let dequeueReusableCell = Message<ListView, String, ListCell?>(
    "dequeueReusableCell(withIdentifier:)"
  ) { list, identifier in
    list.reusedCell(identifier)
  }

  /// Returns a reused cell, or a new one of the registered class; nil if there is neither.
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

  /// Returns a reused cell for a row, or a new one of the registered class.
  ///
  /// - Precondition: a class is registered for the identifier.
  public final func dequeueReusableCell(withIdentifier identifier: String, for path: ListPath) -> ListCell {
    send(ListView.dequeueReusableCellForPath, (identifier: identifier, path: path))
  }

  final func reusedCell(_ identifier: String) -> ListCell? {
    if let cell = cellSupply.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    let cell = cellSupply.cellMaker(for: identifier)?()
    cell?.isHeaderFooter = false
    return cell
  }
}

// MARK: - Registration

/// Registering the classes and functions that make cells, headers and footers.
extension ListView {
  /// A message that registers a class for an identifier.
  public typealias ClassRegistrationMessage = Message<ListView, (type: ListCell.Type?, identifier: String), Void>
  /// A message that registers a function that makes views for an identifier.
  public typealias MakerRegistrationMessage = Message<
    ListView, (maker: ((String) -> ListCell)?, identifier: String), Void
  >

  /// The message of ``register(_:forCellReuseIdentifier:)``.
  public static let registerCell = ClassRegistrationMessage(
    "register(_:forCellReuseIdentifier:)"
  ) { list, request in
    list.register(request.type, for: request.identifier, asHeaderFooter: false)
  }

  /// Registers a class for cells of an identifier; nil removes the registration and releases the cells kept for it.
  public final func register(_ type: ListCell.Type?, forCellReuseIdentifier identifier: String) {
    send(ListView.registerCell, (type: type, identifier: identifier))
  }

  /// The message of ``register(maker:forCellReuseIdentifier:)``.
  public static let registerCellMaker = MakerRegistrationMessage(
    "register(maker:forCellReuseIdentifier:)"
  ) { list, request in
    list.register(maker: request.maker, for: request.identifier, asHeaderFooter: false)
  }

  /// Registers a function that makes the cells of an identifier and receives it as its argument; nil removes it.
  public final func register(maker: ((String) -> ListCell)?, forCellReuseIdentifier identifier: String) {
    send(ListView.registerCellMaker, (maker: maker, identifier: identifier))
  }

  /// The message of ``register(_:forHeaderFooterViewReuseIdentifier:)``.
  public static let registerHeaderFooter = ClassRegistrationMessage(
    "register(_:forHeaderFooterViewReuseIdentifier:)"
  ) { list, request in
    list.register(request.type, for: request.identifier, asHeaderFooter: true)
  }

  /// Registers a class for headers and footers of an identifier; nil removes it and releases the views kept for it.
  public final func register(_ type: ListCell.Type?, forHeaderFooterViewReuseIdentifier identifier: String) {
    send(ListView.registerHeaderFooter, (type: type, identifier: identifier))
  }

  /// The message of ``register(maker:forHeaderFooterViewReuseIdentifier:)``.
  public static let registerHeaderFooterMaker = MakerRegistrationMessage(
    "register(maker:forHeaderFooterViewReuseIdentifier:)"
  ) { list, request in
    list.register(maker: request.maker, for: request.identifier, asHeaderFooter: true)
  }

  /// Registers a function that makes headers and footers of an identifier and receives it as its argument; nil removes
  /// it.
  public final func register(maker: ((String) -> ListCell)?, forHeaderFooterViewReuseIdentifier identifier: String) {
    send(ListView.registerHeaderFooterMaker, (maker: maker, identifier: identifier))
  }

  /// The message of ``dequeueReusableHeaderFooterView(withIdentifier:)``.
  public static let dequeueReusableHeaderFooterView = Message<ListView, String, ListCell?>(
    "dequeueReusableHeaderFooterView(withIdentifier:)"
  ) { list, identifier in
    if let view = list.cellSupply.take(identifier, asHeaderFooter: true) {
      view.prepareForReuse()
      return view
    }
    let view = list.cellSupply.headerFooterMaker(for: identifier)?()
    view?.isHeaderFooter = true
    return view
  }

  /// Returns a reused header or footer, or a new one of what is registered; nil if there is neither.
  public final func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> ListCell? {
    send(ListView.dequeueReusableHeaderFooterView, identifier)
  }

  private final func register(_ type: ListCell.Type?, for identifier: String, asHeaderFooter: Bool) {
    cellSupply.replaceMaker(
      type.map { type in { type.init(reuseIdentifier: identifier) } }, for: identifier,
      asHeaderFooter: asHeaderFooter, keeping: type)
  }

  private final func register(maker: ((String) -> ListCell)?, for identifier: String, asHeaderFooter: Bool) {
    cellSupply.replaceMaker(
      maker.map { make in { make(identifier) } }, for: identifier, asHeaderFooter: asHeaderFooter, keeping: nil)
  }
}
