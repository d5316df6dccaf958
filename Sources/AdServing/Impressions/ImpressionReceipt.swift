import BatchUpdates
import Placement

/// What an inbox has made of the impressions of one upload.
public struct ImpressionReceipt: Hashable, Sendable {
  /// The impressions that were not received before, in the order in which they were passed: those to count.
  public internal(set) var new: [Impression] = []
  /// The number of impressions that were received before.
  public internal(set) var repeatCount = 0
  /// The impressions that are not taken, with the reason of each.
  public internal(set) var refused: [ImpressionRefusal] = []
  /// The answers to the devices of the upload that the inbox knows, in the order in which they were passed.
  public internal(set) var acknowledgements: [ImpressionAcknowledgement] = []
}

/// An impression that an inbox does not take.
public struct ImpressionRefusal: Hashable, Sendable {
  /// Why an inbox does not take an impression.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Its ledger has no device, so it cannot be recognized.
    case noDevice
    /// It is older than what the inbox remembers of its device, so it may have been received before.
    case tooOld
    /// It was seen later than the server's time, by more than ``ImpressionInbox/clockTolerance``.
    case inFuture
    /// It needs memory that is full, or its device may have been forgotten; it is not acknowledged, so it is sent again.
    case noMemory
  }

  /// The name of the impression.
  public let id: ImpressionID
  /// Why it is not taken.
  public let reason: Reason
}

/// A server's answer to a device: what it need not send again, since it was taken or never will be.
///
/// It says all that the server knows of the device, so that one that is lost does no harm. In JSON:
/// `{"device":"a7f0","streams":[{"stream":3,"below":17,"received":[{"from":20,"below":25}]}]}`.
public struct ImpressionAcknowledgement: Hashable, Sendable {
  /// The device that it is for.
  public let device: String
  /// The first stream that is not settled as a whole.
  let firstStream: Int
  let streams: [ReceivedNumbers]

  init(device: String, firstStream: Int, streams: [ReceivedNumbers]) {
    self.device = device
    self.firstStream = firstStream
    self.streams = streams
  }

  /// Returns whether the impression need not be sent again.
  /// - Complexity: O(log streams + log gaps).
  public func covers(_ id: ImpressionID) -> Bool {
    guard id.device == device else { return false }
    if id.stream < firstStream { return true }
    let index = streams.indices.partitioningIndex { streams[$0].stream >= id.stream }
    return index < streams.count && streams[index].stream == id.stream && streams[index].isSettled(id.number)
  }
}

extension ImpressionAcknowledgement: Codable {
  private enum CodingKeys: String, CodingKey {
    case device, firstStream, streams
  }

  /// Decodes an acknowledgement.
  ///
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError`` that names the value, if it is not the
  ///   decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    device = try container.decodeDevice(forKey: .device)
    if device.isEmpty { throw container.refusal(of: .device, AdServingError.invalidLedger("a device has no name")) }
    firstStream = container.contains(.firstStream) ? try container.decodeNumber(forKey: .firstStream) : 0
    streams = try container.decodeList(forKey: .streams, atMost: ImpressionInbox.streamsPerDevice)
    try decoder.check(streams)
  }

  /// Encodes the acknowledgement.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(device, forKey: .device)
    if firstStream > 0 { try container.encode(firstStream, forKey: .firstStream) }
    try container.encode(streams, forKey: .streams)
  }
}
