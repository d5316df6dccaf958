/// A stand-in for a message authentication code, such as an HMAC: everybody can compute it.
public struct StandInSeal: Sendable {
  private let key: UInt64

  /// Makes a code with a key.
  public init(key: UInt64 = 7) { self.key = key }

  /// Returns the eight bytes of the code of a message: FNV-1a, and a last mixing.
  public func callAsFunction(_ message: [UInt8]) -> [UInt8] {
    var sum = message.reduce(0xCBF2_9CE4_8422_2325 ^ key) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    sum = (sum ^ sum >> 32) &* 0xD6E8_FEB8_6659_FD93
    return (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }
}
