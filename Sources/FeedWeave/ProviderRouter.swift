import Interception
import ListModel
import Placement

/// The data source and delegate of a woven list.
///
/// It sends each question to the weaver, which asks the owner only.
final class ProviderRouter: InterceptableObject {
  // The weaver owns its router, and the list calls it only while the weaver exists. A callback may remove the weaver,
  // so code that continues after a callback holds it.
  unowned let weaver: ListWeaver

  init(of weaver: ListWeaver) {
    self.weaver = weaver
    super.init()
  }

  /// Forwards a message unknown to the list to both providers, as far as they respond to it.
  override func forwardInvocation(_ invocation: inout Invocation) throws -> Bool {
    try weaver.forward(&invocation)
  }

  /// Sends a question about a row, found by the map after an update once the list has changed; nil for a row that no
  /// longer exists.
  func send<Answer>(_ message: ListWeaver.RowMessage<Answer>, _ path: ListPath) -> Answer? {
    let weaver = weaver
    weaver.makePendingMapCurrent()
    return weaver.ownedRow(at: path).map { weaver.send(message, $0) }
  }

  /// Sends a question about a row that may have no answer.
  func send<Answer>(_ message: ListWeaver.RowMessage<Answer?>, _ path: ListPath) -> Answer? {
    let weaver = weaver
    weaver.makePendingMapCurrent()
    return weaver.ownedRow(at: path).flatMap { weaver.send(message, $0) }
  }

  /// Sends a question about a row that has further arguments; returns nil for a row that doesn't exist.
  func send<Arguments, Answer>(
    _ message: Message<ListWeaver, Arguments, Answer>, _ path: ListPath, _ arguments: (OwnedRow) -> Arguments
  ) -> Answer? {
    let weaver = weaver
    return weaver.ownedRow(at: path).map { weaver.send(message, arguments($0)) }
  }

  /// Sends a question about a section; returns nil for a section that doesn't exist.
  func send<Answer>(_ message: ListWeaver.SectionMessage<Answer?>, _ section: Int) -> Answer? {
    let weaver = weaver
    weaver.makePendingMapCurrent()
    return weaver.ownedSection(section, in: weaver.map).flatMap { weaver.send(message, $0) }
  }
}

// MARK: - Data source

extension ProviderRouter: ListDataSource {
  func numberOfSections(in list: ListView) -> Int { weaver.send(ListWeaver.numberOfSections) }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    let weaver = weaver
    guard let section = weaver.ownedSection(section, in: weaver.feed.counting.map) else { return 0 }
    return weaver.send(ListWeaver.numberOfRows, section)
  }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    send(ListWeaver.cellForRow, path) ?? ListCell(reuseIdentifier: nil)
  }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    send(ListWeaver.titleForHeader, section)
  }

  func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    send(ListWeaver.titleForFooter, section)
  }

  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? { send(ListWeaver.modelForRow, path) }
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
    // Before a provider is notified that may change the list.
    _ = weaver.mapOfEndingDisplays()
    weaver.send(ListWeaver.didEndDisplayingRow, (row: OwnedRow(FeedPath(path), of: displayed.owner), cell: cell))
  }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { send(ListWeaver.heightForRow, path) }

  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    send(ListWeaver.shouldHighlightRow, path) ?? true
  }

  func list(_ list: ListView, didHighlightRowAt path: ListPath) { send(ListWeaver.didHighlightRow, path) }
  func list(_ list: ListView, didUnhighlightRowAt path: ListPath) { send(ListWeaver.didUnhighlightRow, path) }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    send(ListWeaver.willSelectRow, path).map { ListPath($0) }
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    send(ListWeaver.willDeselectRow, path).map { ListPath($0) }
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) { send(ListWeaver.didSelectRow, path) }
  func list(_ list: ListView, didDeselectRowAt path: ListPath) { send(ListWeaver.didDeselectRow, path) }
}
