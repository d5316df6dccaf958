/// Where JSON stops being JSON, and what stood there in place of what.
struct JSONFault: Error, Equatable {
  enum Problem: Equatable {
    case endOfInput(within: String)
    case expected(String)
    case controlCharacterInString
    case badEscape
    case badNumber
  }

  let offset: Int
  let problem: Problem

  /// What is wrong, in words; the text is that of a whole document, or of a line.
  func words(ofWhole whole: String = "document") -> String {
    switch problem {
    case .endOfInput(let within): "the \(whole) ends too early, within \(within)"
    case .expected(let what): "expected \(what)"
    case .controlCharacterInString: "a control character stands unescaped in a string"
    case .badEscape: "no escape of JSON"
    case .badNumber: "no number of JSON"
    }
  }

  /// The fault as the failure of a whole document.
  func error(_ map: SourceMap) -> FeedError {
    if case .endOfInput(let within) = problem { return .truncated(map.position(at: offset), within: within) }
    return .malformed(map.position(at: offset), problem: words())
  }
}
