/// A growing block of bytes, after which more can be read: a newline first, then whatever there is.
///
/// It is read through ``BytePlace``.
@safe
package final class ByteBlock: @unchecked Sendable {
  /// The number of bytes.
  package private(set) var count = 0
  private var capacity: Int
  private var memory: UnsafeMutableRawPointer

  package init(capacity: Int = 0) {
    self.capacity = capacity
    unsafe memory = .allocate(byteCount: capacity + BytePlace.readableBytes, alignment: 64)
    seal()
  }

  deinit { unsafe memory.deallocate() }

  /// The place of the first byte.
  var start: BytePlace { unsafe BytePlace(memory) }

  /// The place after the last byte, where a newline is.
  var end: BytePlace { start + count }

  /// Calls `body` with the bytes.
  package func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe UnsafeRawBufferPointer(start: memory, count: count).bytes)
  }

  /// Removes all bytes, and keeps their memory.
  func removeAll() { removeLast(count) }

  /// Puts spaces in the place of a byte order mark at the beginning, so that all columns stay.
  func replaceMark() {
    guard count >= 3, start.bytes(to: start + 3) == [0xEF, 0xBB, 0xBF] else { return }
    for offset in 0..<3 { unsafe memory.storeBytes(of: UInt8(ascii: " "), toByteOffset: offset, as: UInt8.self) }
  }

  /// Removes bytes at the end.
  func removeLast(_ bytes: Int) {
    count -= bytes
    seal()
  }

  /// Appends one byte.
  func append(_ byte: UInt8) {
    unsafe append(count: 1) { target in unsafe target.storeBytes(of: byte, as: UInt8.self) }
  }

  /// Appends bytes.
  func append(_ bytes: some Collection<UInt8>) {
    let length = bytes.count
    unsafe append(count: length) { target in
      unsafe UnsafeMutableRawBufferPointer(start: target, count: length).copyBytes(from: bytes)
    }
  }

  /// Appends as many bytes as `read` stores, at most `most`; returns how many.
  func append<Failure: Error>(
    upTo most: Int, _ read: (inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(most)
    var room = unsafe UnsafeMutableRawBufferPointer(start: memory + count, count: most).mutableBytes
    let stored = min(max(try read(&room), 0), most)
    count += stored
    seal()
    return stored
  }

  /// Makes room for more bytes.
  func reserve(_ more: Int) {
    if count + more <= capacity { return }
    capacity = max(count + more, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity + BytePlace.readableBytes, alignment: 64)
    unsafe larger.copyMemory(from: memory, byteCount: count)
    unsafe memory.deallocate()
    unsafe memory = unsafe larger
  }

  /// Appends `more` bytes that `store` stores.
  @inline(__always)
  func append(count more: Int, _ store: (UnsafeMutableRawPointer) -> Void) {
    if count + more > capacity { reserve(more) }
    unsafe store(memory + count)
    count += more
    seal()
  }

  /// Puts the newline after the last byte.
  @inline(__always)
  private func seal() { unsafe memory.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: count, as: UInt8.self) }
}
