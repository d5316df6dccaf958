/// A small terminal: takes bytes and keeps the cells, and refuses every sequence that it does not know.
///
/// It knows what the program may write, and nothing more: text, CR, LF, the styles of a closed set, and, in the screen
/// dialect, hyperlinks, the cursor by absolute address, erasing, and the modes that the program switches. How wide a
/// cluster is, the caller says. A line never wraps: text that leaves the grid is an error too.
/// A line feed begins the next line at its first column, as a terminal in its usual mode does.
public struct TerminalGrid: Sendable {
  /// What may come in besides text.
  public enum Dialect: Sendable {
    /// Line feeds only.
    case plain
    /// Line feeds and styles.
    case styled
    /// All that an interactive screen needs.
    case screen
  }

  /// A cell: what stands in it and its style as the parameters of SGR; the second column of a wide cluster is empty.
  public struct Cell: Hashable, Sendable {
    /// One cluster, or nothing in the second column of a wide one.
    public var text: String
    /// The parameters of SGR since the last reset.
    public var style: [Int]
    /// The address of the hyperlink; nil for none.
    public var link: String?

    /// Makes a cell.
    public init(text: String, style: [Int], link: String? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  /// Why the bytes were refused, and where the offending ones begin.
  public enum Refusal: Error, Hashable, Sendable {
    /// A control character.
    case control(UInt8, at: Int)
    /// A sequence outside the closed set, without its ESC.
    case unknownSequence(String, at: Int)
    /// The bytes end within a sequence.
    case unfinishedSequence(at: Int)
    /// Text that is not UTF-8.
    case invalidUTF8(at: Int)
    /// Text or a cursor address beyond the grid.
    case outside(row: Int, column: Int, at: Int)
    /// A cluster of no width.
    case invisible(String, at: Int)
  }

  /// The width of the grid.
  public let columns: Int
  /// What may come in.
  public let dialect: Dialect
  /// The rows from the top; there is always the one with the cursor.
  public private(set) var rows: [[Cell]] = [[]]
  /// The row of the cursor, from 0.
  public private(set) var row = 0
  /// The column of the cursor, from 0; past the last one after a full line.
  public private(set) var column = 0
  /// The style that the next text gets.
  public private(set) var style: [Int] = []
  /// The address of the hyperlink that the next text gets; nil for none.
  public private(set) var link: String?
  /// The private modes that are switched on.
  public private(set) var modes: Set<Int> = []
  private let mostRows: Int
  private let width: @Sendable (Character) -> Int

  /// Makes an empty grid, with the cursor in its first cell.
  public init(columns: Int, rows: Int = .max, dialect: Dialect, width: @escaping @Sendable (Character) -> Int) {
    self.columns = columns
    self.mostRows = rows
    self.dialect = dialect
    self.width = width
  }

  /// The text of each row, without the spaces at its end.
  public var lines: [String] {
    rows.map { cells in
      var text = cells.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Interprets bytes, which must be whole: no sequence may be left open at their end.
  public mutating func feed(_ bytes: [UInt8]) throws(Refusal) {
    var position = 0
    while position < bytes.count {
      switch bytes[position] {
      case 0x0A:
        try move(row: row + 1, column: 0, at: position)
        position += 1
      case 0x0D where dialect == .screen:
        column = 0
        position += 1
      case 0x1B where dialect != .plain: position = try sequence(in: bytes, from: position)
      case 0x00..<0x20, 0x7F: throw .control(bytes[position], at: position)
      default: position = try text(in: bytes, from: position)
      }
    }
  }

  private mutating func text(in bytes: [UInt8], from start: Int) throws(Refusal) -> Int {
    let end = bytes[start...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.count
    guard let text = String(validating: bytes[start..<end], as: UTF8.self) else { throw .invalidUTF8(at: start) }
    for cluster in text {
      if let control = cluster.unicodeScalars.first(where: { (0x80..<0xA0).contains($0.value) }) {
        throw .control(UInt8(control.value), at: start)
      }
      try put(cluster, at: start)
    }
    return end
  }

  private mutating func put(_ cluster: Character, at position: Int) throws(Refusal) {
    let width = width(cluster)
    guard width > 0 else { throw .invisible(String(cluster), at: position) }
    guard column + width <= columns else { throw .outside(row: row, column: column + width, at: position) }
    clearHalf(column)
    clearHalf(column + width)
    while rows[row].count < column + width { rows[row].append(Cell(text: " ", style: [])) }
    rows[row][column] = Cell(text: String(cluster), style: style, link: link)
    for next in column + 1..<column + width { rows[row][next] = Cell(text: "", style: style, link: link) }
    column += width
  }

  /// A wide cluster of which one column is about to be overwritten leaves a space in the other.
  private mutating func clearHalf(_ column: Int) {
    guard column > 0, column < rows[row].count, rows[row][column].text.isEmpty else { return }
    rows[row][column - 1].text = " "
    rows[row][column].text = " "
  }

  private mutating func move(row: Int, column: Int, at position: Int) throws(Refusal) {
    guard (0..<mostRows).contains(row), (0..<columns).contains(column) else {
      throw .outside(row: row, column: column, at: position)
    }
    while rows.count <= row { rows.append([]) }
    self.row = row
    self.column = column
  }
}

extension TerminalGrid {
  /// Interprets `ESC [ ? parameters final`; in the screen dialect also a hyperlink, and the end of a string alone.
  private mutating func sequence(in bytes: [UInt8], from start: Int) throws(Refusal) -> Int {
    guard start + 1 < bytes.count else { throw .unfinishedSequence(at: start) }
    if dialect == .screen, bytes[start + 1] == UInt8(ascii: "]") { return try hyperlink(in: bytes, from: start) }
    if dialect == .screen, bytes[start + 1] == UInt8(ascii: "\\") { return start + 2 }
    guard bytes[start + 1] == UInt8(ascii: "[") else { throw unknown(bytes[start...start + 1], at: start) }
    guard let last = bytes[(start + 2)...].firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      throw .unfinishedSequence(at: start)
    }
    let whole = bytes[start...last]
    let isPrivate = bytes[start + 2] == UInt8(ascii: "?")
    let digits = bytes[(start + (isPrivate ? 3 : 2))..<last]
    guard let parameters = Self.parameters(digits) else { throw unknown(whole, at: start) }
    switch (Character(Unicode.Scalar(bytes[last])), isPrivate) {
    case ("m", false): try select(parameters, or: unknown(whole, at: start))
    case ("h", true), ("l", true):
      try setModes(parameters, bytes[last] == UInt8(ascii: "h"), or: unknown(whole, at: start))
    case let (final, false) where dialect == .screen:
      try address(final, parameters, or: unknown(whole, at: start), at: start)
    default: throw unknown(whole, at: start)
    }
    return last + 1
  }

  /// Interprets `ESC ] 8 ; ; address ESC \`, whose address is in printable ASCII, and empty to end the link.
  private mutating func hyperlink(in bytes: [UInt8], from start: Int) throws(Refusal) -> Int {
    let address = bytes[(start + 2)...].prefix { 0x21...0x7E ~= $0 }
    guard address.starts(with: "8;;".utf8) else { throw unknown(bytes[start..<address.endIndex], at: start) }
    let terminator: [UInt8] = [0x1B, UInt8(ascii: "\\")]
    let end = bytes[address.endIndex...].prefix(2)
    guard end.elementsEqual(terminator), address.count <= 3 + 2083 else {
      if end.count < 2, terminator.starts(with: end) { throw .unfinishedSequence(at: start) }
      throw unknown(bytes[start..<address.endIndex], at: start)
    }
    link = address.count > 3 ? String(decoding: address.dropFirst(3), as: UTF8.self) : nil
    return address.endIndex + 2
  }

  private func unknown(_ bytes: ArraySlice<UInt8>, at position: Int) -> Refusal {
    .unknownSequence(String(decoding: bytes.dropFirst(), as: UTF8.self), at: position)
  }

  /// Numbers of at most four digits between semicolons; nil when there is anything else.
  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    guard !bytes.isEmpty else { return [] }
    var numbers: [Int] = []
    for field in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      guard (1...4).contains(field.count), let number = Int(String(decoding: field, as: UTF8.self)), number >= 0
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// SGR: a reset alone, or attributes and colours that the program uses.
  private mutating func select(_ parameters: [Int], or refusal: Refusal) throws(Refusal) {
    if parameters == [0] || parameters.isEmpty {
      style = []
      return
    }
    var rest = parameters[...]
    while let code = rest.popFirst() {
      switch code {
      case 1, 2, 3, 4, 7, 30...37, 40...47, 90...97, 100...107: break
      case 38, 48:
        let count = rest.first == 5 ? 2 : rest.first == 2 ? 4 : .max
        guard rest.count >= count, rest.prefix(count).dropFirst().allSatisfy({ $0 < 256 }) else { throw refusal }
        rest = rest.dropFirst(count)
      default: throw refusal
      }
    }
    style += parameters
  }

  /// Cursor keys, wrapping, cursor, mouse, focus, alternate screen, paste, synchronized output.
  private static let knownModes: Set<Int> = [1, 7, 25, 1000, 1002, 1004, 1006, 1049, 2004, 2026]

  private mutating func setModes(_ numbers: [Int], _ isOn: Bool, or refusal: Refusal) throws(Refusal) {
    guard dialect == .screen, !numbers.isEmpty, Self.knownModes.isSuperset(of: numbers) else { throw refusal }
    if isOn { modes.formUnion(numbers) } else { modes.subtract(numbers) }
  }

  /// Erases the rest of the row; not in a style, whose background terminals use, and not after the last column, where
  /// the last character would be erased.
  private mutating func eraseRest(or refusal: Refusal) throws(Refusal) {
    guard column < columns, style.isEmpty else { throw refusal }
    rows[row].removeSubrange(min(column, rows[row].count)...)
  }

  private mutating func address(
    _ final: Character, _ parameters: [Int], or refusal: Refusal, at position: Int
  ) throws(Refusal) {
    switch (final, parameters) {
    case ("H", []): try move(row: 0, column: 0, at: position)
    case ("H", _) where parameters.count == 2:
      try move(row: parameters[0] - 1, column: parameters[1] - 1, at: position)
    case ("G", _) where parameters.count == 1: try move(row: row, column: parameters[0] - 1, at: position)
    case ("K", []), ("K", [0]): try eraseRest(or: refusal)
    case ("J", [2]): rows = rows.map { _ in [] }
    case ("J", []), ("J", [0]):
      try eraseRest(or: refusal)
      for below in rows.indices.dropFirst(row + 1) { rows[below] = [] }
    default: throw refusal
    }
  }
}
