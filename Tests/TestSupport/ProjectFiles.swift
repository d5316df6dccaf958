public import Foundation

/// The files in Fixtures, and the screens among them that tests expect.
public enum ProjectFiles {
  /// The root of the package.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The bytes of a file, named from the root of the package.
  public static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: root.appending(path: path))).map(Array.init)
  }

  /// The text of a file, named from the root of the package.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The names of the files in a folder, without those in its folders, in order.
  public static func names(in folder: String) -> [String] { entries(of: folder, areFolders: false) }

  /// The names of the folders in a folder, in order.
  public static func folders(in folder: String) -> [String] { entries(of: folder, areFolders: true) }

  private static func entries(of folder: String, areFolders: Bool) -> [String] {
    let folder = root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in
      let isFolder = try? folder.appending(path: name).resourceValues(forKeys: [.isDirectoryKey]).isDirectory
      return isFolder == areFolders && !name.hasPrefix(".")
    }.sorted()
  }

  /// The text of every Swift file in a folder and in those below it.
  public static func swiftSources(in folder: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return try paths.sorted().filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: root.appending(path: folder).appending(path: $0), encoding: .utf8)
    }
  }

  /// Compares bytes with an expected file; where `FEEDWEAVE_RECORD=1` is set, writes them instead and complains.
  ///
  /// - Returns: what is wrong, or nil when the bytes are as expected.
  public static func difference(
    of bytes: [UInt8], from name: String, in folder: String = "Fixtures/screens"
  ) -> String? {
    let file = root.appending(path: folder).appending(path: name)
    if ProcessInfo.processInfo.environment["FEEDWEAVE_RECORD"] == "1" {
      do { try Data(bytes).write(to: file) } catch { return "\(name) cannot be recorded: \(error)" }
      return "\(name) was recorded; run again without FEEDWEAVE_RECORD"
    }
    guard let expected = (try? Data(contentsOf: file)).map(Array.init) else { return "\(name) does not exist" }
    guard expected != bytes else { return nil }
    let lines = expected.split(separator: 0x0A, omittingEmptySubsequences: false)
    let found = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let place = zip(lines, found).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, found.count)
    return "\(name):\(place + 1): expected \(word(lines, place)), found \(word(found, place))"
  }

  private static func word(_ lines: [ArraySlice<UInt8>], _ place: Int) -> String {
    lines.indices.contains(place) ? String(decoding: lines[place], as: UTF8.self).debugDescription : "the end"
  }
}
