/// Something that must hold in a soak and does not.
struct SoakFault: Error, CustomStringConvertible {
  let description: String

  init(_ words: String) { description = words }
}

/// Throws unless something holds.
func require(_ holds: Bool, _ words: @autoclosure () -> String) throws(SoakFault) {
  if !holds { throw SoakFault(words()) }
}
