import AdServing
import Placement

/// What a server has handed out, as a list of all that ever happened to its ads.
struct TrackerModel: Codable {
  struct Fact: Codable, Equatable {
    let ad: String
    let event: String
  }

  var facts: [Fact] = []
  /// The names of the trackers that are not acknowledged, such as `a/win/0`.
  var pending: [String] = []

  /// Returns what is due when something happens to an ad, as `name method address side`.
  mutating func due(_ event: String, of ad: TrackedAd, now: Int, runsScripts: Bool = false) -> [String] {
    if ad.expires <= .milliseconds(now) { return [] }
    let fact = Fact(ad: ad.id, event: event)
    if facts.contains(fact) { return [] }
    var lines: [String] = []
    func add(_ number: Int, _ method: Int, _ text: String?, _ side: String) {
      guard let text, method != 2 || runsScripts else { return }
      var filled = text
      let values = [
        "${AUCTION_PRICE}": event == "loss"
          ? "" : ad.trackers.macros.price.map { $0.description.dropLast(4) + "" } ?? "",
        "${AUCTION_ID}": ad.trackers.macros.auctionID ?? "", "${AUCTION_LOSS}": event == "loss" ? "102" : "",
        "${AUCTION_IMP_TS}": event.hasPrefix("event") || event == "billing" ? "\(now)" : "", "${OTHER}": "",
      ]
      for (macro, value) in values { filled = filled.replacing(macro, with: value) }
      lines.append("\(ad.id)/\(event)/\(number) \(method) \(filled) \(side)")
    }
    switch event {
    case "win": add(0, 1, ad.trackers.win, "server")
    case "loss": add(0, 1, ad.trackers.loss, "server")
    case "billing": add(0, 1, ad.trackers.billing, "server")
    case "click": add(0, 1, "https://x.example/click", "client")
    default:
      let own = ad.trackers.events.filter { "event \($0.event)" == event }
      for (number, tracker) in own.enumerated() { add(number, tracker.method, tracker.address, "client") }
      if event == "event 1" {
        for (number, script) in ad.trackers.scripts.enumerated() { add(own.count + number, 2, script, "client") }
      }
    }
    if lines.isEmpty { return [] }
    facts.append(fact)
    pending += lines.map { $0.split(separator: " 1 ")[0].split(separator: " 2 ")[0] + "" }
    return lines
  }
}
