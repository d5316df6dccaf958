/// A seeded generator (Steele, Lea, Flood: SplitMix64), and the ways in which files are damaged.
public struct FeedRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins the sequence of a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
