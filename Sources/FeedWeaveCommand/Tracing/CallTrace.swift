import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization

/// Traces the calls on one woven list, and the list's calls to content and ads, and passes on each finished call.
///
/// A hook on the list itself sees calls as the callers make them, a hook on its class sees them as they reach the list,
/// and a hook on the weaver sees whether the content or the ads are called. The `trace` advice of weaving plans applies
/// only to classes and describes values in words; here the coordinates of both owners of one list are needed, and the
/// values themselves. Only the calls within an unfinished outermost call are stored.
final class CallTrace: Sendable {
  /// Receives an outermost call with all calls made within it.
  typealias Sink = @Sendable (TracedCall) -> Void

  private let tree = Mutex(CallTree())
  private let elapsed: @Sendable () -> Duration
  private let sink: Sink

  /// Creates a trace.
  ///
  /// - Parameters:
  ///   - elapsed: returns the time since a fixed moment.
  ///   - sink: receives finished calls.
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

  /// Returns advice that records the calls on one object.
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

  /// The owners that receive messages about no particular row or section.
  private static let owners: [Selector: TracedCall.Owner] = [
    ListWeaver.contentCounts.selector: .content, ListWeaver.willLoad.selector: .ads,
    ListWeaver.didChange.selector: .ads, ListWeaver.didUpdateContent.selector: .ads,
  ]
}

/// A traced call: its arguments before and after translation, its receiver, its result, and the calls made within it.
struct TracedCall: Equatable {
  /// The owner that answers a call.
  enum Owner: String, Equatable {
    case content, ads
  }

  /// The class that declares the message.
  var className: String
  /// The selector of the message.
  var selector: String
  /// The arguments in words, as the caller passed them.
  var arguments: [String]
  /// The arguments in words, as they were passed on; nil if they were not translated.
  var translated: [String]?
  /// The owner that answered; nil if it was the list itself.
  var owner: Owner?
  /// The result in words; nil if there is none.
  var result: String?
  /// The start of the call, measured from the start of the trace.
  var start: Duration
  /// The duration of the call.
  var duration = Duration.zero
  /// The calls made within it, in order.
  var calls: [TracedCall] = []
}

/// Builds a tree of calls from their starts and ends.
///
/// A call on a woven list is seen twice: as its caller makes it, and, nested in that, as it reaches the list in feed
/// coordinates. These two are merged into one call; if their arguments differ, they were translated.
struct CallTree {
  /// The two views of a call on a list.
  enum View {
    /// As the caller makes it.
    case said
    /// As it reaches the list.
    case passedOn
  }

  private var open: [(call: TracedCall, view: View)] = []

  /// Records the start of a call.
  mutating func enter(_ call: TracedCall, _ view: View) {
    open.append((call, view))
  }

  /// Records the end of the call that started last.
  ///
  /// - Returns: The call, if it is an outermost one.
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

  /// Merges the same call as it reached the list.
  fileprivate mutating func pass(on inner: TracedCall) {
    if inner.arguments != arguments { translated = inner.translated ?? inner.arguments }
    calls += inner.calls
  }
}

/// The arguments of a call in words, before and after translation.
struct CallWords: Equatable {
  /// The arguments of the call itself.
  fileprivate var said: [String] = []
  /// The arguments in the coordinates of the owner that answers, or of the feed in the list; nil if they are the same.
  fileprivate var translated: [String]?
  /// The owner that answers.
  fileprivate var owner: TracedCall.Owner?

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

  /// Returns a value in words, truncated if it is long; for an object without a description, its class.
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

/// An argument in words, before and after translation.
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

  /// Creates the words for an owner: the content has its own coordinates, ads use those of the list.
  private init(said: String, content: String?) {
    self.init(said: said, translated: content ?? said, owner: content == nil ? .ads : .content)
  }

  private init(said: String, translated: String, owner: TracedCall.Owner?) {
    self.said = said
    self.translated = translated
    self.owner = owner
  }

  /// Whether an argument of a list's message denotes rows or sections.
  private static func isPlace(_ argument: Any) -> Bool {
    argument is ListPath? || argument is [ListPath] || argument is Int || argument is [Int]
  }
}

extension RowOwner {
  fileprivate var userPath: UserPath? {
    if case .content(let path) = self { path } else { nil }
  }
}
