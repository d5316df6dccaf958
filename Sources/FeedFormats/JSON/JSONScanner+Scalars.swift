/// Strings, numbers and words: the values that hold no others.
extension JSONScanner {
  mutating func skipString() throws(JSONFault) {
    position += 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20 where allowsFlaws:
        flaws.firstControlCharacter = flaws.firstControlCharacter ?? position
        position += 1
      case 0..<0x20: throw JSONFault(offset: position, problem: .controlCharacterInString)
      case 0x20..<0x80: position += 1
      default: skipSequence()
      }
    }
    throw JSONFault(offset: position, problem: .endOfInput(within: "a string"))
  }

  private mutating func skipSequence() {
    let length = UTF8Check.sequenceLength(in: bytes, at: position, end: end)
    if length == 0, flaws.firstInvalid == nil { flaws.firstInvalid = position }
    position += max(length, 1)
  }

  private mutating func skipEscape() throws(JSONFault) {
    let backslash = position
    position += 1
    switch next {
    case nil: throw JSONFault(offset: position, problem: .endOfInput(within: "a string"))
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        position += 1
        guard let digit = next else { throw JSONFault(offset: position, problem: .endOfInput(within: "a string")) }
        guard digit.hexadecimalValue != nil else { throw JSONFault(offset: backslash, problem: .badEscape) }
      }
    case .some(let byte):
      guard "\"\\/bfnrt".utf8.contains(byte) else { throw JSONFault(offset: backslash, problem: .badEscape) }
    }
    position += 1
  }

  mutating func skipWord(_ word: String) throws(JSONFault) {
    for byte in word.utf8 {
      guard let found = next else { throw JSONFault(offset: position, problem: .endOfInput(within: "a value")) }
      guard found == byte else { throw JSONFault(offset: position, problem: .expected("\(word)")) }
      position += 1
    }
  }

  mutating func skipNumber() throws(JSONFault) {
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try skipDigits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
    position += 1
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
    try skipDigits()
  }

  private mutating func skipDigits() throws(JSONFault) {
    let start = position
    while let byte = next, byte.isASCIIDigit { position += 1 }
    guard position == start else { return }
    let problem: JSONFault.Problem = next == nil ? .endOfInput(within: "a number") : .badNumber
    throw JSONFault(offset: position, problem: problem)
  }
}
