import Placement

/// The impressions and clicks that a server has received, of which it counts only those of ads that it has handed out.
///
/// An impression counts with a ``ServingReceipt`` that was given to its user for its ad, has not expired by the server's
/// time, and has not been used before. A receipt is good once for each ``ServingEvent``, and for impressions by each rule.
///
/// ```swift
/// var inbox = ReceiptInbox()
/// let receipt = inbox.receive(upload, from: user, at: now, tag: tag)
/// for (impression, served) in zip(receipt.new, receipt.receipts) { bill(impression, served.price) }
/// respond(receipt.acknowledgements)     // the client passes them to ImpressionLedger.acknowledge(_:)
///
/// let clicked = try inbox.redeem(click.receipt, for: .click, from: user, at: now, tag: tag)
/// ```
/// It remembers nothing but the receipts that have been used, each until it expires. So what users make up, devices or
/// numbers or receipts, takes no memory, and changes nothing for others. Size the ``capacity`` for the ads that are seen
/// and clicked within the time for which a receipt counts. What needs more is refused as
/// ``ImpressionRefusal/Reason/noMemory``, and not acknowledged, so that clients send it again; nothing is given up for it.
///
/// Receipts take the place of an ``ImpressionInbox``, and nothing needs both. It is receipts that are counted: a name of an
/// impression that comes with two receipts counts twice.
public struct ReceiptInbox: Hashable, Sendable {
  /// The largest number of used receipts that are remembered; one that was used for two events counts twice.
  public private(set) var capacity: Int
  private var used = UsedReceipts()

  /// Makes an inbox that has received nothing.
  /// - Precondition: `capacity` is at least 1.
  public init(capacity: Int = 1 << 20) {
    precondition(capacity > 0, "an inbox has room for at least one receipt, and not for \(capacity)")
    self.capacity = capacity
  }

  /// The number of used receipts that are remembered.
  public var usedCount: Int { used.count }

  /// Takes impressions of a user in any order at the server's time, and returns which of them are new.
  ///
  /// An impression that comes again with the receipt that it has used is a repeat. The acknowledgements say only what has
  /// become of this upload, as far as a client takes it: ``ImpressionInbox/streamsPerDevice`` streams of a device,
  /// ``ImpressionInbox/gapsPerStream`` gaps of a stream. What is left is acknowledged when it is sent again.
  /// - Parameters:
  ///   - impressions: The upload.
  ///   - user: The user, whom the service has authenticated.
  ///   - now: The server's time.
  ///   - rules: The names of the rules by which clients count; impressions by others are refused.
  ///   - tag: Returns the message authentication code, as in ``ServingReceipt/text(tag:)``.
  /// - Complexity: O(1) for each impression, whether it counts or not, and O(*n* log *n*) to order the numbers of *n*. When
  ///   receipts have expired, once a minute at most, O(*m*) for the minutes in which those that are remembered expire.
  public mutating func receive(
    _ impressions: some Sequence<Impression>, from user: String, at now: Duration, by rules: Set<String> = [""],
    tag: (_ message: [UInt8]) -> [UInt8]
  ) -> ImpressionReceipt {
    var receipt = ImpressionReceipt()
    var settled: [ImpressionID] = []
    for impression in impressions {
      do throws(ImpressionRefusal.Reason) {
        if impression.device.isEmpty { throw .noDevice }
        guard rules.contains(impression.rule) else { throw .otherRule }
        let served = try served(impression.receipt, to: user, tag: tag)
        guard served.adID == impression.adID, served.campaign == impression.campaign else { throw .otherAd }
        let use = UsedReceipts.Use(receipt: served, event: .impression, rule: impression.rule)
        if try used.use(use, by: impression.id, at: now, capacity: capacity) {
          receipt.new.append(impression)
          receipt.receipts.append(served)
        } else {
          receipt.repeatCount += 1
        }
        settled.append(impression.id)
      } catch {
        receipt.refused.append(ImpressionRefusal(id: impression.id, reason: error))
        if error != .noMemory, error != .noDevice { settled.append(impression.id) }
      }
    }
    receipt.acknowledgements = ImpressionAcknowledgement.list(of: settled)
    assert(checkInvariants())
    return receipt
  }

