/// A request for the ads of one page, which tells its sources for whom the page is.
///
/// ```swift
/// let request = PageRequest(
///   for: Visitor(user: "ann", page: "harbour"), places: 4, floor: try Price("0.50 USD"), timeout: .milliseconds(120))
/// ```
/// An ``AdRequest`` in contrast asks for a stock, ahead of need and for nobody in particular.
public struct PageRequest<Context: Sendable>: Sendable {
  /// What sources are told of the page, such as its user, its content, their consent, and where its ads stand.
  public var context: Context
  /// The currency in which ads are to be priced, as an ISO 4217 code.
  public let currency: String
  /// The lowest price of each place, in order of the places; 0 for any price.
  public let floors: [Price]
  /// The time after which an answer is of no use, which OpenRTB calls `tmax`.
  public var timeout: Duration

  /// Makes a request for places that all have the same floor; `places` below 0 are none.
  public init(for context: Context, places: Int, floor: Price, timeout: Duration) {
    (self.context, self.timeout) = (context, timeout)
    (currency, floors) = (floor.currency, Array(repeating: floor, count: max(places, 0)))
  }

  /// Makes a request for places that have a floor each.
  /// - Precondition: All floors are in the request's currency.
  public init(for context: Context, currency: String, floors: [Price], timeout: Duration) {
    for (place, floor) in floors.enumerated() {
      precondition(floor.currency == currency, "The floor of place \(place) is \(floor), and not in \(currency)")
    }
    (self.context, self.currency, self.floors, self.timeout) = (context, currency, floors, timeout)
  }
}

extension PageRequest: Equatable where Context: Equatable {}
extension PageRequest: Hashable where Context: Hashable {}
