extension RandomAccessCollection {
  /// Calls a closure with a span of the elements; copies them if they are not stored contiguously.
  @inlinable
  func withSpan<Result>(_ body: (Span<Element>) -> Result) -> Result {
    // The span cannot escape the call, and the collection keeps its memory valid until the call returns.
    let result = withContiguousStorageIfAvailable { elements in body(unsafe Span(_unsafeElements: elements)) }
    return result ?? body(ContiguousArray(self).span)
  }
}
