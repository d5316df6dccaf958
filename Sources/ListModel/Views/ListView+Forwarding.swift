public import Interception

/// Messages that the list itself does not know, by name.
///
/// A subclass whose delegate has more to hear than every delegate sends it what is its own. In a woven list the content side and
/// the insertions' side hear of it, as far as they respond.
extension ListView {
  /// The message of ``performOnDelegate(_:_:)``.
  public static let performOnDelegate = ThrowingMessage<
    ListView, (selector: Selector, arguments: [Any]), Any, any Error
  >("performOnDelegate(_:_:)") { list, request in
    try perform(request.selector, request.arguments, on: list.rawDelegate)
  }

  /// Sends the delegate a message by name.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and `AspectError` where there is no delegate that has such a message, and where the arguments do
  ///   not fit.
  @discardableResult
  public final func performOnDelegate(_ selector: Selector, _ arguments: Any...) throws -> Any {
    try send(ListView.performOnDelegate, (selector: selector, arguments: arguments))
  }

  /// The message of ``performOnDataSource(_:_:)``.
  public static let performOnDataSource = ThrowingMessage<
    ListView, (selector: Selector, arguments: [Any]), Any, any Error
  >("performOnDataSource(_:_:)") { list, request in
    try perform(request.selector, request.arguments, on: list.rawDataSource)
  }

  /// Sends the data source a message by name.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and `AspectError` where there is no data source that has such a message, and where the arguments
  ///   do not fit.
  @discardableResult
  public final func performOnDataSource(_ selector: Selector, _ arguments: Any...) throws -> Any {
    try send(ListView.performOnDataSource, (selector: selector, arguments: arguments))
  }

  private static func perform(_ selector: Selector, _ arguments: [Any], on provider: AnyObject?) throws -> Any {
    guard let provider = provider as? InterceptableObject else {
      throw AspectError.doesNotRespond(
        class: provider.map { "\(type(of: $0))" } ?? "nil", selector: selector)
    }
    var invocation = Invocation(provider, selector, arguments)
    return try invocation.invoke()
  }
}
