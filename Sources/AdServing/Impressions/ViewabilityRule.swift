import Placement

/// The rule by which an ad counts as seen: how much of it must be in view, and for how long without a break.
///
/// The default is the display standard of the Media Rating Council: half of the ad's area for one second. Both bounds
/// are inclusive: exactly half, for exactly one second, is enough.
///
/// ```swift
/// ViewabilityRule()                                  // half of it, one second
/// ViewabilityRule(share: 0.3, ofViewport: 0.5)       // large ads: also where they fill half of the viewport
/// ```
public struct ViewabilityRule: Hashable, Sendable {
  /// The share of the ad's area that must be within the viewport: more than 0, at most 1.
  public var share: Double
  /// The time for which the ad must be in view without a break: whole milliseconds, at most a day.
  public var duration: Duration
  /// The share of the viewport's area that is sufficient instead, for ads larger than the viewport; nil if only
  /// ``share`` counts.
  public var ofViewport: Double?

  /// Makes a rule; ``validate()`` checks its values.
  public init(share: Double = 0.5, duration: Duration = .seconds(1), ofViewport: Double? = nil) {
    self.share = share
    self.duration = duration
    self.ofViewport = ofViewport
  }

  /// Returns whether an ad is in sight, given the share of it in view and the share of the viewport that it covers.
  public func isMet(share: Double, ofViewport: Double = 0) -> Bool {
    share >= self.share || self.ofViewport.map { ofViewport >= $0 } ?? false
  }

  /// Throws if a value is out of range.
  ///
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, which names the value.
  public func validate() throws(AdServingError) {
    for (word, value) in [("share", share), ("ofViewport", ofViewport ?? share)] where !(value > 0 && value <= 1) {
      throw .invalidValue(word: word, value: "\(value)", expected: "a number above 0 and at most 1", column: nil)
    }
    guard .zero...ViewabilityRule.longest ~= duration, Duration.milliseconds(milliseconds) == duration else {
      throw .invalidValue(
        word: "duration", value: "\(duration)", expected: "whole milliseconds from 0 to a day", column: nil)
    }
  }

  static let longest = Duration.milliseconds(86_400_000)

  /// The duration in whole milliseconds, rounded toward zero; it must be at most a day.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

// MARK: - Codable

extension ViewabilityRule: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case share, duration, ofViewport
  }

  /// Decodes a rule such as `{"share":0.5,"duration":"1s"}`; a missing member has its default.
  ///
  /// - Throws: `DecodingError`; its underlying error is ``AdServingError/unknownMember(_:)`` or what ``validate()``
  ///   throws, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: AdServingError.unknownMember)
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    share = try container.decodeUnlessMissing(Double.self, forKey: .share) ?? share
    ofViewport = try container.decodeUnlessMissing(Double.self, forKey: .ofViewport) ?? ofViewport
    duration = try container.decodeUnlessMissing(TimeText.self, forKey: .duration)?.duration ?? duration
    try decoder.checking { try validate() }
  }

  /// Encodes the rule, with its duration as a word.
  public func encode(to encoder: any Encoder) throws {
    try validate()
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(share, forKey: .share)
    try container.encode(TimeText(duration), forKey: .duration)
    try container.encodeIfPresent(ofViewport, forKey: .ofViewport)
  }
}
