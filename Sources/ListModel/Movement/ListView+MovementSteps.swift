/// What happens while a row is dragged.
extension ListView {
  final func beginMovement(_ path: ListPath) -> Bool {
    loadIfNeeded()
    guard movement == nil, extents.contains(path), canMove(path) == true, ifUnchanged({ endSwipe() }) != nil,
      movement == nil
    else { return false }
    movement = MovementState(of: path)
    return true
  }

  final func updateMovement(_ point: ListPoint) {
    layoutRaw()
    guard let state = movement, let proposed = place(at: point, for: state.movement.origin),
      proposed != state.proposed
    else { return }
    state.propose(proposed)
    let target = target(of: state.movement, proposed)
    guard movement === state, isPlace(target, for: state.movement.origin) else { return }
    state.movement.target = target
  }

  final func endMovement() {
    guard let state = movement else { return }
    let move = state.movement
    if move.target != move.origin {
      // The data source has moved the row when the list has not: nothing can be asked for meanwhile.
      layoutHolds += 1
      isTellingMove = true
      rawDataSource?.list(self, moveRowAt: move.origin, to: move.target)
      isTellingMove = false
      layoutHolds -= 1
      guard movement === state else { return }
    }
    movement = nil
    if move.target != move.origin { settle(move) }
  }

  private func settle(_ move: ListMovement) {
    do throws(ListUpdateError) {
      try settleMovement(move)
    } catch {
      discardData()
    }
  }

  private func target(of move: ListMovement, _ proposed: ListPath) -> ListPath {
    guard let delegate = rawDelegate else { return proposed }
    return delegate.list(
      self, targetIndexPathForMoveOfItemFromOriginalIndexPath: move.origin, atCurrentIndexPath: move.target,
      toProposedIndexPath: proposed)
  }

  /// Whether a row can stand at a path when it has been taken out.
  private func isPlace(_ path: ListPath, for origin: ListPath) -> Bool {
    extents.sections.indices.contains(path.section) && 0...lastPlace(in: path.section, for: origin) ~= path.row
  }

  private func lastPlace(in section: Int, for origin: ListPath) -> Int {
    extents.sections[section].rows.count - (section == origin.section ? 1 : 0)
  }

  /// The place of a row that is held over a point: that of the row there, or the nearest end of the section.
  ///
  /// The lower half of a row of another section is the place after it.
  private func place(at point: ListPoint, for origin: ListPath) -> ListPath? {
    guard !point.y.isNaN, let section = section(nearest: point.y) else { return nil }
    let last = lastPlace(in: section, for: origin)
    guard last >= 0 else { return nil }
    // Beside the content counts what stands nearest in it.
    let x = max(0, min(point.x, viewportWidth.nextDown))
    if let path = extents.row(at: ListPoint(x: x, y: point.y), width: viewportWidth) {
      let row = extents.row(path)
      let isPast = section != origin.section && point.y > row.top + row.height / 2
      return isPast ? ListPath(row: path.row + 1, section: section) : path
    }
    return ListPath(row: point.y < extents.rowsTop(section) ? 0 : last, section: section)
  }

  private func section(nearest y: Double) -> Int? {
    if y < 0 { return extents.firstSectionWithHeight(from: 0) }
    return extents.section(at: y) ?? extents.sections.indices.last
  }
}
