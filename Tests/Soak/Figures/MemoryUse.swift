import Foundation

/// The memory of this process.
enum MemoryUse {
  /// What the system counts as resident now, in mebibytes; nil where it does not say so in a file, as Linux does.
  static var resident: Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return kibibytes / 1_024
  }
}