  /// Uses a receipt for an event that needs no device, such as a click, and returns what the ad was.
  ///
  /// The event has no name, so that one that is sent again is refused as ``ImpressionRefusal/Reason/used``.
  /// - Parameters:
  ///   - text: The text of the receipt as it came, nil if none came.
  ///   - event: What has happened to the ad.
  ///   - user: The user, whom the service has authenticated.
  ///   - now: The server's time.
  ///   - tag: Returns the message authentication code, as in ``ServingReceipt/text(tag:)``.
  /// - Complexity: As for one impression.
  /// - Throws: Why the event does not count; for ``ImpressionRefusal/Reason/noMemory`` it may be sent again.
  public mutating func redeem(
    _ text: String?, for event: ServingEvent, from user: String, at now: Duration,
    tag: (_ message: [UInt8]) -> [UInt8]
  ) throws(ImpressionRefusal.Reason) -> ServingReceipt {
    let served = try served(text, to: user, tag: tag)
    let unnamed = ImpressionID(device: "", stream: 0, number: 0)
    let use = UsedReceipts.Use(receipt: served, event: event)
    _ = try used.use(use, by: unnamed, at: now, capacity: capacity)
    assert(checkInvariants())
    return served
  }

  /// Reads a receipt that was given to a user.
  private func served(
    _ text: String?, to user: String, tag: (_ message: [UInt8]) -> [UInt8]
  ) throws(ImpressionRefusal.Reason) -> ServingReceipt {
    guard let text else { throw .noReceipt }
    guard let served = try? ServingReceipt(text: text, tag: tag) else { throw .invalidReceipt }
    guard served.user == user else { throw .otherUser }
    return served
  }

  /// Returns whether the inbox's properties are consistent with each other.
  ///
  /// - Complexity: O(*m*) for the minutes in which receipts that are remembered expire.
  public func checkInvariants() -> Bool { capacity > 0 && used.checkInvariants() }
}

// MARK: - Merging

extension ReceiptInbox {
  /// A receipt that was used twice, by impressions that two processes have received.
  public struct DoubleUse: Hashable, Sendable {
    /// The receipt.
    public let receipt: ServingReceipt
    /// The event for which it was used.
    public let event: ServingEvent
    /// The name of the rule by which an impression was counted; empty for a click.
    public let rule: String
    /// The impression that the merged inbox remembers, the lower one.
    public let kept: ImpressionID
    /// The other impression, which does not count.
    public let other: ImpressionID
  }

  /// Adds what another process has received, and returns the receipts that two different impressions have used.
  ///
  /// In whatever order and however often inboxes are merged, the result is the same. It may remember more receipts than its
  /// capacity, until they expire. An impression or a click that both processes have received is one use, though each of
  /// them has counted it; so give every process users of its own, such as by a hash, and merge when a user moves.
  /// - Complexity: O(used receipts).
  public mutating func merge(_ other: ReceiptInbox) -> [DoubleUse] {
    capacity = max(capacity, other.capacity)
    defer { assert(checkInvariants()) }
    return used.merge(other.used)
  }
}

// MARK: - Codable

extension ReceiptInbox: Codable {
  /// The version that is encoded, and the only one that can be decoded.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, capacity
  }

  /// Decodes an inbox.
  ///
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError`` that names the value, if it is not the
  ///   decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(ReceiptInbox.version, forKey: .version)
    capacity = try container.decodeNumber(forKey: .capacity, atLeast: 1)
    used = try UsedReceipts(from: decoder)
  }

  /// Encodes the inbox, with its receipts in order of their texts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ReceiptInbox.version, forKey: .version)
    try container.encode(capacity, forKey: .capacity)
    try used.encode(to: encoder)
  }
}
