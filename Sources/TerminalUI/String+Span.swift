extension String {
  /// Calls a function with the bytes of the text, which are not copied where they lie side by side.
  func withBytes<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result {
    // The span cannot outlive the call, within which the text keeps its bytes where they are.
    let result = unsafe utf8.withContiguousStorageIfAvailable { bytes in body(unsafe Span(_unsafeElements: bytes)) }
    return result ?? body(Array(utf8).span)
  }
}
