/// The document ends where it must not.
struct XMLEnd: Error {
  /// What it ends in.
  let within: String
}
