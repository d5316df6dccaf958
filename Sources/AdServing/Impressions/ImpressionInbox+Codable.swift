import Placement

extension ImpressionInbox: Codable {
  /// The version that is encoded, and the only one that can be decoded.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, capacity, horizon, fullUntil, forgotten, devices
  }

  /// Decodes an inbox.
  ///
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError`` that names the value, if it is not the
  ///   decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(ImpressionInbox.version, forKey: .version)
    capacity = try container.decodeNumber(forKey: .capacity, atLeast: 1)
    horizon = try container.decodeIfPresent(LedgerTime.self, forKey: .horizon)?.time
    fullUntil = try container.decodeIfPresent(LedgerTime.self, forKey: .fullUntil)?.time
    forgottenCount = try container.decodeNumber(forKey: .forgotten, atMost: ReceivedNumbers.end)
    for entry in try container.decodeList(forKey: .devices, atMost: capacity) as [Entry] {
      if devices.updateValue(entry.device, forKey: entry.name) != nil {
        let fault = "device '\(entry.name)' stands there twice"
        throw container.refusal(of: .devices, AdServingError.invalidLedger(fault))
      }
    }
  }

  /// Encodes the inbox, with its devices in order of their names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ImpressionInbox.version, forKey: .version)
    try container.encode(capacity, forKey: .capacity)
    try container.encodeIfPresent(horizon.map { LedgerTime($0) }, forKey: .horizon)
    try container.encodeIfPresent(fullUntil.map { LedgerTime($0) }, forKey: .fullUntil)
    try container.encode(forgottenCount, forKey: .forgotten)
    let entries = devices.sorted { $0.key < $1.key }.map { Entry(name: $0.key, device: $0.value) }
    try container.encode(entries, forKey: .devices)
  }

  /// A device with its name.
  private struct Entry: Codable {
    let name: String
    let device: HeardDevice

    private enum CodingKeys: String, CodingKey {
      case device, heard, floor, newest, streams
    }

    init(name: String, device: HeardDevice) {
      self.name = name
      self.device = device
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decodeDevice(forKey: .device)
      if name.isEmpty {
        throw container.refusal(of: .device, AdServingError.invalidLedger("a device has no name"))
      }
      var device = HeardDevice(
        heard: try container.decode(LedgerTime.self, forKey: .heard).time,
        floor: try container.decodeIfPresent(LedgerTime.self, forKey: .floor)?.time)
      device.newest = try container.decodeIfPresent(LedgerTime.self, forKey: .newest)?.time
      device.streams = try container.decodeList(forKey: .streams, atMost: ImpressionInbox.streamsPerDevice)
      try decoder.check(device.streams)
      self.device = device
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .device)
      try container.encode(LedgerTime(device.heard), forKey: .heard)
      try container.encodeIfPresent(device.floor.map { LedgerTime($0) }, forKey: .floor)
      try container.encodeIfPresent(device.newest.map { LedgerTime($0) }, forKey: .newest)
      try container.encode(device.streams, forKey: .streams)
    }
  }
}
