import Documents
import FeedFormats
import TerminalUI

/// A safe text can be drawn within its limits and any number of columns; a safe link is plain ASCII.
///
/// The first two bytes of the input are the limits.
enum TextProperties {
  static func check(_ input: [UInt8]) throws {
    let text = String(decoding: input.dropFirst(2), as: UTF8.self)
    var limits = SafeText.Limits.body
    if input.count >= 2, input[0] < 200 {
      limits = SafeText.Limits(
        marksPerCluster: 1 + Int(input[0] % 8), scalarsPerCluster: 1 + Int(input[0] / 8),
        clusters: 1 + Int(input[1] / 4), lines: 1 + Int(input[1] % 4))
    }
    let safe = SafeText(text, limits: limits)
    try check(safe, limits)
    let again = SafeText(safe.string, limits: limits)
    try require(again.string.utf8.elementsEqual(safe.string.utf8), "sanitized again, it changes")
    for columns in [1, 2, 3, 7, 40] {
      for line in WrappedLines(safe, columns: columns) {
        try require(TextWidth.width(of: line) <= columns, "a line of \(columns) columns is too wide")
      }
      let line = safe.singleLine
      try require(TextWidth.width(of: line.truncated(to: columns)) <= columns, "it is not truncated to \(columns)")
      try require(TextWidth.width(of: line.prefix(columns: columns)) <= columns, "a prefix of \(columns) is too wide")
    }
    guard let link = try? SafeLink(text) else { return }
    try require(link.string.utf8.allSatisfy { 0x21..<0x7F ~= $0 }, "a link is not printable ASCII")
    try require(link.string.utf8.count <= SafeLink.maximumBytes, "a link is too long")
    try require(["http:", "https:", "mailto:"].contains { link.string.hasPrefix($0) }, "a link has another scheme")
  }

  private static func check(_ safe: SafeText, _ limits: SafeText.Limits) throws(FuzzFailure) {
    for scalar in safe.string.unicodeScalars {
      try require(
        isDrawable(scalar) || scalar == "\n" && limits.lines > 1, "U+\(String(scalar.value, radix: 16)) is not removed")
    }
    try require(safe.string.count <= limits.clusters, "there are \(safe.string.count) clusters")
    let lines = safe.string.split(separator: "\n", omittingEmptySubsequences: false)
    try require(lines.count <= limits.lines, "there are \(lines.count) lines")
    for cluster in lines.joined() {
      try require(1...2 ~= TextWidth.width(of: cluster), "\(cluster.debugDescription) is not 1 or 2 columns wide")
      try require(
        cluster.unicodeScalars.count <= limits.scalarsPerCluster + 1, "a cluster has too many characters")
    }
  }

  /// Whether a character neither controls the terminal, nor reorders or hides others, nor has no agreed meaning.
  private static func isDrawable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF:
      false
    default: scalar.properties.generalCategory != .privateUse && !scalar.properties.isNoncharacterCodePoint
    }
  }
}

/// HTML of any kind becomes a text within its limit, and the whole text if that fits.
enum HTMLProperties {
  static func check(_ input: [UInt8]) throws {
    let html = String(decoding: input, as: UTF8.self)
    let whole = Document(html: html).plainText()
    for limit in [0, 1, 10, 100] {
      let part = Document(html: html, limit: limit).plainText(limit: limit)
      if whole.utf8.count <= limit {
        try require(part == whole, "a text that fits within \(limit) bytes is changed: \(part.debugDescription)")
      } else {
        // By bytes: a character may combine with the ellipsis after it.
        let saysSo = part.utf8.suffix(3).elementsEqual("…".utf8)
        try require(saysSo, "a text of more than \(limit) bytes does not say so: \(part.debugDescription)")
        try require(part.utf8.count <= limit + 3, "a text of at most \(limit) bytes has \(part.utf8.count)")
      }
    }
  }
}
