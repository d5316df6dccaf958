/// The ways in which files are damaged.
extension SeededGenerator {
  /// A copy with a few bytes changed, taken out, put in, or a piece repeated.
  public mutating func damaged(_ bytes: [UInt8], alphabet: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: bytes[place] = byte(of: alphabet)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(byte(of: alphabet), at: place)
      default: bytes.insert(contentsOf: bytes[place..<Int.random(in: place..<bytes.count, using: &self)], at: place)
      }
      if bytes.count > 4000 { bytes.removeLast(bytes.count - 4000) }
    }
    return bytes
  }

  /// A byte of an alphabet, and every tenth time any byte at all.
  public mutating func byte(of alphabet: [UInt8]) -> UInt8 {
    let any = UInt8.random(in: 0...255, using: &self)
    return Int.random(in: 0..<10, using: &self) == 0 ? any : alphabet.randomElement(using: &self) ?? any
  }
}
