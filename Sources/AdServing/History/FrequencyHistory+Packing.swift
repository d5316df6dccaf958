import BatchUpdates
import Placement

/// The text of a history: base64url of a stream of bits, which the article <doc:HistoryText> describes.
extension FrequencyHistory {
  /// The text; equal histories have the same.
  ///
  /// - Complexity: O(*n* + *c* log *c*) for *n* times of *c* campaigns.
  var packed: String {
    var bits = BitWriter()
    bits.write(number: seen.count)
    if seen.isEmpty { return bits.text }
    let head = PackedHead(seen.values)
    bits.write(number: head.retentions.count)
    for (former, retention) in zip([0] + head.retentions, head.retentions) {
      bits.write(number: Int(retention - former - 1))
    }
    bits.write(number: Int(head.oldest))
    bits.write(number: head.width)
    var former = "".utf8
    for name in namesInByteOrder {
      guard let times = seen[name] else { continue }
      let shared = zip(former, name.utf8).prefix { $0 == $1 }.count
      bits.write(number: former.count - shared)
      bits.write(number: name.utf8.count - shared - 1)
      for byte in name.utf8.dropFirst(shared) { bits.write(UInt64(byte), width: 8) }
      former = name.utf8
      bits.write(number: times.count - 1)
      for time in times {
        bits.write(UInt64(time.time - head.oldest), width: head.width)
        let index = head.retentions.partitioningIndex { $0 >= time.retention }
        bits.write(UInt64(index), width: head.indexWidth)
      }
    }
    return bits.text
  }

  private var namesInByteOrder: [String] {
    // The order of strings is fast, and for all but decomposed characters it is that of their bytes.
    let names = seen.keys.sorted()
    let areOrdered = zip(names, names.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return areOrdered ? names : names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads a text; throws if it is not exactly the text of a history.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``AdServingError/invalidHistory(_:)``, which names the fault.
  init(packed text: String) throws(AdServingError) {
    guard let bits = BitReader(text) else { throw .invalidHistory("'times' is not canonical base64url") }
    var reader = HistoryReader(bits: bits)
    self = try reader.read()
  }
}

extension FixedWidthInteger {
  /// The number of binary digits; 0 for 0.
  fileprivate var bitLength: Int { bitWidth - leadingZeroBitCount }
}

/// What all times of a packed history share.
private struct PackedHead {
  /// The distinct retentions, ascending.
  var retentions: [Int64] = []
  /// The oldest time, to which the others are relative.
  var oldest: Int64 = 0
  /// The number of bits of a time.
  var width = 0

  init() {}

  init(_ campaigns: some Sequence<OneOrMore<SeenTime>>) {
    var newest: Int64 = 0
    oldest = .max
    for times in campaigns {
      for time in times {
        (oldest, newest) = (min(oldest, time.time), max(newest, time.time))
        let index = retentions.partitioningIndex { $0 >= time.retention }
        if index == retentions.count || retentions[index] != time.retention {
          retentions.insert(time.retention, at: index)
        }
      }
    }
    width = (newest - oldest).bitLength
  }

  /// The number of bits of an index of ``retentions``.
  var indexWidth: Int { (retentions.count - 1).bitLength }
}

/// Reads the bits of a history, and refuses everything that no history is written as.
private struct HistoryReader {
  var bits: BitReader
  private var history = FrequencyHistory()
  private var head = PackedHead()
  private var indexWidth = 0
  private var name: [UInt8] = []
  /// What has been read of the head's values, of which the text must need all.
  private var hasOldest = false
  private var widest: Int64 = 0
  private var usedRetentions: [Bool] = []

  init(bits: BitReader) { self.bits = bits }

  mutating func read() throws(AdServingError) -> FrequencyHistory {
    let campaigns = try number("campaigns", atMost: FrequencyHistory.limit)
    if campaigns > 0 {
      try readHead()
      history.reserveCapacity(campaigns)
      for _ in 0..<campaigns { try readCampaign() }
      guard hasOldest, widest.bitLength == head.width, usedRetentions.allSatisfy(\.self) else {
        throw .invalidHistory("its head is not the one of its times")
      }
    }
    guard bits.isAtEnd else { throw .invalidHistory("bits follow its last campaign") }
    return history
  }

  private mutating func readHead() throws(AdServingError) {
    var last: Int64 = 0
    for _ in 0..<(try number("retentions", from: 1, atMost: FrequencyHistory.limit)) {
      last += Int64(try number("retention", atMost: Int(SeenTime.forever - 1 - last))) + 1
      head.retentions.append(last)
    }
    usedRetentions = Array(repeating: false, count: head.retentions.count)
    indexWidth = head.indexWidth
    head.oldest = Int64(try number("oldest time", atMost: Int(Duration.latestMilliseconds)))
    head.width = try number("width", atMost: 53)
  }

  private mutating func readCampaign() throws(AdServingError) {
    let name = try readName()
    let count = try number("times", atMost: FrequencyHistory.limit) + 1
    try history.checkRoom(for: count, of: name)
    var times = OneOrMore(try readTime(after: nil))
    for _ in 1..<count { times.append(try readTime(after: times.last)) }
    try history.add(times, of: name)
  }

  /// Reads a name, which shares its beginning with the one before and sorts after it.
  private mutating func readName() throws(AdServingError) -> String {
    let dropped = try number("bytes of a name", atMost: name.count)
    let added = try number("bytes of a name", atMost: FrequencyHistory.longestName) + 1
    let next = dropped > 0 ? name[name.count - dropped] : nil
    name.removeLast(dropped)
    for position in 0..<added {
      let byte = UInt8(try bits(8))
      if position == 0, let next, byte <= next { throw .invalidHistory("its campaigns are not in order") }
      name.append(byte)
    }
    let text = String(decoding: name, as: UTF8.self)
    if !name.allSatisfy({ $0 < 0x80 }), !text.utf8.elementsEqual(name) {
      throw .invalidHistory("a name is not UTF-8")
    }
    return text
  }

  private mutating func readTime(after last: SeenTime?) throws(AdServingError) -> SeenTime {
    let offset = Int64(try bits(head.width))
    let index = Int(try bits(indexWidth))
    guard index < head.retentions.count, offset <= Duration.latestMilliseconds - head.oldest else {
      throw .invalidHistory("a time of '\(String(decoding: name, as: UTF8.self))' is out of range")
    }
    let time = SeenTime(time: head.oldest + offset, retention: head.retentions[index])
    if let last, time.time < last.time || (time.time == last.time && time != last) {
      throw .invalidHistory("the times of '\(String(decoding: name, as: UTF8.self))' are not in order")
    }
    if offset == 0 { hasOldest = true }
    widest = max(widest, offset)
    usedRetentions[index] = true
    return time
  }

  private mutating func bits(_ width: Int) throws(AdServingError) -> UInt64 {
    guard let bits = bits.read(width) else { throw .invalidHistory("'times' ends too early") }
    return bits
  }

  private mutating func number(_ word: String, from least: Int = 0, atMost most: Int) throws(AdServingError) -> Int {
    guard let number = bits.readNumber() else { throw .invalidHistory("'times' ends too early") }
    guard least <= number, number <= most else {
      throw .invalidHistory("its number of \(word) is \(number), which is not within \(least) and \(most)")
    }
    return number
  }
}
