import Placement

/// What has happened to an ad, for which addresses are due.
public enum TrackerEvent: Hashable, Sendable {
  /// The ad has won its auction (`nurl`).
  case win
  /// The ad is not used (`lurl`).
  case loss
  /// The ad has become billable (`burl`).
  case billing
  /// An event as ``AdTracker/event`` numbers it, such as 1 for an impression.
  case event(Int)
  /// A click, by a name that no other click of the ad has.
  case click(String)
}

extension TrackerEvent: CustomStringConvertible {
  /// The event as text, such as `win`, `event 1` or `click 7`.
  public var description: String {
    switch self {
    case .win: "win"
    case .loss: "loss"
    case .billing: "billing"
    case .event(let number): "event \(number)"
    case .click(let name): "click \(name)"
    }
  }

  /// Reads the text of an event.
  init?(_ text: String) {
    switch text {
    case "win": self = .win
    case "loss": self = .loss
    case "billing": self = .billing
    case let text where text.hasPrefix("click "): self = .click(String(text.dropFirst(6)))
    case let text where text.hasPrefix("event "):
      guard let number = Int(text.dropFirst(6)) else { return nil }
      self = .event(number)
    default: return nil
    }
    if description != text { return nil }
  }
}

extension TrackerEvent: Codable {
  /// Decodes the text of an event.
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError``, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let event = TrackerEvent(text) else {
      let fault = AdServingError.invalidValue(
        word: "event", value: String(text.prefix(32)), expected: "an event such as 'win' or 'event 1'", column: nil)
      throw DecodingError.refused(fault, at: decoder.codingPath)
    }
    self = event
  }

  /// Encodes the event as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Who opens an address.
public enum TrackerSide: String, Hashable, Sendable, Codable {
  case server, client
}

/// An address, or a piece of script, that is to be used now, by the server or by the client.
public struct DueTracker: Hashable, Sendable, Codable, Identifiable {
  /// The name of a due tracker, which no other has.
  public struct ID: Hashable, Sendable, Codable {
    /// The name of the ad.
    public let adID: String
    /// What has happened to it.
    public let event: TrackerEvent
    /// The number among those of the event.
    public let number: Int

    /// Makes a name.
    public init(adID: String, event: TrackerEvent, number: Int) {
      (self.adID, self.event, self.number) = (adID, event, number)
    }
  }

  /// Its name, by which it is acknowledged.
  public let id: ID
  /// How it is used: 1 loaded as an image, 2 run as a script, 500 and up the exchange's own; 1 for notices and clicks.
  public let method: Int
  /// The address without macros; empty if there is a script, or the exchange's own method needs none.
  public let address: String
  /// A piece of script, which is run instead of an address; nil if there is none.
  public let script: String?
  /// What the exchange's own method needs besides, as JSON; nil if nothing.
  public let customData: String?
  /// Who uses it.
  public let side: TrackerSide
  /// Whether it was handed out before, so that it may have been used.
  public var isRepeat = false

  /// What has happened to the ad.
  public var event: TrackerEvent { id.event }
}

/// Who opens which addresses, and when an ad is billable.
public struct TrackerPolicy: Sendable {
  /// The event at which an ad is billable: 1 when it is displayed, 2 when half of it was seen for a second.
  public var billingEvent = 1
  /// Who loads the images of events.
  public var images = TrackerSide.client
  /// Who carries out the exchange's own methods.
  public var ownMethods = TrackerSide.client
  /// Who loads click trackers.
  public var clicks = TrackerSide.client
  /// Who sends the notice of a win; those of billing and loss are the server's, and scripts are the client's.
  public var win = TrackerSide.server
  /// Encodings of macros that are known beside `B64`.
  public var encodings: AuctionMacros.Encodings = [:]

  /// Makes the policy by which the server sends notices, and the client all else.
  public init() {}
}

/// What a server keeps of an ad that it has bought or lost, to know what is due when something happens to it.
public struct TrackedAd: Hashable, Sendable, Codable, Identifiable {
  /// The name of the issued ad, which no other has.
  public let id: String
  /// The addresses.
  public var trackers: AdTrackers
  /// The first time at which nothing that happens to it counts any more, such as that of its receipt; always the same.
  public let expires: Duration

  /// Makes what is kept of an ad.
  public init(id: String, trackers: AdTrackers, expires: Duration) {
    (self.id, self.trackers, self.expires) = (id, trackers, expires)
  }
}

extension AuctionLoss {
  /// The reason as OpenRTB numbers it for `${AUCTION_LOSS}`.
  public var code: Int {
    switch self {
    case .late, .expired: 2
    case .unnamed, .otherCurrency, .sameName: 3
    case .unpriced: 9
    case .belowFloor: 100
    case .outbid: 102
    case .refused: 200
    }
  }
}
