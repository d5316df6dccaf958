import Placement

/// The receipts that have been used, each until it expires.
///
/// Those that expire within the same 65,536 milliseconds are kept together, and are removed together.
struct UsedReceipts: Hashable {
  /// An event of a receipt, which happens once.
  struct Use: Hashable {
    let receipt: ServingReceipt
    let event: ServingEvent
    /// The name of the rule by which an impression was counted.
    var rule = ""
  }

  /// The impressions that have used receipts, by the span of time in which the receipts expire.
  private var spans: [Int64: [Use: ImpressionID]] = [:]
  /// The first of the spans.
  private var earliest: Int64?
  /// The span before which receipts were removed; nil if none was.
  ///
  /// A receipt that was removed stays expired when the clock goes back.
  private var removedBefore: Int64?
  /// The number of uses that are remembered.
  private(set) var count = 0

  /// Uses a receipt, and returns whether that is new; it is not if the same impression has used it before.
  ///
  /// An impression without a device is never the same as another.
  /// - Complexity: O(1), and O(spans) when a span has passed.
  mutating func use(
    _ use: Use, by id: ImpressionID, at now: Duration, capacity: Int
  ) throws(ImpressionRefusal.Reason) -> Bool {
    removeExpired(at: now)
    let span = UsedReceipts.span(of: use.receipt.expires)
    if use.receipt.hasExpired(at: now) || span < removedBefore ?? span { throw .expired }
    if let former = spans[span]?[use] {
      guard former == id, !id.device.isEmpty else { throw .used }
      return false
    }
    guard count < capacity else { throw .noMemory }
    spans[span, default: [:]][use] = id
    earliest = min(earliest ?? span, span)
    count += 1
    return true
  }

  private static func span(of time: Duration) -> Int64 { time.wholeMilliseconds >> 16 }

  private mutating func removeExpired(at now: Duration) {
    let present = UsedReceipts.span(of: now)
    guard let earliest, earliest < present else { return }
    // Up to the last that is removed and not up to the present, so that a clock that was far ahead can go back.
    removedBefore = spans.keys.filter { $0 < present }.max().map { $0 + 1 }
    replace(by: spans.filter { $0.key >= present })
  }

  private mutating func replace(by spans: [Int64: [Use: ImpressionID]]) {
    self.spans = spans
    earliest = spans.keys.min()
    count = spans.values.reduce(0) { $0 + $1.count }
  }

  /// - Complexity: O(spans).
  func checkInvariants() -> Bool {
    earliest == spans.keys.min() && removedBefore ?? .min <= earliest ?? .max
      && count == spans.values.reduce(0) { $0 + $1.count } && spans.values.allSatisfy { !$0.isEmpty }
  }
}

// MARK: - Merging

extension UsedReceipts {
  /// Adds the uses of another process, and returns those that two impressions have made, of which it keeps the lower.
  mutating func merge(_ other: UsedReceipts) -> [ReceiptInbox.DoubleUse] {
    var double: [ReceiptInbox.DoubleUse] = []
    for (span, uses) in other.spans {
      for (use, id) in uses {
        let former = spans[span]?[use] ?? id
        spans[span, default: [:]][use] = min(former, id)
        guard former != id else { continue }
        double.append(
          .init(
            receipt: use.receipt, event: use.event, rule: use.rule, kept: min(former, id), other: max(former, id)))
      }
    }
    removedBefore = [removedBefore, other.removedBefore].compactMap(\.self).max()
    replace(by: removedBefore.map { first in spans.filter { $0.key >= first } } ?? spans)
    return double.sorted { ($0.kept, $0.other) < ($1.kept, $1.other) }
  }
}

// MARK: - Codable

extension UsedReceipts: Codable {
  private enum CodingKeys: String, CodingKey {
    case removedBefore, used
  }

  /// A use with its impression.
  private struct Entry: Codable {
    let receipt: String
    let event: ServingEvent
    let rule: String?
    let id: ImpressionID
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    removedBefore = try container.decodeIfPresent(Int64.self, forKey: .removedBefore)
    for entry in try container.decode([Entry].self, forKey: .used) {
      let receipt: ServingReceipt
      do {
        receipt = try ServingReceipt(untaggedText: entry.receipt)
      } catch {
        throw container.refusal(of: .used, error)
      }
      let use = Use(receipt: receipt, event: entry.event, rule: entry.rule ?? "")
      let span = UsedReceipts.span(of: receipt.expires)
      if span < removedBefore ?? span || spans[span, default: [:]].updateValue(entry.id, forKey: use) != nil {
        let fault = "receipt '\(entry.receipt)' is used twice, or has been removed"
        throw container.refusal(of: .used, AdServingError.invalidLedger(fault))
      }
    }
    replace(by: spans)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(removedBefore, forKey: .removedBefore)
    let entries = spans.values.joined().map { use, id in
      Entry(
        receipt: use.receipt.untaggedText, event: use.event, rule: use.rule.isEmpty ? nil : use.rule, id: id)
    }
    try container.encode(
      entries.sorted {
        ($0.receipt, $0.event.rawValue, $0.rule ?? "") < ($1.receipt, $1.event.rawValue, $1.rule ?? "")
      }, forKey: .used)
  }
}
