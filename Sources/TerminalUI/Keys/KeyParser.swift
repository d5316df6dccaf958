/// Turns the bytes that a terminal sends into events.
///
///     var parser = KeyParser()
///     parser.parse("j\u{1B}[A".utf8)   // [.key(.character("j")), .key(.up)]
///     parser.parse([0x1B])            // [], since a sequence may follow
///     parser.flush()                  // [.key(.escape)]
///
/// The events do not depend on how the bytes are divided into calls. Sequences that are not known, invalid UTF-8 and
/// mouse reports other than those of ``TerminalEvent`` are consumed without an event. Memory is bounded, whatever the
/// bytes are.
///
/// Characters that combine are separate events. Modifiers of keys without a character are ignored.
public struct KeyParser: Sendable {
  /// The maximum length of a pasted text, in bytes; the rest is dropped.
  public static let maximumPaste = 65_536

  private enum State {
    case ground
    /// After the first bytes of a character.
    case character(UTF8Sequence, isAlt: Bool)
    /// After one ESC, or two.
    case escape(isDouble: Bool)
    /// After `ESC O`.
    case singleShift
    /// After `ESC [`.
    case control(ControlSequence)
    /// After `ESC [ [` of the Linux console.
    case consoleFunction
    /// In a mouse report of the old form, with the number of bytes that follow.
    case oldMouse(remaining: Int)
    /// In a string that the terminal sends, after an ESC or not.
    case string(endsInEscape: Bool)
    /// In pasted text.
    case paste
  }

  private var state = State.ground
  private var pasted: [UInt8] = []
  /// How many bytes of the end of pasted text have been read.
  private var pasteEndLength = 0

  /// Makes a parser.
  public init() {}

  /// Whether bytes are waiting for more, so that ``flush()`` must be called after a short silence.
  ///
  /// Pasted text does not count: it ends with its own mark, or by ``endPaste()`` after a long silence.
  public var isIncomplete: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Whether the end of pasted text has not come yet.
  public var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// Returns the pasted text so far as an event, if there is any; to be called when its end has not come for seconds.
  ///
  /// Without it, an end that is never sent would turn all later keys into text, those that interrupt a program too.
  public mutating func endPaste() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    if isPasting { endPaste(&events) }
    return events
  }

  /// Returns the events that the bytes complete.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func parse(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes { read(byte, &events) }
    return events
  }

  /// Ends what is incomplete: an ESC is the key Escape, the beginning of a sequence or character is dropped.
  public mutating func flush() -> [TerminalEvent] {
    guard isIncomplete else { return [] }
    defer { state = .ground }
    guard case .escape(let isDouble) = state else { return [] }
    return Array(repeating: .key(.escape), count: isDouble ? 2 : 1)
  }

  private mutating func read(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch state {
    case .ground: begin(byte, isAlt: false, &events)
    case .character(let sequence, let isAlt): continueCharacter(sequence, byte, isAlt: isAlt, &events)
    case .escape(let isDouble): continueEscape(byte, isDouble: isDouble, &events)
    case .singleShift: continueSingleShift(byte, &events)
    case .control(let sequence): continueControl(sequence, byte, &events)
    case .consoleFunction: continueConsoleFunction(byte, &events)
    case .oldMouse(let remaining): state = remaining > 1 ? .oldMouse(remaining: remaining - 1) : .ground
    case .string(let endsInEscape): continueString(byte, endsInEscape: endsInEscape, &events)
    case .paste: continuePaste(byte, &events)
    }
  }
}

// MARK: - Characters

extension KeyParser {
  /// Reads a byte with which something begins.
  private mutating func begin(_ byte: UInt8, isAlt: Bool, _ events: inout [TerminalEvent]) {
    state = .ground
    if byte == 0x1B {
      state = .escape(isDouble: false)
    } else if let key = Key(controlByte: byte) {
      events.append(.key(key))
    } else if let sequence = UTF8Sequence(lead: byte) {
      continueCharacter(sequence, isAlt: isAlt, &events)
    }
  }

  private mutating func continueCharacter(
    _ sequence: UTF8Sequence, _ byte: UInt8, isAlt: Bool, _ events: inout [TerminalEvent]
  ) {
    var sequence = sequence
    if sequence.append(byte) {
      continueCharacter(sequence, isAlt: isAlt, &events)
    } else {
      begin(byte, isAlt: false, &events)
    }
  }

