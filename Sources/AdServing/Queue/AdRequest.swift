/// A queue's request for ads: its source gives it back with the answer.
public struct AdRequest: Hashable, Sendable {
  /// Which of the queue's requests it is; never given again.
  public let number: Int
  /// Whose queue asks.
  public let tenant: String
  /// The most ads that the answer should have.
  public let count: Int
  /// Which attempt in a row it is, from 1; beyond 1 the one before failed.
  public let attempt: Int
}

/// What a source answers.
public enum AdAnswer<Creative> {
  /// Some ads; none is the same as ``noFill``.
  case ads([Ad<Creative>])
  /// The source has no ad at the moment.
  case noFill
  /// The source failed, and may have ads all the same.
  case failure
}

extension AdAnswer: Sendable where Creative: Sendable {}
extension AdAnswer: Equatable where Creative: Equatable {}
extension AdAnswer: Hashable where Creative: Hashable {}

/// What became of an answer and of each of its ads.
public struct AdReceipt: Hashable, Sendable {
  /// When an answer came.
  public enum Arrival: Hashable, Sendable {
    /// While its request was outstanding.
    case inTime
    /// After its request had timed out; its ads are taken while the queue lacks any.
    case late
    /// The second time, or to what this queue did not ask, or so late that it is forgotten; nothing of it is taken.
    case unexpected
  }

  /// An ad that was not taken, and why.
  public struct RefusedAd: Hashable, Sendable {
    /// The ad's name.
    public let id: String
    /// Why.
    public let reason: AdRefusal
  }

  /// When the answer came.
  public let arrival: Arrival
  /// How many of its ads are in stock now.
  public internal(set) var taken = 0
  /// The others, in the answer's order.
  public internal(set) var refused: [RefusedAd] = []

  init(_ arrival: Arrival) { self.arrival = arrival }
}

/// Why a queue does not take an ad.
public enum AdRefusal: Hashable, Sendable {
  /// It has no name, or no campaign.
  case unnamed
  /// It may not be shown any more.
  case expired
  /// One of its name is in stock.
  case inStock
  /// It, or its campaign, was recalled after it had been asked for.
  case recalled
  /// The queue has as many as it keeps.
  case surplus
}

extension AdRefusal: CustomStringConvertible {
  /// Why, in words.
  public var description: String {
    switch self {
    case .unnamed: "it has no name or no campaign"
    case .expired: "it may not be shown any more"
    case .inStock: "an ad of its name is in stock"
    case .recalled: "it was recalled after it had been asked for"
    case .surplus: "the queue has as many as it keeps"
    }
  }
}
