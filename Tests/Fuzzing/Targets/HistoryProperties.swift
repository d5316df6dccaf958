import AdServing
import Foundation
import Placement

/// What clients send about impressions is read as it is written again, or refused by a decoding error.
///
/// The input is JSON, and the bytes of a history's text.
enum HistoryProperties {
  static func check(_ input: [UInt8]) throws {
    try checkHistory(Data(input))
    try checkHistory(Data(#"{"version":2,"times":"\#(Base64URL.text(of: input))"}"#.utf8))
    try checkEncoding(of: ImpressionID.self, Data(input))
    try checkEncoding(of: ImpressionLedger.self, Data(input))
  }

  private static func checkHistory(_ data: Data) throws {
    guard let history = try checkEncoding(of: FrequencyHistory.self, data) else { return }
    try require(history.merging(history) == history, "merged with itself, a history changes")
    let times = history.campaigns.flatMap(history.times)
    try require(times.count == history.count, "a history has \(history.count) times, and shows \(times.count)")
    var rest = history
    rest.forget(after: .seconds(1))
    try require(rest.count <= history.count, "a history forgets, and grows")
  }

  /// Decodes a value, and checks that it is decoded again from its encoding; returns nil if it is refused.
  @discardableResult
  private static func checkEncoding<Value: Codable & Equatable>(of type: Value.Type, _ data: Data) throws -> Value? {
    let value: Value
    do { value = try JSONDecoder().decode(type, from: data) } catch is DecodingError { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let encoded = try encoder.encode(value)
    let again = try JSONDecoder().decode(type, from: encoded)
    try require(again == value, "\(type) is decoded again as another value")
    try require(try encoder.encode(again) == encoded, "\(type) is encoded in two ways")
    return value
  }
}
