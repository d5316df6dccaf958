extension StaticString {
  /// The address of the literal, which is the same for as long as the program runs.
  @inlinable
  var address: UInt { UInt(bitPattern: unsafe utf8Start) }
}

extension String {
  /// Copies the static string at an address; an empty string if the address is zero.
  init(staticStringAt address: UInt) {
    // A static string is zero-terminated.
    self = unsafe UnsafePointer<CChar>(bitPattern: address).map { unsafe String(cString: $0) } ?? ""
  }
}
