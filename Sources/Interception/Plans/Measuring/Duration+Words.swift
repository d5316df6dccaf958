extension Duration {
  /// In the largest unit of which there is one at least, with three digits: `"1.25 ms"`, `"12.5 s"`.
  package var words: String {
    let nanoseconds = Double(wholeNanoseconds)
    let (unit, size) =
      switch nanoseconds {
      case ..<1_000: ("ns", 1.0)
      case ..<1_000_000: ("µs", 1e3)
      case ..<1_000_000_000: ("ms", 1e6)
      default: ("s", 1e9)
      }
    return "\(Duration.threeDigits(nanoseconds / size)) \(unit)"
  }

  /// What is less than a nanosecond is left out, and what is more than 292 years.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || isTooLarge ? .max : sum
  }

  /// Cut, not rounded, so that 999.9 does not become 1000; without zeros that say nothing.
  private static func threeDigits(_ number: Double) -> String {
    let scale = number < 10 ? 100.0 : number < 100 ? 10.0 : 1.0
    let cut = (number * scale).rounded(.down) / scale
    return cut == cut.rounded() ? "\(Int(cut))" : "\(cut)"
  }
}
