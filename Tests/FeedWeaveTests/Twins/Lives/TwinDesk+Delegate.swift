import ListModel
import WeavingSupport

extension TwinDesk: ListDelegate {
  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    hear(list, .height, "\(path)")
    return isCalled("tall", path) ? 3 : isCalled("flat", path) ? 0 : 1
  }

  func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
    hear(list, .size, "\(path)")
    return ListSize(width: isCalled("tall", path) ? 5 : 2, height: 2)
  }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    hear(list, .headerHeight, "\(section)")
    return section % 2 == 0 ? 1 : 0
  }

  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    hear(list, .headerView, "\(section)")
    return nil
  }

  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { section == 1 ? 1 : 0 }

  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? {
    guard section == 1 else { return nil }
    let view = list.dequeueReusableHeaderFooterView(withIdentifier: "footer")
    (view as? TextCell)?.text = "End of \(section)"
    return view
  }

  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    hear(list, .willDisplay, "\(path) \(text(cell))")
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    hear(list, .didEnd, "\(path) \(text(cell))")
  }

  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    hear(list, .willDisplayHeader, "\(section) \(text(view))")
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    hear(list, .didEndHeader, "\(section) \(text(view))")
  }

  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {
    hear(list, .willDisplayHeader, "footer \(section) \(text(view))")
  }

  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    hear(list, .didEndHeader, "footer \(section) \(text(view))")
  }

  func listDidScroll(_ list: ListView) { hear(list, .didScroll, "") }

  func list(_ list: ListView, didScrollSection section: Int) { hear(list, .didScroll, "section \(section)") }

  // MARK: Selection

  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    hear(list, .shouldHighlight, "\(path)")
    return !isCalled("dull", path)
  }

  func list(_ list: ListView, didHighlightRowAt path: ListPath) { hear(list, .highlight, "\(path)") }

  func list(_ list: ListView, didUnhighlightRowAt path: ListPath) { hear(list, .unhighlight, "\(path)") }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    hear(list, .willSelect, "\(path)")
    return isCalled("shy", path) ? nil : path
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) { hear(list, .select, "\(path) \(article(path))") }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    hear(list, .willDeselect, "\(path)")
    return path
  }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) { hear(list, .deselect, "\(path) \(article(path))") }

  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) { hear(list, .primary, "\(path)") }

  func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool { true }

  func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {
    list.allowsMultipleSelection = true
  }

  // MARK: Editing

  func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle {
    isCalled("plus", path) ? .insert : .delete
  }

  func list(_ list: ListView, willBeginEditingRowAt path: ListPath) { hear(list, .beginEditing, "\(path)") }

  func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {
    hear(list, .endEditing, path?.description ?? "deleted")
  }

  func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    swipeActions("lead", list, path)
  }

  func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    swipeActions("flag", list, path)
  }

  private func swipeActions(_ kind: String, _ list: ListView, _ path: ListPath) -> ListSwipeActions? {
    hear(list, .swipeActions, "\(path)")
    guard isCalled(kind, path) else { return nil }
    return ListSwipeActions(actions: [
      ListContextualAction(style: .normal, title: kind) { [unowned self, unowned list] _, cell, done in
        write("action \(kind) \(cell.flatMap { list.indexPath(for: $0) }?.description ?? "none")")
        done(true)
      }
    ])
  }

  func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    hear(list, .target, "\(path) \(proposed)")
    return proposed
  }

  // MARK: Focus

  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool {
    hear(list, .canFocus, "\(path)")
    return !isCalled("blind", path)
  }

  func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {
    let rows = [context.previouslyFocusedIndexPath, context.nextFocusedIndexPath].map { $0?.description ?? "none" }
    hear(list, .focus, "\(rows[0]) to \(rows[1])")
  }

  private func text(_ view: ListCell) -> String {
    (view as? TextCell)?.text ?? (view as? ListTitleView)?.title ?? "empty"
  }
}
