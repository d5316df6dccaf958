/// What follows `ESC [`: parameters, intermediate bytes, and a final byte that says what it means.
struct ControlSequence {
  /// What a sequence means to the program.
  enum Meaning {
    /// A key or a mouse report.
    case event(TerminalEvent)
    /// Pasted text follows.
    case pasteBegins
  }

  /// Longer sequences are not known.
  private static let maximumLength = 32

  private var bytes: [UInt8] = []

  /// Begins a sequence.
  init() {}

  /// Whether no byte has been taken.
  var isEmpty: Bool { bytes.isEmpty }

  /// Takes a byte between U+0020 and U+003F.
  mutating func append(_ byte: UInt8) {
    if bytes.count <= Self.maximumLength { bytes.append(byte) }
  }

  /// Returns what the sequence means with its final byte; nil if that is not known.
  func meaning(final: UInt8) -> Meaning? {
    guard bytes.count <= Self.maximumLength else { return nil }
    if bytes.first == UInt8(ascii: "<") {
      return Self.numbers(bytes.dropFirst()).flatMap { Self.mouse($0, final: final) }.map(Meaning.event)
    }
    guard let numbers = Self.numbers(bytes[...]) else { return nil }
    let number = numbers.first ?? 0
    if final == UInt8(ascii: "~"), number == 200 { return .pasteBegins }
    return Key(final: final, number: number).map { .event(.key($0)) }
  }

  /// Returns the numbers between semicolons; an empty one is 0, and subparameters after a colon are ignored.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    guard !bytes.isEmpty else { return [] }
    var numbers: [Int] = []
    for field in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      let digits = field.prefix { $0 != UInt8(ascii: ":") }
      guard digits.count <= 5, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
    return numbers
  }

  /// Interprets a mouse report: the button with flags, the column and the row from 1; `m` reports a release.
  private static func mouse(_ numbers: [Int], final: UInt8) -> TerminalEvent? {
    guard final == UInt8(ascii: "M"), numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let place = ScreenPoint(row: numbers[2] - 1, column: numbers[1] - 1)
    // Shift, Alt and Control are the flags 4, 8 and 16; a movement has the flag 32, and is not known.
    switch numbers[0] & ~(4 | 8 | 16) {
    case 0: return .click(at: place)
    case 64: return .wheel(.up, at: place)
    case 65: return .wheel(.down, at: place)
    default: return nil
    }
  }
}

// MARK: - Keys

extension Key {
  /// The key that sends a single control byte; nil for ESC, with which sequences begin, and for other bytes.
  init?(controlByte byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: return nil
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00..<0x20: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    default: return nil
    }
  }

  /// The key that sends `ESC O` and a byte: those of the application modes, and of the number pad.
  init?(singleShift byte: UInt8) {
    switch Character(Unicode.Scalar(byte)) {
    case "A"..."D", "F", "H", "P"..."S", "a"..."d": self.init(final: byte, number: 1)
    case "M": self = .enter
    case "I": self = .tab
    case " ": self = .character(" ")
    case "j"..."y": self = .character(Character(Unicode.Scalar(byte - 0x40)))
    default: return nil
    }
  }

  /// The key that sends `ESC [`, numbers of which this is the first, and a final byte; 0 means that there is no number.
  init?(final: UInt8, number: Int) {
    switch Character(Unicode.Scalar(final)) {
    case "A", "a": self = .up
    case "B", "b": self = .down
    case "C", "c": self = .right
    case "D", "d": self = .left
    case "F": self = .end
    case "H": self = .home
    case "Z": self = .backTab
    // Other numbers are reports, such as that of the cursor.
    case "P"..."S" where number < 2: self = .function(Int(final - UInt8(ascii: "P")) + 1)
    case "~", "^", "@": self.init(number: number)
    default: return nil
    }
  }

  private init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }
}
