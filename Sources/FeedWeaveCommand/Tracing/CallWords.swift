import FeedWeave
import ListModel
import Placement

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
