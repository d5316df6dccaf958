import Interception
import ListModel

/// Forwarding messages that a list does not know, by name, to its delegate and data source.
extension ListWeaver {
  /// Sends a message to every provider that responds to it: first the content provider, then the inserted provider.
  ///
  /// Each receives it in its own coordinate space. The content provider's result is used, and the other's only if that
  /// does not respond. Arguments reach both unchanged, since their meaning is not known here.
  ///
  /// - Returns: Whether any provider responds.
  func forward(_ invocation: inout Invocation) throws -> Bool {
    let content = responders(to: invocation.selector, among: [content.delegate, content.dataSource])
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
    guard let answer else { return false }
    invocation.result = answer
    return true
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
