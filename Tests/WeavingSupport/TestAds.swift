package import AdPlacing
package import AdServing
import Placement

/// A source of ads that answers at once, or as it is told to.
package final class TestAds: AdSource {
  package typealias Creative = String

  /// What it answers at once; nil to let the request wait in ``open``.
  package var answer: (AdRequest) -> AdAnswer<String>?
  /// Every request.
  package private(set) var asked: [AdRequest] = []
  /// The requests that wait.
  package var open: [AdRequest] = []

  package init(_ answer: @escaping (AdRequest) -> AdAnswer<String>? = { _ in nil }) {
    self.answer = answer
  }

  /// Answers at once with ads of a name and a number.
  package static func endless(_ name: String, campaigns: Int = 1_000, expires: Duration? = nil) -> TestAds {
    var next = 0
    return TestAds { request in
      .ads(
        (0..<request.count).map { _ in
          defer { next += 1 }
          return ad("\(name)\(next)", campaign: "\(name).\(next % campaigns)", expires: expires)
        })
    }
  }

  package func placer(_ placer: AdPlacer<String>, requests request: AdRequest) {
    asked.append(request)
    if let answer = answer(request) { placer.answer(request, with: answer) } else { open.append(request) }
  }
}

/// An ad that shows its own name.
package func ad(_ id: String, campaign: String? = nil, expires: Duration? = nil) -> Ad<String> {
  Ad(id: id, campaign: campaign, expires: expires, creative: id)
}

/// A tenant with rules in words.
package func tenant(
  _ rules: String, _ source: TestAds? = nil, name: String = "ads", house: [String] = [],
  queue: AdQueuePolicy = AdQueuePolicy(stock: 2), repeats: Int = 1, caps: String = ""
) throws -> AdTenant<String> {
  AdTenant(
    name: name, rules: try PlacementRules(rules), source: source, houseAds: house.map { ad($0) }, queue: queue,
    repeatDistance: repeats, caps: try FrequencyCap.list(caps))
}
