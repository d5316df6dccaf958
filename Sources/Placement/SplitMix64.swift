/// A random number generator with the same sequence for the same seed on every machine.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. How the standard library turns random
/// bits into numbers in a range may change from version to version. Numbers that decide positions are therefore
/// computed here.
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Makes a generator from a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix64.mixed(state)
  }

  /// Returns a uniformly distributed number in a range, except for a rounding error below 2⁻³².
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    let width = UInt64(bitPattern: Int64(range.upperBound)) &- UInt64(bitPattern: Int64(range.lowerBound)) &+ 1
    let offset = width == 0 ? next() : next() % width
    return Int(Int64(bitPattern: UInt64(bitPattern: Int64(range.lowerBound)) &+ offset))
  }

  /// Returns a number from 0 up to, but not including, 1.
  package mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// Returns a word in which every bit depends on all bits of the argument.
  package static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
