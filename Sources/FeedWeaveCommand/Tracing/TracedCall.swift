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
