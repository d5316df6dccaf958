import Foundation
import TestSupport

/// The files of the Unicode Character Database, where a package of the system has them.
enum UnicodeFiles {
  /// The text of a file, nil when it is not installed.
  static func read(_ path: String) -> String? {
    try? String(contentsOfFile: "/usr/share/unicode/" + path, encoding: .utf8)
  }

  /// The lines of a file without comments, in fields at semicolons.
  static func fields(_ path: String) -> [[String]]? {
    read(path)?.split(separator: "\n").compactMap { line in
      let data = line.prefix { $0 != "#" }
      guard data.contains(where: { !$0.isWhitespace }) else { return nil }
      return data.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The text that hexadecimal numbers between spaces spell.
  static func text(_ numbers: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: numbers.split(separator: " ").compactMap { UInt32($0, radix: 16) }.compactMap(Unicode.Scalar.init))
    return String(scalars)
  }

  /// All characters in a whole run; in an ordinary one the first of them, and of the others one in so many.
  static func scalars(oneIn step: Int) -> [Unicode.Scalar] {
    let others = stride(from: 0x500 as UInt32, through: 0x10FFFF, by: Sample.of(1, few: step))
    return (Array(0..<0x500) + others).compactMap(Unicode.Scalar.init)
  }
}
