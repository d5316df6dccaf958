import BatchUpdates

/// The impressions that a server has received, of which it takes each once, in bounded memory.
///
/// Networks deliver an upload late, twice or not at all, and a client sends again what was not acknowledged. An inbox
/// remembers for each device which numbers of its streams it has received, and separates what is new from what is not.
///
/// ```swift
/// var inbox = ImpressionInbox()
/// let receipt = inbox.receive(upload, at: now)
/// for impression in receipt.new { count(impression) }
/// respond(receipt.acknowledgements)      // the client passes them to ImpressionLedger.acknowledge(_:)
/// ```
/// It takes an impression at most once, in any order. Memory is bounded in three ways, to as many pieces of numbers as
/// the product of the three limits:
/// - per stream it remembers at most ``gapsPerStream`` gaps between the numbers received. For another, it gives up the
///   numbers of the oldest gap, if that is older than ``shortestMemory``;
/// - per device it remembers the ``streamsPerDevice`` streams with the highest numbers;
/// - for more devices than ``capacity``, it forgets a sixteenth, those not heard of for the longest time, as far as that
///   is longer than ``shortestMemory``. An impression of a device that it does not know may have been received before if
///   it is not later than all of those that were forgotten, at ``horizon``.
///
/// What needs more memory, or may have been received by a device that was forgotten, is refused as
/// ``ImpressionRefusal/Reason/noMemory``, and not acknowledged, so that clients send it again. The horizon refuses none
/// that arrives within ``shortestMemory`` after it was seen.
///
/// So size the capacity for the devices that are heard of within the time for which clients keep impressions, and at
/// least for those of an hour. Whoever makes up names of devices can fill an inbox, so that new devices wait, or use
/// the name of another's device. With an inbox for each user, of a few devices, that has no effect on other users.
/// Such an inbox is stored after every upload; for a large one, <doc:ImpressionsEndToEnd> shows a journal. The times of all
/// devices and of the server need the same origin, such as 1970.
///
/// An inbox believes what it gets: whoever can make up names of devices can make up numbers, and each is new. What is
/// billed needs a ``ReceiptInbox``, which counts only what was handed out.
public struct ImpressionInbox: Hashable, Sendable {
  /// The largest number of devices.
  public let capacity: Int
  /// The time up to which impressions of unknown devices are refused; nil as long as no device is forgotten.
  ///
  /// It is earlier than the server's time by at least ``shortestMemory``, unless ``forget(silentSince:)`` is called.
  public internal(set) var horizon: Duration?
  /// The number of impressions that had not arrived when a gap, a stream or a device was forgotten.
  public internal(set) var forgottenCount = 0
  var devices: [String: HeardDevice] = [:]
  /// The server's time until which there is no need to look for devices to forget.
  var fullUntil: Duration?

  /// The largest number of streams that are remembered of a device.
  public static let streamsPerDevice = 16
  /// The largest number of gaps that are remembered of a stream.
  public static let gapsPerStream = 32
  /// The time for which at least a device and a gap are remembered.
  public static let shortestMemory = Duration.seconds(3_600)
  /// The age up to which an impression is sent again that an unknown device may have sent before; later it is too old.
  public static let longestWait = Duration.seconds(7 * 86_400)
  /// How far a device's clock may be ahead of the server's.
  public static let clockTolerance = Duration.seconds(86_400)

  /// Makes an inbox that has received nothing.
  /// - Precondition: `capacity` is at least 1.
  public init(capacity: Int = 1 << 16) {
    precondition(capacity > 0, "an inbox has room for at least one device, and not for \(capacity)")
    self.capacity = capacity
  }

  /// The number of devices that it remembers.
  public var deviceCount: Int { devices.count }

  /// Takes impressions in any order at the server's time, and returns which of them are new.
  ///
  /// - Complexity: O(*n* log *n*) for *n* impressions, and O(capacity · log capacity) after each sixteenth of the
  ///   capacity of devices that are new, or heard of again.
  public mutating func receive(_ impressions: some Sequence<Impression>, at now: Duration) -> ImpressionReceipt {
    let now = LedgerTime(now).time
    let upload = Array(impressions)
    // In ascending order, an upload makes no gap that it closes itself.
    let ascending = upload.indices.sorted {
      (upload[$0].stream, upload[$0].number, $0) < (upload[$1].stream, upload[$1].number, $1)
    }
    var outcomes = [Outcome](repeating: .new, count: upload.count)
    for index in ascending { outcomes[index] = take(upload[index], at: now) }
    var receipt = ImpressionReceipt()
    var heard: Set<String> = []
    for (impression, outcome) in zip(upload, outcomes) {
      switch outcome {
      case .new: receipt.new.append(impression)
      case .repeated: receipt.repeatCount += 1
      case .refused(let reason): receipt.refused.append(ImpressionRefusal(id: impression.id, reason: reason))
      }
      guard heard.insert(impression.device).inserted else { continue }
      if let answer = acknowledgement(of: impression.device) { receipt.acknowledgements.append(answer) }
    }
    assert(checkInvariants())
    return receipt
  }

  /// Returns what a device need not send again; nil for a device that is not known.
  /// - Complexity: O(streams · gaps) of the device.
  public func acknowledgement(of device: String) -> ImpressionAcknowledgement? {
    devices[device].map { heard in
      ImpressionAcknowledgement(
        device: device, firstStream: heard.isFull ? heard.streams[0].stream : 0, streams: heard.streams.map(\.settled))
    }
  }

