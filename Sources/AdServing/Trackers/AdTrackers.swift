/// An address that is due when a stated event happens to an ad.
public struct AdTracker: Hashable, Sendable, Codable {
  /// The event, numbered as in OpenRTB Native: 1 impression, 2 half viewable for a second, 3 wholly viewable for a second,
  /// 4 a video half viewable for two seconds, 500 and up the exchange's own.
  public var event: Int
  /// How the address is used: 1 loaded as an image, 2 run as a script, 500 and up the exchange's own.
  public var method: Int
  /// The address, which may contain macros; empty if the exchange's own method needs none.
  public var address: String
  /// What the exchange's own method needs besides, as JSON; nil if nothing.
  public var customData: String?

  /// Makes a tracker; without numbers, one for an impression that is loaded as an image.
  public init(event: Int = 1, method: Int = 1, address: String, customData: String? = nil) {
    (self.event, self.method, self.address, self.customData) = (event, method, address, customData)
  }
}

/// The addresses that come with an ad, apart from those of its links.
///
/// Nothing here opens an address: a client or a server does, when a ``TrackerOutbox`` says that it is due.
public struct AdTrackers: Hashable, Sendable, Codable {
  /// The addresses that are due at events, each once.
  public var events: [AdTracker]
  /// Pieces of script, not addresses, that run when the ad is displayed.
  public var scripts: [String]
  /// The address that is due when the ad wins its auction, which counts no impression (`nurl`).
  public var win: String?
  /// The address that is due when the ad becomes billable (`burl`).
  public var billing: String?
  /// The address that is due when the ad has lost its auction (`lurl`).
  public var loss: String?

  /// What is known of the auction, for the macros in the addresses.
  public var macros: AuctionMacros

  /// Makes the trackers of an ad.
  public init(
    events: [AdTracker] = [], scripts: [String] = [], win: String? = nil, billing: String? = nil, loss: String? = nil,
    macros: AuctionMacros = AuctionMacros()
  ) {
    (self.events, self.scripts, self.win, self.billing, self.loss) = (events, scripts, win, billing, loss)
    self.macros = macros
  }
}

/// Where an ad, or a part of it, leads.
public struct AdLink: Hashable, Sendable, Codable {
  /// The page, an http or https address; nil if there is none.
  public var address: String?
  /// An address that opens an app, such as `shop://item/7`; where it does not open, the page is shown.
  public var deepLink: String?
  /// The addresses that are due at each click.
  public var clickTrackers: [String]

  /// Makes a link.
  public init(address: String? = nil, deepLink: String? = nil, clickTrackers: [String] = []) {
    (self.address, self.deepLink, self.clickTrackers) = (address, deepLink, clickTrackers)
  }
}
