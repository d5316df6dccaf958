extension Style {
  /// The escape sequence that selects this style after a reset, at a depth; empty when there is nothing to select.
  ///
  /// Without colours there is no sequence at all, not even for bold: `--color never` promises plain text.
  func sequence(_ depth: ColorDepth) -> String {
    guard depth != .plain else { return "" }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isUnderlined { codes.append("4") }
    if let foreground { codes.append(foreground.code(depth, isBackground: false)) }
    if let background { codes.append(background.code(depth, isBackground: true)) }
    return codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  /// The escape sequence that goes back to the terminal's own look.
  static let reset = "\u{1B}[0m"
}

extension Color {
  fileprivate func code(_ depth: ColorDepth, isBackground: Bool) -> String {
    let shift = isBackground ? 10 : 0
    switch reduced(to: depth) {
    case .named(let name) where name.rawValue < 8: return "\(30 + shift + Int(name.rawValue))"
    case .named(let name): return "\(90 + shift + Int(name.rawValue) - 8)"
    case .palette(let index): return "\(38 + shift);5;\(index)"
    case .rgb(let red, let green, let blue): return "\(38 + shift);2;\(red);\(green);\(blue)"
    }
  }
}