  /// Forgets the devices that were last heard of before a time, and have no later impression.
  ///
  /// - Complexity: O(devices).
  public mutating func forget(silentSince time: Duration) {
    forget(devices.filter { $0.value.last < time })
  }

  /// What becomes of an impression.
  private enum Outcome {
    case new
    case repeated
    case refused(ImpressionRefusal.Reason)
  }

  private mutating func take(_ impression: Impression, at now: Duration) -> Outcome {
    let device = impression.device
    if device.isEmpty { return .refused(.noDevice) }
    if devices[device] == nil {
      let isRefused = impression.isUndecided(after: horizon, at: now) || !makeRoom(at: now)
      if isRefused { return .refused(.noMemory) }
      devices[device] = HeardDevice(heard: now, floor: horizon)
    }
    let isFuture = impression.at > now + ImpressionInbox.clockTolerance
    let (result, forgotten) = devices[device, default: HeardDevice(heard: now, floor: horizon)]
      .receive(impression, at: now, isCounted: !isFuture)
    giveUp(forgotten)
    switch result {
    case .new: return isFuture ? .refused(.inFuture) : .new
    case .repeated: return .repeated
    case .tooOld: return .refused(.tooOld)
    case .noMemory: return .refused(.noMemory)
    }
  }

  /// Returns whether there is room for another device, for which it forgets some that have long been silent.
  private mutating func makeRoom(at now: Duration) -> Bool {
    if devices.count < capacity { return true }
    if let fullUntil, now < fullUntil { return false }
    let ordered = devices.sorted { ($0.value.last, $0.key) < ($1.value.last, $1.key) }
    let silent = ordered.prefix(max(1, capacity / 16))
    forget(silent.prefix { $0.value.last <= now - ImpressionInbox.shortestMemory })
    // There is no use in looking again before all of these may be forgotten.
    fullUntil = silent.last.map { $0.value.last + ImpressionInbox.shortestMemory }
    return devices.count < capacity
  }

  private mutating func forget(_ silent: some Sequence<(key: String, value: HeardDevice)>) {
    for (name, device) in silent {
      devices[name] = nil
      giveUp(device.missingCount)
      if let newest = device.newest { horizon = max(horizon ?? newest, newest) }
    }
  }

  private mutating func giveUp(_ count: Int) { forgottenCount = min(forgottenCount + count, ReceivedNumbers.end) }

  /// Returns whether the inbox's properties are consistent with each other.
  ///
  /// - Complexity: O(devices · streams · gaps), but many devices are not walked.
  public func checkInvariants() -> Bool {
    devices.count <= capacity && (devices.count > 256 || devices.values.allSatisfy { $0.checkInvariants() })
  }
}

/// What is known of a device.
struct HeardDevice: Hashable {
  /// The server's time when it was last heard of.
  var heard: Duration
  /// The time up to which its impressions may have been received before it was forgotten.
  let floor: Duration?
  /// The latest time of an impression that was taken as new.
  var newest: Duration?
  /// The latest streams, ascending.
  var streams: [ReceivedNumbers] = []

  init(heard: Duration, floor: Duration?) {
    self.heard = heard
    self.floor = floor
  }

  /// The server's time when it was last heard of, or that of a later impression, before which it is not forgotten.
  var last: Duration { max(heard, newest ?? heard) }

  /// Whether streams before the first one may have been forgotten.
  var isFull: Bool { streams.count == ImpressionInbox.streamsPerDevice }

  /// The number of impressions that have not arrived, though later ones have.
  var missingCount: Int { streams.lazy.map(\.missingCount).reduce(0) { min($0 + $1, ReceivedNumbers.end) } }

  /// Receives an impression; one that is new, but not counted, is not the newest.
  mutating func receive(
    _ impression: Impression, at now: Duration, isCounted: Bool
  ) -> (result: ReceivedNumbers.Result, forgotten: Int) {
    heard = max(heard, now)
    var forgotten = 0
    let index = streams.indices.partitioningIndex { streams[$0].stream >= impression.stream }
    let isKnown = index < streams.count && streams[index].stream == impression.stream
    if !isKnown, isFull, index == 0 { return (.tooOld, 0) }
    if impression.isUndecided(after: floor, at: now), !isKnown || !streams[index].isSettled(impression.number) {
      return (.noMemory, 0)
    }
    if !isKnown { streams.insert(ReceivedNumbers(stream: impression.stream), at: index) }
    var (result, closed) = streams[index].receive(impression.number, at: now)
    forgotten += closed
    if streams.count > ImpressionInbox.streamsPerDevice { forgotten += streams.removeFirst().missingCount }
    if result == .new, let floor, impression.at <= floor { result = .tooOld }
    if result == .new, isCounted { newest = max(newest ?? impression.at, impression.at) }
    return (result, forgotten)
  }

  func checkInvariants() -> Bool {
    streams.count <= ImpressionInbox.streamsPerDevice && streams.allSatisfy { $0.checkInvariants() }
      && zip(streams, streams.dropFirst()).allSatisfy { $0.stream < $1.stream }
  }
}

extension Impression {
  /// Returns whether it may have been received before a device was forgotten, and is not yet too old.
  fileprivate func isUndecided(after horizon: Duration?, at now: Duration) -> Bool {
    horizon.map { at <= $0 && at > now - ImpressionInbox.longestWait } ?? false
  }
}
