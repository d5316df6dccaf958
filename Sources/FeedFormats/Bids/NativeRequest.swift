/// What a native ad is asked to have, as OpenRTB Native 1.2 defines it.
///
/// ```swift
/// let request = NativeRequest(
///   assets: [.title(1, atMost: 90), .image(2, .image, width: 1200, height: 627), .data(3, .sponsor)],
///   trackers: [WantedTracker(event: 1, methods: [1])])
/// ```
public struct NativeRequest: Sendable, Hashable {
  /// The version of the specification.
  public var version: String?
  /// What the ads are among: 1 content, 2 posts of a social network, 3 products.
  public var context: Int?
  /// Where the ads are: 1 in the list, 2 beside the content, 3 outside, 4 below.
  public var placement: Int?
  /// The number of places that are alike; nil for one.
  public var placeCount: Int?
  /// The parts that are wanted.
  public var assets: [WantedAsset] = []
  /// The events that are tracked, each with the methods that are carried out.
  public var trackers: [WantedTracker] = []
  /// Whether an address that is about privacy is shown.
  public var showsPrivacy = false

  /// Creates a request for ads in a list of content, by version 1.2.
  public init(assets: [WantedAsset], trackers: [WantedTracker] = []) {
    (version, context, placement) = ("1.2", 1, 1)
    (self.assets, self.trackers) = (assets, trackers)
  }
}

/// A part that a native ad is asked to have.
public struct WantedAsset: Sendable, Hashable {
  /// The number by which an asset of the ad says that it is this one.
  public var id = 0
  /// Whether an ad without it is refused.
  public var isRequired = false
  /// The longest title, in characters; nil if it is no title.
  public var titleLength: Int?
  /// The picture; nil if it is none.
  public var image: WantedImage?
  /// The piece of data; nil if it is none.
  public var data: WantedData?
  /// The video; nil if it is none.
  public var video: WantedVideo?

  /// Creates an asset of no kind.
  public init() {}

  /// A title; ads without it are refused unless said.
  public static func title(_ id: Int, atMost length: Int, isRequired: Bool = true) -> WantedAsset {
    var asset = WantedAsset()
    (asset.id, asset.titleLength, asset.isRequired) = (id, length, isRequired)
    return asset
  }

  /// A picture, an icon or the large one, of a least size in pixels.
  public static func image(
    _ id: Int, _ role: NativeRole, width: Int, height: Int, isRequired: Bool = false
  ) -> WantedAsset {
    var asset = WantedAsset()
    (asset.id, asset.isRequired) = (id, isRequired)
    asset.image = WantedImage(type: role == .icon ? 1 : 3, leastWidth: width, leastHeight: height)
    return asset
  }

  /// A piece of data, such as the sponsor.
  public static func data(
    _ id: Int, _ kind: NativeDataKind, atMost length: Int? = nil, isRequired: Bool = false
  ) -> WantedAsset {
    var asset = WantedAsset()
    (asset.id, asset.isRequired, asset.data) = (id, isRequired, WantedData(type: kind.rawValue, length: length))
    return asset
  }

  /// What the part is; nil if that is not said.
  var role: NativeRole? {
    if titleLength != nil { return .title }
    if let image { return image.type.flatMap(NativeRole.init(imageType:)) }
    if video != nil { return .video }
    return data?.type.map { .data(NativeDataKind(rawValue: $0)) }
  }
}

/// A picture that a native ad is asked to have.
public struct WantedImage: Sendable, Hashable {
  /// The type: 1 an icon, 3 the large picture.
  public var type: Int?
  /// The size in pixels.
  public var width, height: Int?
  /// The least size in pixels.
  public var leastWidth, leastHeight: Int?
  /// The media types that are shown; all if none is named.
  public var mediaTypes: [String] = []

  /// Creates a picture of a least size.
  public init(type: Int? = nil, leastWidth: Int? = nil, leastHeight: Int? = nil) {
    (self.type, self.leastWidth, self.leastHeight) = (type, leastWidth, leastHeight)
  }
}

/// A piece of data that a native ad is asked to have.
public struct WantedData: Sendable, Hashable {
  /// The number of its ``NativeDataKind``.
  public var type: Int?
  /// The greatest length, in characters.
  public var length: Int?

  /// Creates a piece of data.
  public init(type: Int? = nil, length: Int? = nil) { (self.type, self.length) = (type, length) }
}

/// A video that a native ad is asked to have.
public struct WantedVideo: Sendable, Hashable {
  /// The media types that are shown.
  public var mediaTypes: [String] = []
  /// The least and the greatest duration in seconds.
  public var leastDuration, greatestDuration: Int?
  /// The versions of VAST that are understood, as OpenRTB numbers them.
  public var protocols: [Int] = []

  /// Creates a video of any duration.
  public init() {}
}

/// An event that is tracked, with the methods that are carried out.
public struct WantedTracker: Sendable, Hashable {
  /// The number of the event, as `AdTracker` has it.
  public var event: Int
  /// The numbers of the methods, as `AdTracker` has them.
  public var methods: [Int]

  /// Creates an event with its methods.
  public init(event: Int, methods: [Int]) { (self.event, self.methods) = (event, methods) }
}

extension NativeRole {
  /// What a picture of a type is; a logo counts as an icon.
  init?(imageType: Int) {
    switch imageType {
    case 1, 2: self = .icon
    case 3: self = .image
    default: return nil
    }
  }
}

// MARK: - JSON

extension NativeRequest: JSONRecord {
  init() {}

  static let noun = "a native request"
  static let members: [JSONMember<NativeRequest>] = [
    .name("ver", \.version), .number("context", \.context), .number("plcmttype", \.placement),
    .number("plcmtcnt", \.placeCount), .records("assets", \.assets), .records("eventtrackers", \.trackers),
    .bit("privacy", \.showsPrivacy),
  ]
}

extension WantedAsset: JSONRecord {
  static let noun = "an asset"
  static let members: [JSONMember<WantedAsset>] = [
    .count("id", \.id), .bit("required", \.isRequired), .group("title", [.number("len", \.titleLength)]),
    .record("img", \.image), .record("data", \.data), .record("video", \.video),
  ]
}

extension WantedImage: JSONRecord {
  init() { self.init(type: nil) }

  static let noun = "a picture"
  static let members: [JSONMember<WantedImage>] = [
    .number("type", \.type), .number("w", \.width), .number("h", \.height), .number("wmin", \.leastWidth),
    .number("hmin", \.leastHeight), .texts("mimes", \.mediaTypes),
  ]
}

extension WantedData: JSONRecord {
  init() { self.init(type: nil) }

  static let noun = "data"
  static let members: [JSONMember<WantedData>] = [.number("type", \.type), .number("len", \.length)]
}

extension WantedVideo: JSONRecord {
  static let noun = "a video"
  static let members: [JSONMember<WantedVideo>] = [
    .texts("mimes", \.mediaTypes), .number("minduration", \.leastDuration),
    .number("maxduration", \.greatestDuration), .numbers("protocols", \.protocols),
  ]
}

extension WantedTracker: JSONRecord {
  init() { self.init(event: 1, methods: []) }

  static let noun = "an event"
  static let members: [JSONMember<WantedTracker>] = [.count("event", \.event), .numbers("methods", \.methods)]
}
