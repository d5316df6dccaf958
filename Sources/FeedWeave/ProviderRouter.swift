import Interception
import ListModel
import Placement

/// What a woven list takes for its data source and its delegate: sends each question to the weaver, with the owner of what it is
/// about, who alone is asked.
final class ProviderRouter: InterceptableObject {
  // The weaver owns its router, and the list asks it only while its weaver lives; but a callback may remove the weaver, so
  // whoever goes on after one holds it.
  unowned let weaver: ListWeaver

  init(of weaver: ListWeaver) {
    self.weaver = weaver
    super.init()
  }

  /// Hands on what the list does not know to both sides, as far as they do.
  override func forwardInvocation(_ invocation: inout Invocation) throws -> Bool {
    try weaver.forward(&invocation)
  }

  /// Sends a question about a row, which is known by the map after an update as soon as the list has changed; a row that is not
  /// there has no answer.
  func send<Answer>(_ message: ListWeaver.RowMessage<Answer>, _ path: ListPath) -> Answer? {
    let weaver = weaver
    weaver.putPendingMapInForce()
    return weaver.ownedRow(at: path).map { weaver.send(message, $0) }
  }

  /// Sends a question about a section; a section that is not there has no answer.
  func send<Answer>(_ message: ListWeaver.SectionMessage<Answer>, _ section: Int) -> Answer? {
    let weaver = weaver
    weaver.putPendingMapInForce()
    return weaver.ownedSection(section, in: weaver.map).map { weaver.send(message, $0) }
  }
}

// MARK: - Data source

extension ProviderRouter: ListDataSource {
  func numberOfSections(in list: ListView) -> Int {
    weaver.send(ListWeaver.numberOfSections)
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    let weaver = weaver
    guard let section = weaver.ownedSection(section, in: weaver.feed.counting.map) else { return 0 }
    return weaver.send(ListWeaver.numberOfRows, section)
  }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    send(ListWeaver.cellForRow, path).flatMap { $0 } ?? ListCell(reuseIdentifier: nil)
  }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    send(ListWeaver.titleForHeader, section) ?? nil
  }

  func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    send(ListWeaver.titleForFooter, section) ?? nil
  }

  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? {
    send(ListWeaver.modelForRow, path) ?? nil
  }
}

// MARK: - Delegate

extension ProviderRouter: ListDelegate {
  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return }
    weaver.display.rows[cell] = DisplayedRow(owner: row.owner)
    weaver.send(ListWeaver.willDisplayRow, (row: row, cell: cell))
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    let weaver = weaver
    guard let displayed = weaver.display.rows[cell] else { return }
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
