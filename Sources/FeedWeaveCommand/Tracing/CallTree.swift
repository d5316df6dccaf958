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
