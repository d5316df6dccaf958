import FeedFormats

/// Which items have been read and how far, and which one was selected last in each list of feeds.
///
/// As text it is a heading and a line for each record: what it is about as 16 hexadecimal digits, the time of the mark in
/// seconds since 1970, and what it says: `r 250000` for read with a quarter of the opened item above the screen, `u 0` for marked as
/// unread, or `@` and the item that was selected in these feeds.
struct ReadMarks: Equatable {
  /// What is known of an item, or of a list of feeds.
  enum Mark: Hashable {
    /// The item was read; `place` is the part of the opened item that was above the screen, in millionths.
    case read(place: Int)
    case unread
    /// The item was selected last.
    case selected(ItemKey)
  }

  private struct Record: Equatable {
    var mark: Mark
    /// Seconds since 1970.
    var time: Int64
  }

  private var records: [ItemKey: Record] = [:]

  /// The mark of an item or of a list of feeds.
  subscript(key: ItemKey) -> Mark? { records[key]?.mark }

  /// Marks an item or a list of feeds.
  mutating func set(_ mark: Mark, for key: ItemKey, at time: Int64) { records[key] = Record(mark: mark, time: time) }

  /// Takes over what other marks say later than these.
  mutating func merge(_ other: ReadMarks) {
    records.merge(other.records) { $1.time > $0.time ? $1 : $0 }
  }
}

/// An item, a list of feeds or an address as the files of the user name it: 64 bits of what it is called.
struct ItemKey: Hashable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// Creates the name of words by FNV-1a (Fowler, Noll, Vo), which is the same in every run.
  init(_ words: [String]) {
    bits = words.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension FeedItem {
  /// The item as marks name it: by its id and its page, since ids such as `1` are those of many feeds, or else by its title.
  var key: ItemKey { ItemKey([id, url ?? title].compactMap { $0 }) }
}

// MARK: - Text

extension ReadMarks {
  /// The maximum size of the text in bytes; the oldest marks are left out.
  static let byteLimit = 10_000_000
  private static let heading = "feedweave marks 1\n"

  /// Reads marks; a line that says nothing is passed over.
  ///
  /// - Returns: nil for another text.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.heading.utf8) else { return nil }
    for line in bytes.dropFirst(Self.heading.utf8.count).split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 4, let key = UInt64(words[0], radix: 16), let time = Int64(words[1]) else { continue }
      guard let mark = Mark(words[2], words[3]) else { continue }
      set(mark, for: ItemKey(bits: key), at: time)
    }
  }

  /// Returns the marks as text, the latest first, and so many as there is room for.
  func bytes(atMost limit: Int = byteLimit) -> [UInt8] {
    var text = Array(Self.heading.utf8)
    let latest = records.sorted { ($1.value.time, $0.key.bits) < ($0.value.time, $1.key.bits) }
    for (key, record) in latest {
      let line = "\(key.hexadecimal) \(record.time) \(record.mark.words)\n".utf8
      if text.count + line.count > limit { break }
      text += line
    }
    return text
  }
}

extension ReadMarks.Mark {
  fileprivate init?(_ word: String, _ value: String) {
    switch word {
    case "r":
      guard let place = Int(value), 0...1_000_000 ~= place else { return nil }
      self = .read(place: place)
    case "u": self = .unread
    case "@":
      guard let bits = UInt64(value, radix: 16) else { return nil }
      self = .selected(ItemKey(bits: bits))
    default: return nil
    }
  }

  fileprivate var words: String {
    switch self {
    case .read(let place): "r \(place)"
    case .unread: "u 0"
    case .selected(let key): "@ \(key.hexadecimal)"
    }
  }
}

extension ItemKey {
  /// The name as 16 digits.
  var hexadecimal: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
