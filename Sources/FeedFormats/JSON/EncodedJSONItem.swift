/// What the items of a document share that are decoded when they are used.
final class EncodedItems: @unchecked Sendable {
  fileprivate let source: SourceText

  /// The address that those in items are resolved against; it is known when all of the document has been read, before
  /// anyone else has an item.
  var base: String?

  init(_ source: SourceText) { self.source = source }
}

/// An item of JSON Feed that has been checked, as a range of the document.
final class EncodedJSONItem: EncodedItem, @unchecked Sendable {
  private let items: EncodedItems
  private let start: Int
  private let length: UInt32

  /// Creates an item; returns nil if it is too long for one.
  init?(_ range: Range<Int>, of items: EncodedItems) {
    guard let length = UInt32(exactly: range.count) else { return nil }
    self.items = items
    start = range.lowerBound
    self.length = length
  }

  private var range: Range<Int> { start..<start + Int(length) }

  override var position: SourcePosition { items.source.map.position(at: start) }

  override var raw: ArraySlice<UInt8>? { items.source.bytes[range] }

  override func decoded() -> FeedItem {
    // What is wrong with it has been reported.
    var reader = JSONItemReader(items.source)
    let item = reader.item(JSONValue(bytes: items.source.bytes, range: range))
    return items.base.map(item.within) ?? item
  }
}

extension FeedItem {
  /// Returns an item with its addresses resolved against the feed's home page or address; its raw bytes do not change.
  func resolved(against base: String) -> FeedItem {
    var item = self
    // A blank address is none, not that of the base.
    func resolved(_ address: String?) -> String? {
      address.map { $0.trimmed.isEmpty ? $0 : WebAddress.resolve($0, against: base) }
    }
    (item.url, item.externalURL, item.image) = (resolved(item.url), resolved(item.externalURL), resolved(item.image))
    for index in item.attachments.indices {
      item.attachments[index].url = resolved(item.attachments[index].url) ?? ""
    }
    return item
  }

  /// Returns an item as one of a feed that has an address, which also holds for what is in its content.
  func within(feedAt base: String) -> FeedItem {
    var item = resolved(against: base)
    item.base = base
    return item
  }
}

/// Finds identifiers that repeat, in some sixteen bytes an item.
///
/// It is a table with linear probing of the hashes of identifiers and the rows of the items that have them; the
/// identifiers themselves stay in the items.
struct RepeatedIdentifiers {
  private struct Slot {
    var hash: UInt32 = 0
    /// One more than the row of the first item; 0 if the slot is empty.
    var row: UInt32 = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 16)
  private var count = 0
  /// The whole hashes of the identifiers that have been reported, by the rows of their first items and one more.
  private var reported: [UInt32: Int] = [:]

  /// Adds the identifier of a row; returns the row of the first item with it, if this is its first repetition.
  ///
  /// - Parameter idOfRow: returns the identifier of an item that was added before.
  /// - Complexity: O(1) on average.
  mutating func insert(_ id: String, row: Int, _ idOfRow: (Int) -> String?) -> Int? {
    let wholeHash = id.hashValue
    let hash = UInt32(truncatingIfNeeded: wholeHash)
    var place = slot(for: hash)
    while slots[place].row != 0 {
      let first = slots[place].row
      if slots[place].hash == hash {
        // Hashes are seeded anew in each process: two of them are equal by chance only, and of 64 bits practically never.
        if let known = reported[first] {
          if known == wholeHash { return nil }
        } else if idOfRow(Int(first) - 1) == id {
          reported[first] = wholeHash
          return Int(first) - 1
        }
      }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = Slot(hash: hash, row: UInt32(clamping: row + 1))
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return nil
  }

  private func slot(for hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for filled in old where filled.row != 0 {
      var place = slot(for: filled.hash)
      while slots[place].row != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = filled
    }
  }
}
