import Interception
import ListModel

/// Forwarding messages that a list does not know, by name, to its delegate and data source.
extension ListWeaver {
  /// Sends a message to every provider that responds to it: first the content provider, then the inserted provider.
  ///
  /// Each receives it in its own coordinate space. The content provider's result is used, and the other's only if that
  /// does not respond. Arguments reach both unchanged, since their meaning is not known here. If nobody responds, the
  /// message is refused in the name of the content's delegate or, without one, of its data source.
  func forward(_ invocation: inout Invocation) throws {
    let providers: [AnyObject?] = [self.content.delegate, self.content.dataSource]
    let content = responders(to: invocation.selector, among: providers)
    let insertions = responders(to: invocation.selector, among: [delegate, dataSource])
      .filter { other in !content.contains { $0 === other } }
    var answer: Any?
    for provider in content {
      let result = try inUserSpace { try invocation.invoke(on: provider) }
      answer = answer ?? result
    }
    for provider in insertions {
      let result = try inFeedSpace { try invocation.invoke(on: provider) }
      answer = answer ?? result
    }
    invocation.result =
      try answer
      ?? inUserSpace {
        try ListView.perform(invocation.selector, invocation.arguments, on: providers.compactMap(\.self).first)
      }
  }

  private func responders(to selector: Selector, among providers: [AnyObject?]) -> [InterceptableObject] {
    var found: [InterceptableObject] = []
    for case let provider as InterceptableObject in providers {
      guard provider.responds(to: selector) || provider.forwardingTarget(for: selector) != nil else { continue }
      if !found.contains(where: { $0 === provider }) { found.append(provider) }
    }
    return found
  }
}
