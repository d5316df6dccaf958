public import AdServing

/// The markup of a native ad in a bid, as OpenRTB Native 1.0 to 1.2 defines it: what it says, word for word.
///
/// Addresses are as in the bid, also those that are not of the web; ``NativeCreative`` has the ones that can be used.
public struct NativeMarkup: Sendable, Hashable {
  /// The version of the specification, such as `1.2`; nil if the markup does not say.
  public var version: String?
  /// The parts of the ad.
  public var assets: [NativeAsset] = []
  /// Where the ad leads.
  public var link: NativeLink?
  /// The addresses that are due at events (`eventtrackers`).
  public var trackers: [AdTracker] = []
  /// The addresses that are due at the impression, as markup before 1.2 has them (`imptrackers`).
  public var impressionTrackers: [String] = []
  /// A piece of script, not an address, that runs at the impression (`jstracker`).
  public var script: String?
  /// The address of a page on the privacy of the ad.
  public var privacy: String?
  /// An address whose answer is assets that override these; the caller fetches it.
  public var assetsURL: String?
  /// An address whose answer is markup that overrides this one (`dcourl`); the caller fetches it.
  public var dynamicURL: String?

  /// Creates markup without parts.
  public init() {}
}

/// A part of a native ad: a title, a picture, a piece of data or a video.
public struct NativeAsset: Sendable, Hashable {
  /// The number of the asset of the request that this one answers.
  public var id: Int?
  /// Whether the advertiser requires that it is displayed.
  public var isRequired = false
  /// The words of a title.
  public var title: String?
  /// A picture.
  public var image: NativeImage?
  /// A piece of data.
  public var data: NativeData?
  /// The document, in VAST, that describes a video.
  public var video: String?
  /// Where this part leads, if not where the ad does.
  public var link: NativeLink?
  /// What the part is: what the asset of the request is, or else what its own kind, type and size suggest.
  public var role: NativeRole?

  /// Creates an asset without content.
  public init() {}
}

/// What a part of a native ad is.
public enum NativeRole: Sendable, Hashable {
  case title
  /// A small square picture of the advertiser or the app.
  case icon
  /// The large picture.
  case image
  case video
  case data(NativeDataKind)
}

/// A kind of data in a native ad, as the specification numbers it.
public struct NativeDataKind: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: Int
  /// Creates a kind of a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whom the ad is sponsored by.
  public static let sponsor = NativeDataKind(rawValue: 1)
  /// The text of the ad.
  public static let text = NativeDataKind(rawValue: 2)
  /// A rating, from 0 to 5.
  public static let rating = NativeDataKind(rawValue: 3)
  /// The words of the button.
  public static let callToAction = NativeDataKind(rawValue: 12)
}

/// A picture in a native ad.
public struct NativeImage: Sendable, Hashable {
  /// The address of the picture.
  public var url: String?
  /// The width and the height in pixels; nil if they are not known.
  public var width, height: Int?
  /// The type: 1 an icon, 2 a logo, as markup before 1.2 has it, 3 the large picture.
  public var type: Int?

  /// Creates a picture.
  public init(url: String? = nil, width: Int? = nil, height: Int? = nil, type: Int? = nil) {
    (self.url, self.width, self.height, self.type) = (url, width, height, type)
  }
}

/// A piece of data in a native ad.
public struct NativeData: Sendable, Hashable {
  /// The words.
  public var value: String?
  /// What the words are called, as markup before 1.2 has it.
  public var label: String?
  /// The number of its ``NativeDataKind``.
  public var type: Int?

  /// Creates a piece of data.
  public init(value: String? = nil, label: String? = nil, type: Int? = nil) {
    (self.value, self.label, self.type) = (value, label, type)
  }
}

/// Where a native ad, or a part of it, leads.
public struct NativeLink: Sendable, Hashable {
  /// The address of a page, or one that opens an app.
  public var url: String?
  /// The addresses that are due at each click.
  public var clickTrackers: [String] = []
  /// The address of a page, for clients that cannot open ``url``.
  public var fallback: String?

  /// Creates a link.
  public init(url: String? = nil, clickTrackers: [String] = [], fallback: String? = nil) {
    (self.url, self.clickTrackers, self.fallback) = (url, clickTrackers, fallback)
  }
}

// MARK: - JSON

extension NativeMarkup: JSONRecord {
  static let noun = "a native ad"
  static let members: [JSONMember<NativeMarkup>] = [
    .name("ver", \.version), .records("assets", \.assets), .record("link", \.link),
    .records("eventtrackers", \.trackers), .addresses("imptrackers", \.impressionTrackers),
    .text("jstracker", \.script),
    .address("privacy", \.privacy), .address("assetsurl", \.assetsURL), .address("dcourl", \.dynamicURL),
  ]
}

extension NativeAsset: JSONRecord {
  static let noun = "an asset"
  static let members: [JSONMember<NativeAsset>] = [
    .number("id", \.id), .bit("required", \.isRequired), .group("title", [.text("text", \.title)]),
    .record("img", \.image), .record("data", \.data), .group("video", [.text("vasttag", \.video)]),
    .record("link", \.link),
  ]
}

extension NativeImage: JSONRecord {
  init() { self.init(url: nil) }

  static let noun = "a picture"
  static let members: [JSONMember<NativeImage>] = [
    .address("url", \.url), .number("w", \.width), .number("h", \.height), .number("type", \.type),
  ]
}

extension NativeData: JSONRecord {
  init() { self.init(value: nil) }

  static let noun = "data"
  static let members: [JSONMember<NativeData>] = [
    .name("value", \.value), .text("label", \.label), .number("type", \.type),
  ]
}

extension NativeLink: JSONRecord {
  init() { self.init(url: nil) }

  static let noun = "a link"
  static let members: [JSONMember<NativeLink>] = [
    .address("url", \.url, opensApps: true), .addresses("clicktrackers", \.clickTrackers),
    .address("fallback", \.fallback),
  ]
}

extension AdTracker: JSONRecord {
  init() { self.init(event: 0, method: 0, address: "") }

  static let noun = "a tracker"
  static let members: [JSONMember<AdTracker>] = [
    .count("event", \.event), .count("method", \.method), .address("url", \.address),
    .json("customdata", \.customData),
  ]
}
