import Placement

/// The name of an impression, which no other impression has: its device, a stream of the device, and its number there.
///
/// A device is an installation that counts impressions, with a name that is chosen once and kept for ever, such as a
/// random UUID. A stream is one process of it, and numbers of streams go up. The numbers of a stream begin at 0.
public struct ImpressionID: Hashable, Sendable {
  /// The name of the device; empty for a ledger whose impressions never leave its process.
  public let device: String
  /// The stream, from 0 to 2⁵².
  public let stream: Int
  /// The number in the stream, from 0 to 2⁵².
  public let number: Int

  /// The largest number of UTF-8 bytes of a device's name.
  public static let longestDevice = 128

  /// Makes a name.
  public init(device: String, stream: Int, number: Int) {
    self.device = device
    self.stream = stream
    self.number = number
  }

  static func check(device: String) throws(AdServingError) {
    guard device.utf8.count <= longestDevice else {
      throw .invalidValue(
        word: "device", value: "\(device.prefix(16))…", expected: "at most \(longestDevice) bytes of UTF-8", column: nil
      )
    }
  }
}

extension ImpressionID: Comparable {
  /// Orders names by device, stream and number.
  public static func < (one: ImpressionID, other: ImpressionID) -> Bool {
    (one.device, one.stream, one.number) < (other.device, other.stream, other.number)
  }
}

extension ImpressionID: CustomStringConvertible {
  /// The name as a word, such as `a7f0/3/17`; without a device, `3/17`.
  public var description: String { (device.isEmpty ? "" : device + "/") + "\(stream)/\(number)" }
}

extension ImpressionID: Codable {
  private enum CodingKeys: String, CodingKey {
    case device, stream, number
  }

  /// Decodes a name; without a member `device`, that is empty.
  ///
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError`` that names the value, if it is not the
  ///   decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    device = try container.decodeDevice(forKey: .device)
    stream = try container.decodeNumber(forKey: .stream)
    number = try container.decodeNumber(forKey: .number)
  }

  /// Encodes the name; an empty device is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(device: device, forKey: .device)
    try container.encode(stream, forKey: .stream)
    try container.encode(number, forKey: .number)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the name of a device, which is empty if the member is missing; throws if it is too long.
  func decodeDevice(forKey key: Key) throws -> String {
    let device = try decodeUnlessMissing(String.self, forKey: key) ?? ""
    do { try ImpressionID.check(device: device) } catch { throw refusal(of: key, error) }
    return device
  }
}

extension KeyedEncodingContainer {
  /// Encodes the name of a device, unless it is empty.
  mutating func encode(device: String, forKey key: Key) throws {
    if !device.isEmpty { try encode(device, forKey: key) }
  }
}
