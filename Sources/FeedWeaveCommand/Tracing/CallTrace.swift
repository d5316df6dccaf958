import FeedWeave
import Interception
import ListModel
import Synchronization

/// Traces the calls on one woven list, and what the list asks of both sides, and hands on each call that is over.
///
/// A hook on the list itself hears what its callers say, one on its class what reaches the list; one on the weaver hears who is
/// asked. The advice `trace` of weaving plans stands at classes alone and tells of values in words; here both sides of one list
/// are wanted, and the values themselves. No more is kept than the calls of an outermost one that is still under way.
final class CallTrace: Sendable {
  /// Takes a call that nobody who is traced made, with all that was called within it.
  typealias Sink = @Sendable (TracedCall) -> Void

  private let tree = Mutex(CallTree())
  private let elapsed: @Sendable () -> Duration
  private let sink: Sink

  /// Makes a trace.
  ///
  /// - Parameters:
  ///   - elapsed: the time since a moment that stays the same.
  ///   - sink: takes what is over.
  init(elapsed: @escaping @Sendable () -> Duration, sink: @escaping Sink) {
    let start = elapsed()
    self.elapsed = { elapsed() - start }
    self.sink = sink
  }

  /// Traces the calls on a list while `body` runs.
  func during(_ list: ListView, _ body: () -> Void) throws(AspectError) {
    var tokens: [AspectToken] = []
    defer { for token in tokens { token.remove() } }
    let listClass = ClassObject.of(ListView.self)
    for kind in listClass.messages {
      tokens.append(try kind.hook(advice(on: list, .said), at: .around, on: list))
      tokens.append(try kind.hook(advice(on: list, .passedOn), at: .around, on: listClass))
    }
    for kind in ClassObject.of(ListWeaver.self).messages {
      tokens.append(try kind.hook(advice(on: list.weaver, .said), at: .around, on: list.weaver))
    }
    body()
  }

  /// The advice that notes the calls on one object.
  private func advice(on receiver: InterceptableObject, _ view: CallTree.View) -> BoxedAdvice {
    let receiver = ObjectIdentifier(receiver)
    return BoxedAdvice { info in
      guard ObjectIdentifier(info.receiver) == receiver else { return try info.proceed() }
      self.enter(info, view)
      do {
        let result = try info.proceed()
        self.leave(result is Void ? nil : CallWords.of(result))
        return result
      } catch {
        self.leave("throws \(CallWords.of(error))")
        throw error
      }
    }
  }

  private func enter(_ info: AspectInfo, _ view: CallTree.View) {
    let words = CallWords(info.arguments, view)
    let call = TracedCall(
      className: info.className, selector: info.selector.name, arguments: words.said, translated: words.translated,
      owner: words.owner ?? Self.owners[info.selector], result: nil, start: elapsed())
    tree.withLock { $0.enter(call, view) }
  }

  private func leave(_ result: String?) {
    let end = elapsed()
    if let call = tree.withLock({ $0.leave(result: result, at: end) }) { sink(call) }
  }

  /// Who is asked by messages that are about no row and no section.
  private static let owners: [Selector: TracedCall.Owner] = [
    ListWeaver.contentCounts.selector: .content, ListWeaver.willLoad.selector: .ads,
    ListWeaver.didChange.selector: .ads, ListWeaver.didUpdateContent.selector: .ads,
  ]
}
