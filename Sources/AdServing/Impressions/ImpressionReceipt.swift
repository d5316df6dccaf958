import BatchUpdates
import Placement

/// What an inbox has made of the impressions of one upload.
public struct ImpressionReceipt: Hashable, Sendable {
  /// The impressions that were not received before, in the order in which they were passed: those to count.
  public internal(set) var new: [Impression] = []
  /// What was handed out for each of ``new``, in the same order; only a ``ReceiptInbox`` knows it.
  public internal(set) var receipts: [ServingReceipt] = []
  /// The number of impressions that were received before.
  public internal(set) var repeatCount = 0
  /// The impressions that are not taken, with the reason of each.
  public internal(set) var refused: [ImpressionRefusal] = []
  /// The answers to the devices of the upload that need not send all of it again, in the order in which they were passed.
  public internal(set) var acknowledgements: [ImpressionAcknowledgement] = []
}

/// An impression that an inbox does not take.
public struct ImpressionRefusal: Hashable, Sendable {
  /// Why an inbox does not take an impression, or a click.
  ///
  /// An ``ImpressionInbox`` has the first four reasons, a ``ReceiptInbox`` the first and those from the fourth on.
  public enum Reason: String, Error, Hashable, CaseIterable {
    /// Its ledger has no device, so it cannot be recognized.
    case noDevice
    /// It is older than what the inbox remembers of its device, so it may have been received before.
    case tooOld
    /// It was seen later than the server's time, by more than ``ImpressionInbox/clockTolerance``.
    case inFuture
    /// It needs memory that is full, or its device may have been forgotten; it is not acknowledged, so it is sent again.
    case noMemory
    /// It was counted by a rule of which the service knows nothing.
    case otherRule
    /// It comes without a receipt.
    case noReceipt
    /// Its receipt cannot be read, or has another tag than the service gives: it is forged or damaged.
    case invalidReceipt
    /// Its receipt was given to another user.
    case otherUser
    /// Its receipt is of another ad, or of another campaign.
    case otherAd
    /// Its receipt has expired by the server's time, or had before the server's clock went back.
    case expired
    /// Its receipt has been used for another impression, or for a click before.
    case used
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

extension ImpressionAcknowledgement {
  /// Makes the answers to devices that need not send some impressions again, of which each says as much as a client takes.
  /// - Complexity: O(*n* log *n*).
  static func list(of settled: [ImpressionID]) -> [ImpressionAcknowledgement] {
    let ofDevice = Dictionary(grouping: settled, by: \.device)
    var answered: Set<String> = []
    let devices = settled.map(\.device).filter { answered.insert($0).inserted }
    return devices.map { ImpressionAcknowledgement(device: $0, settled: ofDevice[$0, default: []]) }
  }

  /// Makes the answer to a device, of the lowest streams and numbers.
  private init(device: String, settled: [ImpressionID]) {
    var streams: [ReceivedNumbers] = []
    for id in settled.sorted(by: { ($0.stream, $0.number) < ($1.stream, $1.number) }) {
      if streams.last?.stream != id.stream {
        if streams.count == ImpressionInbox.streamsPerDevice { break }
        streams.append(ReceivedNumbers(stream: id.stream))
      }
      // It does not take a number that needs another gap than there may be.
      _ = streams[streams.count - 1].receive(id.number, at: .zero)
    }
    self.init(device: device, firstStream: 0, streams: streams.map(\.settled))
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
