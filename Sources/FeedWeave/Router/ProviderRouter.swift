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
