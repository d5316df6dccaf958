extension Double {
  /// A share as a percentage with one decimal: `14.3 %`.
  var percentWords: String { "\((self * 100).tenthsWords) %" }

  /// A number from 0 to 2⁵³ with one decimal, rounded to the nearest: `2.5`.
  var tenthsWords: String {
    // The C library's rounding would be the only thing for which a program without Foundation had to be linked with it.
    let tenths = Int(self * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Int {
  /// The number with what it counts: `1 ad`, `2 ads`.
  func words(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
