import Interception
import ListModel

/// Messages that a list does not know, which it sends its delegate or its data source by name.
extension ListWeaver {
  /// Sends a message to every provider that responds to it, first to the content side, then to the insertions' side.
  ///
  /// Each hears it in its own coordinates. The content side's answer counts, the other one only where that does not respond.
  /// What arguments mean is known to nobody here, so that they reach both sides as they are.
  ///
  /// - Returns: whether anybody responds.
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
