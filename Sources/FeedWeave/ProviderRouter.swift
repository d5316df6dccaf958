import Interception
import ListModel
import Placement

/// The data source and delegate of a woven list.
///
/// It sends each question to the weaver, which asks the owner only. A row, section or element that the feed does not
/// have, because a callback has reloaded the list or removed the weaver, is nobody's: the answer is then the `absent` one.
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
    return true
  }

  /// Sends a question about a row.
  func ask<Answer>(
    _ message: ListWeaver.RowMessage<Answer>, _ path: ListPath, else absent: @autoclosure () -> Answer
  ) -> Answer {
    ask(message, path, else: absent()) { $0 }
  }

  /// Sends a question about a row that has further arguments.
  func ask<Arguments, Answer>(
    _ message: Message<ListWeaver, Arguments, Answer>, _ path: ListPath, else absent: @autoclosure () -> Answer,
    _ arguments: (OwnedRow) -> Arguments
  ) -> Answer {
    let weaver = weaver
    // After an update, once the list has changed, rows are found by the map after it.
    weaver.makePendingMapCurrent()
    return weaver.ownedRow(at: path).map { weaver.send(message, arguments($0)) } ?? absent()
  }

  /// Sends a question about a section that may have further arguments.
  func ask<Arguments, Answer>(
    _ message: Message<ListWeaver, Arguments, Answer?>, inSection section: Int,
    _ arguments: (OwnedSection) -> Arguments
  ) -> Answer? {
    let weaver = weaver
    weaver.makePendingMapCurrent()
    return weaver.feed.shown.ownedSection(section).flatMap { weaver.send(message, arguments($0)) }
  }
}

// Its methods stand with the messages that they send, in the files of `Topics`.
extension ProviderRouter: ListDataSource, ListDelegate {}
