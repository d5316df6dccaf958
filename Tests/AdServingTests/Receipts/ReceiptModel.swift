import AdServing

/// What should become of impressions and clicks, found in lists of all that was handed out and all that was counted.
struct ReceiptModel {
  /// What was handed out, by its text.
  struct Served {
    let user: String, ad: String, campaign: String
    let expires: Int
  }

  struct Use {
    let text: String
    let event: ServingEvent
    let id: ImpressionID?
  }

  enum Outcome: Hashable {
    case new, repeated
    case refused(ImpressionRefusal.Reason)
  }

  /// An impression or a click, at the server's time in milliseconds.
  struct Arrival {
    let event: ServingEvent
    let id: ImpressionID?
    let ad: String, campaign: String
    let text: String?
    let user: String
    let now: Int
  }

  var served: [String: Served] = [:]
  private(set) var uses: [Use] = []
  private var latest = Int.min
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// How long a receipt may be remembered after it has expired.
  private static let span = 65_536

  /// Returns what may become of an arrival; more than one where the time at which memory is free is not promised.
  mutating func outcomes(of arrival: Arrival) -> Set<Outcome> {
    guard let text = arrival.text else { return [.refused(.noReceipt)] }
    guard let given = served[text] else { return [.refused(.invalidReceipt)] }
    if given.user != arrival.user { return [.refused(.otherUser)] }
    if arrival.event == .impression, (given.ad, given.campaign) != (arrival.ad, arrival.campaign) {
      return [.refused(.otherAd)]
    }
    latest = max(latest, arrival.now)
    if given.expires <= arrival.now { return [.refused(.expired)] }
    // Where the clock went back.
    let others: Set<Outcome> = given.expires <= latest ? [.refused(.expired)] : []
    if let use = uses.first(where: { $0.text == text && $0.event == arrival.event }) {
      return others.union([use.id == arrival.id && arrival.id != nil ? .repeated : .refused(.used)])
    }
    let expiries = uses.compactMap { served[$0.text]?.expires }
    if expiries.count(where: { $0 > latest }) >= capacity { return others.union([.refused(.noMemory)]) }
    let isFullPerhaps = expiries.count { $0 > arrival.now - Self.span } >= capacity
    return others.union(isFullPerhaps ? [.new, .refused(.noMemory)] : [.new])
  }

  /// Notes that an arrival was counted.
  mutating func count(_ arrival: Arrival) {
    if let text = arrival.text { uses.append(Use(text: text, event: arrival.event, id: arrival.id)) }
  }
}
