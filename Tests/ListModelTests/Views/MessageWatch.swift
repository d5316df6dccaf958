import Interception
import ListModel
import TestSupport
import Testing

/// Checks that methods of a list are messages: that whoever hooks them hears of the call, and of no other.
struct MessageWatch {
  /// A method by its selector, and a call of it.
  typealias Call = (selector: String, send: (ListView) throws -> Void)

  let list: ListView
  private let seen = Seen()

  private final class Seen {
    var selectors: [String] = []
  }

  /// Hooks every message that lists have on one.
  init(_ list: ListView = ListView(size: ListSize(width: 9, height: 9))) throws {
    self.list = list
    let seen = seen
    for message in ClassObject.of(ListView.self).messages {
      let name = message.selector.name
      try list.hook(selector: message.selector, .before) { seen.selectors.append(name) }
    }
  }

  /// Expects each call to send the message of its selector first, and all of `messages` to be called.
  ///
  /// What a message does may send others, which are not looked at.
  func expect(
    _ calls: [Call], toSend messages: MessageList, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (selector, send) in calls {
      seen.selectors = []
      try send(list)
      #expect(seen.selectors.first == selector, sourceLocation: sourceLocation)
    }
    #expect(
      Set(calls.map(\.selector)) == Set(messages.flatMap(\.kinds).map(\.selector.name)), sourceLocation: sourceLocation)
  }
}
