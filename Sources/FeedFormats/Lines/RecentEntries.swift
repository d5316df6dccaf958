/// The entries that were used last, up to a number of them and of the bytes of their lines.
///
/// There are two generations. When the younger one is full, it becomes the older one, and the older one is removed; an
/// entry of the older one that is used moves to the younger one.
struct RecentEntries: Sendable {
  /// The most entries of both generations.
  static let maxCount = 512
  /// The most bytes of lines in both generations; a decoded item takes about three times the bytes of its line.
  static let maxBytes = 4 << 20

  private struct Generation {
    var entries: [Int: ItemLines.Entry] = [:]
    var byteCount = 0
  }

  private var younger = Generation()
  private var older = Generation()

  /// The number of entries.
  var count: Int { younger.entries.count + older.entries.count }

  /// Returns the entry of a line.
  mutating func entry(of line: Int) -> ItemLines.Entry? {
    if let entry = younger.entries[line] { return entry }
    guard let entry = older.entries[line] else { return nil }
    remove(line)
    insert(entry, of: line)
    return entry
  }

  /// Adds the entry of a line that has none; one that is too large is not added.
  mutating func insert(_ entry: ItemLines.Entry, of line: Int) {
    guard entry.byteCount <= Self.maxBytes / 2 else { return }
    if younger.entries.count >= Self.maxCount / 2 || younger.byteCount + entry.byteCount > Self.maxBytes / 2 {
      older = younger
      younger = Generation()
    }
    younger.entries[line] = entry
    younger.byteCount += entry.byteCount
    assert(checkInvariants())
  }

  /// Removes the entry of a line.
  mutating func remove(_ line: Int) {
    younger.byteCount -= younger.entries.removeValue(forKey: line)?.byteCount ?? 0
    older.byteCount -= older.entries.removeValue(forKey: line)?.byteCount ?? 0
  }

  /// Checks what must hold after each change.
  func checkInvariants() -> Bool {
    for generation in [younger, older] {
      let bytes = generation.entries.values.reduce(0) { $0 + $1.byteCount }
      precondition(generation.byteCount == bytes, "\(generation.byteCount) bytes counted of \(bytes)")
      precondition(bytes <= Self.maxBytes / 2 && generation.entries.count <= Self.maxCount / 2, "too many entries")
    }
    return true
  }
}