  private mutating func continueCharacter(
    _ sequence: UTF8Sequence, isAlt: Bool, _ events: inout [TerminalEvent]
  ) {
    guard let scalar = sequence.scalar else { return state = .character(sequence, isAlt: isAlt) }
    state = .ground
    // The control characters of Latin-1 are not typed by any key.
    guard scalar.properties.generalCategory != .control else { return }
    events.append(.key(isAlt ? .alt(Character(scalar)) : .character(Character(scalar))))
  }
}

// MARK: - Sequences

extension KeyParser {
  /// Reads the byte after ESC; a second ESC before a sequence is the Alt key, which is ignored there.
  private mutating func continueEscape(_ byte: UInt8, isDouble: Bool, _ events: inout [TerminalEvent]) {
    switch byte {
    case 0x1B:
      if isDouble { events.append(.key(.escape)) }
      state = .escape(isDouble: true)
    case UInt8(ascii: "["): state = .control(ControlSequence())
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(endsInEscape: false)
    default:
      if isDouble { events.append(.key(.escape)) }
      begin(byte, isAlt: true, &events)
    }
  }

  private mutating func continueSingleShift(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"): break
    case 0x20..<0x7F:
      state = .ground
      if let key = Key(singleShift: byte) { events.append(.key(key)) }
    default: begin(byte, isAlt: false, &events)
    }
  }

  private mutating func continueControl(
    _ sequence: ControlSequence, _ byte: UInt8, _ events: inout [TerminalEvent]
  ) {
    switch byte {
    case UInt8(ascii: "[") where sequence.isEmpty: state = .consoleFunction
    case UInt8(ascii: "M") where sequence.isEmpty: state = .oldMouse(remaining: 3)
    case 0x20..<0x40:
      var sequence = sequence
      sequence.append(byte)
      state = .control(sequence)
    case 0x40..<0x7F:
      state = .ground
      switch sequence.meaning(final: byte) {
      case .event(let event): events.append(event)
      case .pasteBegins: state = .paste
      case nil: break
      }
    default: begin(byte, isAlt: false, &events)
    }
  }

  private mutating func continueConsoleFunction(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    guard 0x20..<0x7F ~= byte else { return begin(byte, isAlt: false, &events) }
    state = .ground
    if UInt8(ascii: "A")...UInt8(ascii: "E") ~= byte { events.append(.key(.function(Int(byte) - 0x40))) }
  }

  /// Reads a byte of a string, which ends with BEL or `ESC \`, and is cancelled by CAN, SUB or another sequence.
  private mutating func continueString(_ byte: UInt8, endsInEscape: Bool, _ events: inout [TerminalEvent]) {
    if byte == 0x1B {
      state = .string(endsInEscape: true)
    } else if endsInEscape, byte != UInt8(ascii: "\\") {
      continueEscape(byte, isDouble: false, &events)
    } else if endsInEscape || [0x07, 0x18, 0x1A].contains(byte) {
      state = .ground
    }
  }
}

// MARK: - Pasted text

extension KeyParser {
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func continuePaste(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    if byte != Self.pasteEnd[pasteEndLength] {
      append(pasted: Self.pasteEnd.prefix(pasteEndLength))
      pasteEndLength = 0
    }
    guard byte == Self.pasteEnd[pasteEndLength] else { return append(pasted: [byte]) }
    pasteEndLength += 1
    if pasteEndLength == Self.pasteEnd.count { endPaste(&events) }
  }

  private mutating func append(pasted bytes: some Collection<UInt8>) {
    pasted += bytes.prefix(Self.maximumPaste - pasted.count)
  }

  private mutating func endPaste(_ events: inout [TerminalEvent]) {
    if pasted.count == Self.maximumPaste { removeIncompleteCharacter() }
    if !pasted.isEmpty { events.append(.paste(String(decoding: pasted, as: UTF8.self))) }
    (state, pasted, pasteEndLength) = (.ground, [], 0)
  }

  /// Removes the bytes at the end whose character may have been cut.
  private mutating func removeIncompleteCharacter() {
    guard let lead = pasted.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }),
      var sequence = UTF8Sequence(lead: pasted[lead])
    else { return }
    for byte in pasted[(lead + 1)...] where !sequence.append(byte) { return }
    if sequence.scalar == nil { pasted.removeSubrange(lead...) }
  }
}
