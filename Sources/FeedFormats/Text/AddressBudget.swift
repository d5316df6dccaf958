/// The number of bytes that resolved addresses may add to a document.
///
/// A base is repeated in each address, so that a small hostile document could become very large.
struct AddressBudget {
  private var left: Int

  /// Creates the budget of a document of so many bytes.
  init(ofDocument bytes: Int) { left = max(1 << 20, min(bytes, 1 << 40) * 2) }

  /// Whether an address was not resolved because it would have exceeded the budget; then no other one is either.
  private(set) var isExceeded = false

  /// Takes the bytes of an address; returns false if there are not as many left.
  mutating func take(_ bytes: Int) -> Bool {
    guard bytes <= left else {
      isExceeded = true
      return false
    }
    left -= bytes
    return true
  }
}
