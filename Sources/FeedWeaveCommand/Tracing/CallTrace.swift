import FeedWeave
import Interception
import ListModel
import Placement
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

/// A call of a trace: what was said, what it became, who answered, and the calls that were made within it.
struct TracedCall: Equatable {
  /// Whose answer a call brings.
  enum Owner: String, Equatable {
    case content, ads
  }

  /// The class that declares the message.
  var className: String
  /// The message.
  var selector: String
  /// The arguments in words, as the caller gave them.
  var arguments: [String]
  /// The arguments in words, as they were passed on; nil where they were not translated.
  var translated: [String]?
  /// Who was asked; nil where it was the list itself.
  var owner: Owner?
  /// The result in words; nil where there is none.
  var result: String?
  /// When it began, from the beginning of the trace.
  var start: Duration
  /// How long it took.
  var duration = Duration.zero
  /// The calls that were made within it, in order.
  var calls: [TracedCall] = []
}

/// Puts calls together from their beginnings and their ends, as they come.
///
/// A call on a woven list is seen twice: as its caller says it, and, inside of that, as the list is told it in its own
/// coordinates. The two make one call here, whose arguments were translated if they differ.
struct CallTree {
  /// Which of the two views of a call on a list is meant.
  enum View {
    /// As the caller says it.
    case said
    /// As it reaches the list.
    case passedOn
  }

  private var open: [(call: TracedCall, view: View)] = []

  /// Notes that a call begins.
  mutating func enter(_ call: TracedCall, _ view: View) {
    open.append((call, view))
  }

  /// Notes that the call that began last ends.
  ///
  /// - Returns: the call, if nobody who is traced made it.
  mutating func leave(result: String?, at end: Duration) -> TracedCall? {
    guard let (begun, view) = open.popLast() else { return nil }
    var call = begun
    call.result = result
    call.duration = end - call.start
    guard let caller = open.indices.last else { return call }
    if view == .passedOn, open[caller].view == .said, open[caller].call.isSame(as: call) {
      open[caller].call.pass(on: call)
    } else {
      open[caller].call.calls.append(call)
    }
    return nil
  }
}

extension TracedCall {
  fileprivate func isSame(as other: TracedCall) -> Bool {
    className == other.className && selector == other.selector
  }

  /// Takes in the call as it reached the list.
  fileprivate mutating func pass(on inner: TracedCall) {
    if inner.arguments != arguments { translated = inner.translated ?? inner.arguments }
    calls += inner.calls
  }
}

/// The arguments of a call in words, on both sides of whoever translates them.
struct CallWords: Equatable {
  /// As they stand in the call.
  var said: [String] = []
  /// As the owner who is asked names them, or as the feed's where they have reached the list; nil where that says no more.
  var translated: [String]?
  /// Who is asked.
  var owner: TracedCall.Owner?

  init(_ arguments: [Any], _ view: CallTree.View) {
    var passedOn: [String] = []
    for argument in arguments {
      let sides = Sides(argument, view)
      said.append(sides.said)
      passedOn.append(sides.translated)
      owner = owner ?? sides.owner
    }
    translated = passedOn == said ? nil : passedOn
  }

  /// A value in words, cut where it is long; of an object that says nothing of itself, its class.
  static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { of($0.value) } ?? "nil" }
    if let text = value as? String { return cut(text).debugDescription }
    let isMute = mirror.displayStyle == .class && !(value is any CustomStringConvertible)
    return isMute ? "\(type(of: value))" : cut(String(describing: value))
  }

  private static let longest = 200

  private static func cut(_ text: String) -> String {
    text.count > longest ? text.prefix(longest - 1) + "…" : text
  }
}

/// An argument in the words of both sides.
private struct Sides {
  var said: String
  var translated: String
  var owner: TracedCall.Owner?

  init(_ argument: Any, _ view: CallTree.View) {
    switch argument {
    case let row as OwnedRow: self.init(row)
    case let section as OwnedSection: self.init(section)
    case OwnedElement.row(let row): self.init(row)
    case OwnedElement.section(let section): self.init(section)
    default:
      let words = CallWords.of(argument)
      let isOfFeed = view == .passedOn && Self.isPlace(argument)
      self.init(said: words, translated: isOfFeed ? "feed \(words)" : words, owner: nil)
    }
  }

  private init(_ row: OwnedRow) {
    self.init(said: "\(row.path)", content: row.owner.userPath.map { "\($0)" })
  }

  private init(_ section: OwnedSection) {
    self.init(said: "feed \(section.section)", content: section.userSection.map { "user \($0)" })
  }

  /// What is one side's: the content's where that has words for it; the words of ads are the list's.
  private init(said: String, content: String?) {
    self.init(said: said, translated: content ?? said, owner: content == nil ? .ads : .content)
  }

  private init(said: String, translated: String, owner: TracedCall.Owner?) {
    self.said = said
    self.translated = translated
    self.owner = owner
  }

  /// Whether an argument of a list's message names rows or sections.
  private static func isPlace(_ argument: Any) -> Bool {
    argument is ListPath? || argument is [ListPath] || argument is Int || argument is [Int]
  }
}

extension RowOwner {
  fileprivate var userPath: UserPath? {
    if case .content(let path) = self { path } else { nil }
  }
}
