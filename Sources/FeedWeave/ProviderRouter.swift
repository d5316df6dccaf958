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
    return weaver.feed.shown.ownedSection(section).flatMap { weaver.send(message, $0) }
  }
}

// Its methods stand with the messages that they send, in the files of `Topics`.
extension ProviderRouter: ListDataSource, ListDelegate {}
