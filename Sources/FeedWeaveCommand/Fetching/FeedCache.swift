import FeedFormats

/// The last version of each feed that was fetched, in files of the user's cache folder.
///
/// A file has the address, when it was fetched, and what the server said of it, a line each; then an empty line and the
/// bytes of the feed. It is written whole or not at all. Its name is a hash of the address, which no address can choose
/// a path with; a file of another address with the same hash is no version of this one.
struct FeedCache: Sendable {
  /// A version that was fetched.
  struct Version: Hashable, Sendable {
    /// The bytes of the feed.
    var bytes: [UInt8]
    /// When the server has last said that it is the present one, in seconds since 1970.
    var time: Int64
    /// What the server has said of it.
    var validators = FeedValidators()
  }

  private let environment: CommandEnvironment

  init(_ environment: CommandEnvironment) { self.environment = environment }

  /// Returns the version of an address; nil if there is none that can be read.
  ///
  /// - Parameter limit: the most bytes of a version.
  func version(of address: FeedAddress, limit: Int) -> Version? {
    guard let path = path(of: address), environment.exists(path),
      let bytes = try? environment.read(.path(path), limit + Self.maxHeader)
    else { return nil }
    var rest = bytes[...]
    var lines: [String] = []
    while lines.last != "" {
      guard lines.count < 6, let end = rest.prefix(Self.maxHeader).firstIndex(of: UInt8(ascii: "\n")) else {
        return nil
      }
      lines.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    guard lines.count == 6, lines[0] == Self.title, lines[1] == address.string, let time = Int64(lines[2]),
      rest.count <= limit
    else { return nil }
    let validators = FeedValidators(tag: String(lines[3].dropFirst(2)), modified: String(lines[4].dropFirst(2)))
    return Version(bytes: Array(rest), time: time, validators: validators)
  }

  /// Keeps a version; a failure to do so is none of fetching.
  func keep(_ version: Version, of address: FeedAddress) {
    guard let path = path(of: address) else { return }
    let lines = [
      Self.title, address.string, "\(version.time)", "t \(version.validators.tag ?? "")",
      "m \(version.validators.modified ?? "")", "",
    ]
    try? environment.replace(path, Array((lines.joined(separator: "\n") + "\n").utf8) + version.bytes)
  }

  /// Deletes the version of an address.
  func drop(_ address: FeedAddress) {
    if let path = path(of: address) { environment.delete(path) }
  }

  /// Deletes the versions of which no server has been asked for a long time.
  ///
  /// - Complexity: O(*n*) for *n* versions, of which the first lines are read.
  func dropUnused() {
    guard let folder = environment.folders.cache else { return }
    for name in environment.names(folder) where name.count == 16 && UInt64(name, radix: 16) != nil {
      let path = "\(folder)/\(name)"
      guard let beginning = try? environment.read(.path(path), Self.maxHeader) else { continue }
      let lines = beginning.prefix(Self.maxHeader).split(separator: UInt8(ascii: "\n"), maxSplits: 3)
        .map { String(decoding: $0, as: UTF8.self) }
      guard lines.first == Self.title, lines.count > 2, let time = Int64(lines[2]) else { continue }
      if time < environment.now() - Self.longestUnused { environment.delete(path) }
    }
  }

  /// 90 days, in seconds.
  private static let longestUnused: Int64 = 90 * 86_400

  /// Returns the path of the file of an address; nil without a cache folder.
  func path(of address: FeedAddress) -> String? {
    environment.folders.cache.map { "\($0)/\(ItemKey([address.string]).hexadecimal)" }
  }

  private static let title = "feedweave 1"
  private static let maxHeader = 4096
}
