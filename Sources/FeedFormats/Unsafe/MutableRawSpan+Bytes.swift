extension MutableRawSpan {
  /// Stores as many bytes of an array from an offset on as there is room for; returns how many.
  mutating func store(_ bytes: [UInt8], from offset: Int) -> Int {
    let count = min(byteCount, max(bytes.count - offset, 0))
    guard count > 0 else { return 0 }
    // The target has room for them.
    unsafe withUnsafeMutableBytes { target in unsafe target.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }
}
