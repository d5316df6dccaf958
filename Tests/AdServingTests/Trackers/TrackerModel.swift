import AdServing
import Placement

/// What a server has handed out, as a list of all that ever happened to its ads.
struct TrackerModel {
  /// What has happened, such as `a/win`.
  var facts: Set<String> = []
  /// The names of the trackers that are not acknowledged, such as `a/win/0`.
  var pending: [String] = []

  /// Returns what is due when something happens to an ad, as `name method address side`.
  mutating func due(_ event: String, of ad: TrackedAd, now: Int, runsScripts: Bool = false) -> [String] {
    let fact = "\(ad.id)/\(event)"
    if ad.expires <= .milliseconds(now) || facts.contains(fact) { return [] }
    var lines: [String] = []
    func add(_ number: Int, _ method: Int, _ text: String?, _ side: String) {
      guard let text, method != 2 || runsScripts else { return }
      // Each text has at most one macro, at its end.
      let end = text.firstIndex(of: "$") ?? text.endIndex
      let value =
        switch text[end...] {
        case "${AUCTION_PRICE}": event == "loss" ? "" : ad.trackers.macros.price.map { Price.number($0.micros) } ?? ""
        case "${AUCTION_ID}": ad.trackers.macros.auctionID ?? ""
        case "${AUCTION_LOSS}": event == "loss" ? "102" : ""
        case "${AUCTION_IMP_TS}": event.hasPrefix("event") || event == "billing" ? "\(now)" : ""
        default: ""
        }
      lines.append("\(fact)/\(number) \(method) \(text[..<end])\(value) \(side)")
      pending.append("\(fact)/\(number)")
    }
    switch event {
    case "win": add(0, 1, ad.trackers.win, "server")
    case "loss": add(0, 1, ad.trackers.loss, "server")
    case "billing": add(0, 1, ad.trackers.billing, "server")
    case "click 0": add(0, 1, "https://x.example/click", "client")
    default:
      let own = ad.trackers.events.filter { "event \($0.event)" == event }
      for (number, tracker) in own.enumerated() { add(number, tracker.method, tracker.address, "client") }
      if event == "event 1" {
        for (number, script) in ad.trackers.scripts.enumerated() { add(own.count + number, 2, script, "client") }
      }
    }
    if !lines.isEmpty { facts.insert(fact) }
    return lines
  }

  /// Adds what another process has handed out; what one has acknowledged is acknowledged.
  mutating func merge(_ other: TrackerModel) {
    func remains(_ name: String, in model: TrackerModel) -> Bool {
      model.pending.contains(name) || !model.facts.contains(String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]))
    }
    let own = self
    pending =
      pending.filter { remains($0, in: other) }
      + other.pending.filter { !own.pending.contains($0) && remains($0, in: own) }
    facts.formUnion(other.facts)
  }
}
