/// A queue's request for ads, which is passed back to the queue with the source's answer.
public struct AdRequest: Hashable, Sendable {
  /// The request's number in its queue, which no other request of the queue has.
  public let number: Int
  /// The tenant whose queue makes the request.
  public let tenant: String
  /// The largest number of ads that the answer should have.
  public let count: Int
  /// The number of the attempt, from 1; if it is greater than 1, the attempt before failed.
  public let attempt: Int
}

/// A source's answer to a request.
public enum AdAnswer<Creative> {
  /// The source has ads; an empty list is the same as ``noFill``.
  case ads([Ad<Creative>])
  /// The source has no ad at the moment.
  case noFill
  /// The source failed, although it may have ads.
  case failure
}

extension AdAnswer: Sendable where Creative: Sendable {}
extension AdAnswer: Equatable where Creative: Equatable {}
extension AdAnswer: Hashable where Creative: Hashable {}

/// The result of an answer: when it arrived, and which of its ads were accepted.
public struct AdReceipt: Hashable, Sendable {
  /// The time of an answer's arrival, relative to its request.
  public enum Arrival: Hashable, Sendable {
    /// The answer arrived while its request was outstanding.
    case inTime
    /// The answer arrived after its request had timed out; its ads are accepted if the queue needs any.
    case late
    /// The request was answered before, is not from this queue, or timed out too long ago; no ad is accepted.
    case unexpected
  }

  /// An ad that was not accepted, with the reason.
  public struct RefusedAd: Hashable, Sendable {
    /// The ad's name.
    public let id: String
    /// The reason.
    public let reason: AdRefusal
  }

  /// The time of the answer's arrival, relative to its request.
  public let arrival: Arrival
  /// The number of ads that were added to the stock.
  public internal(set) var taken = 0
  /// The ads that were not accepted, in the answer's order.
  public internal(set) var refused: [RefusedAd] = []

  init(_ arrival: Arrival) { self.arrival = arrival }
}

/// A reason why a queue does not accept an ad.
public enum AdRefusal: Hashable, Sendable {
  /// One of the ad's names is empty.
  case unnamed
  /// The ad has expired.
  case expired
  /// An ad with the same name is in stock.
  case inStock
  /// One of the ad's names is recalled.
  case recalled
  /// The queue has as many ads as it keeps.
  case surplus
}

extension AdRefusal: CustomStringConvertible {
  /// A description of the reason in English.
  public var description: String {
    switch self {
    case .unnamed: "one of its names is empty"
    case .expired: "it may not be shown any more"
    case .inStock: "an ad of its name is in stock"
    case .recalled: "it is recalled"
    case .surplus: "the queue has as many as it keeps"
    }
  }
}
