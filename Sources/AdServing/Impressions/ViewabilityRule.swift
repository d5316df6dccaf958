import Placement

/// The rule by which an ad counts as seen: how much of it must be in view, and for how long without a break.
///
/// The default is the display standard of the Media Rating Council: half of the ad's area for one second. Both bounds
/// are inclusive: exactly half, for exactly one second, is enough.
///
/// ```swift
/// ViewabilityRule()                                           // half of it, one second
/// ViewabilityRule(name: "video", duration: .seconds(2))
/// ViewabilityRule(large: .init(area: 242_500, share: 0.3))    // of an ad of 970 by 250, 30 %
/// ViewabilityRule(share: 0.3, ofViewport: 0.5)                // also where it fills half of the viewport
/// ```
public struct ViewabilityRule: Hashable, Sendable {
  /// The share that is enough of a large ad.
  public struct Large: Hashable, Sendable, Codable {
    /// The area from which on an ad is large, in the square of the unit of the caller, such as pixels: more than 0.
    public var area: Double
    /// The share of its area: more than 0, at most 1.
    public var share: Double

    /// Makes the exception for large ads.
    public init(area: Double, share: Double) { (self.area, self.share) = (area, share) }
  }

  /// When an ad can begin to be in view.
  public enum Start: String, Hashable, Sendable, Codable, CaseIterable {
    /// As soon as its row is displayed.
    case rendering
    /// As soon as its content has been loaded, see ``ImpressionLedger/load(_:at:)``.
    case loading
  }

  /// The name that its impressions bear, of at most ``longestName`` bytes; empty if it needs none.
  public var name: String
  /// The share of the ad's area that must be within the viewport: more than 0, at most 1.
  public var share: Double
  /// The time for which the ad must be in view without a break: whole milliseconds, at most a day.
  public var duration: Duration
  /// The share of the viewport's area that is sufficient instead, for ads larger than the viewport; nil if only
  /// ``share`` counts.
  public var ofViewport: Double?
  /// The share that is enough of large ads; nil if they are as all others.
  public var large: Large?
  /// When an ad can begin to be in view.
  public var start: Start

  /// The largest number of UTF-8 bytes of a name.
  public static let longestName = 64

  /// Makes a rule; ``validate()`` checks its values.
  public init(
    name: String = "", share: Double = 0.5, duration: Duration = .seconds(1), ofViewport: Double? = nil,
    large: Large? = nil, start: Start = .rendering
  ) {
    (self.name, self.share, self.duration, self.ofViewport) = (name, share, duration, ofViewport)
    (self.large, self.start) = (large, start)
  }

  /// Returns whether an ad is in sight, given the share of it in view, the share of the viewport that it covers, and its
  /// area.
  public func isMet(share: Double, ofViewport: Double = 0, area: Double = 0) -> Bool {
    let enough = large.map { area >= $0.area ? $0.share : self.share } ?? self.share
    return share >= enough || self.ofViewport.map { ofViewport >= $0 } ?? false
  }

  /// Throws if a value is out of range.
  ///
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, which names the value.
  public func validate() throws(AdServingError) {
    try ViewabilityRule.check(name: name)
    let shares = [("share", share), ("ofViewport", ofViewport ?? share), ("large", large?.share ?? share)]
    for (word, value) in shares where !(value > 0 && value <= 1) {
      throw .invalidValue(word: word, value: "\(value)", expected: "a number above 0 and at most 1", column: nil)
    }
    if let area = large?.area, !(area > 0 && area.isFinite) {
      throw .invalidValue(word: "area", value: "\(area)", expected: "a number above 0", column: nil)
    }
    guard .zero...ViewabilityRule.longest ~= duration, Duration.milliseconds(milliseconds) == duration else {
      throw .invalidValue(
        word: "duration", value: "\(duration)", expected: "whole milliseconds from 0 to a day", column: nil)
    }
  }

  static func check(name: String) throws(AdServingError) {
    if name.utf8.count <= longestName { return }
    let expected = "at most \(longestName) bytes of UTF-8"
    throw .invalidValue(word: "name", value: "\(name.prefix(16))…", expected: expected, column: nil)
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
    case name, share, duration, ofViewport, large, start
  }

  /// Decodes a rule such as `{"share":0.5,"duration":"1s"}`; a missing member has its default.
  ///
  /// - Throws: `DecodingError`; its underlying error is ``AdServingError/unknownMember(_:)`` or what ``validate()``
  ///   throws, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: AdServingError.unknownMember)
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeUnlessMissing(String.self, forKey: .name) ?? name
    large = try container.decodeUnlessMissing(Large.self, forKey: .large)
    start = try container.decodeUnlessMissing(Start.self, forKey: .start) ?? start
    share = try container.decodeUnlessMissing(Double.self, forKey: .share) ?? share
    ofViewport = try container.decodeUnlessMissing(Double.self, forKey: .ofViewport) ?? ofViewport
    duration = try container.decodeUnlessMissing(TimeText.self, forKey: .duration)?.duration ?? duration
    try decoder.checking { try validate() }
  }

  /// Encodes the rule, with its duration as a word.
  public func encode(to encoder: any Encoder) throws {
    try validate()
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !name.isEmpty { try container.encode(name, forKey: .name) }
    try container.encode(share, forKey: .share)
    try container.encode(TimeText(duration), forKey: .duration)
    try container.encodeIfPresent(ofViewport, forKey: .ofViewport)
    try container.encodeIfPresent(large, forKey: .large)
    if start != .rendering { try container.encode(start, forKey: .start) }
  }
}
