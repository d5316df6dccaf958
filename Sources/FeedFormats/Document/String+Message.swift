extension String {
  /// A short printable copy in quotes: a piece of an untrusted file as it may stand in a message.
  var quotedForMessage: String {
    var copy = "\""
    for scalar in unicodeScalars.prefix(40) {
      copy += scalar.isPlainInMessages ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return copy + (unicodeScalars.dropFirst(40).isEmpty ? "\"" : "…\"")
  }
}

extension Unicode.Scalar {
  /// Letters, marks, digits, punctuation, symbols and the space; nothing that moves a cursor or turns a line round.
  fileprivate var isPlainInMessages: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}
