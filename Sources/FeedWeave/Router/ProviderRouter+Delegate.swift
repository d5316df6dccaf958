import Interception
import ListModel
import Placement

extension ProviderRouter: ListDelegate {
  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.displayedRows[ObjectIdentifier(cell)] = DisplayedRow(owner: row.owner)
    weaver.send(ListWeaver.willDisplayRow, (row: row, cell: cell))
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    let weaver = weaver
    guard let displayed = weaver.displayedRows[ObjectIdentifier(cell)] else { return }
    // Before anybody is told who may change the list.
    _ = weaver.endingMap()
    weaver.send(ListWeaver.didEndDisplayingRow, (row: OwnedRow(FeedPath(path), of: displayed.owner), cell: cell))
  }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    send(ListWeaver.heightForRow, path) ?? nil
  }

  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    send(ListWeaver.shouldHighlightRow, path) ?? true
  }

  func list(_ list: ListView, didHighlightRowAt path: ListPath) {
    send(ListWeaver.didHighlightRow, path)
  }

  func list(_ list: ListView, didUnhighlightRowAt path: ListPath) {
    send(ListWeaver.didUnhighlightRow, path)
  }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    send(ListWeaver.willSelectRow, path)?.map { ListPath($0) }
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    send(ListWeaver.willDeselectRow, path)?.map { ListPath($0) }
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) {
    send(ListWeaver.didSelectRow, path)
  }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) {
    send(ListWeaver.didDeselectRow, path)
  }
}
