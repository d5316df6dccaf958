extension RandomAccessCollection {
  /// Gives the elements side by side: those of an array as they are, others as a copy.
  @inlinable
  func withSpan<Result>(_ body: (Span<Element>) -> Result) -> Result {
    // The span cannot outlive the call, within which the collection keeps the memory as it is.
    let result = withContiguousStorageIfAvailable { elements in body(unsafe Span(_unsafeElements: elements)) }
    return result ?? body(ContiguousArray(self).span)
  }
}
