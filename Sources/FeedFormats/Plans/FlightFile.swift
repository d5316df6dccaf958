public import AdServing

/// Flights of campaigns as JSON: an object with a list of them.
///
/// ```
/// {"flights":[{"campaign":"tea","start":"2026-03-01T00:00:00Z","end":"2026-03-02T00:00:00Z","impressions":20000,
///              "pacing":"front 1.3","tier":0,"weight":1,"pays":2.5,"yield":0.7,
///              "counts":{"served":0,"delivered":0,"givenUp":0,"chances":0}}]}
/// ```
/// The goal is `impressions`, `viewable` or `clicks` with a number, or `share` with a part of 1. Times are in whole seconds, and
/// count from 1970. `pays` is for a thousand impressions. What a flight may lack is all after the goal.
public enum FlightFile {
  /// The maximum size of a file, in bytes.
  public static let maxBytes = 1 << 24

  /// Reads flights, and leaves out, with a finding, those that are not valid.
  ///
  /// - Throws: ``FeedError`` if it is no JSON object.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func read(_ bytes: [UInt8]) throws(FeedError) -> (flights: [Flight], findings: [Finding]) {
    let file = try JSONFile(bytes, maxBytes: maxBytes, maxDepth: 512, holding: "flights") { position, problem in
      FeedError.malformed(position, problem: problem)
    }
    var reader = JSONItemReader(try SourceText(bytes))
    guard file.value.kind == .object else {
      throw .malformed(file.map.position(at: file.value.range.lowerBound), problem: "flights are in an object")
    }
    var flights: [Flight] = []
    var campaigns: Set<String> = []
    for member in file.value.members {
      let name = file.value.name(of: member)
      if name == "flights" {
        for value in reader.elements(member.value, name) {
          guard let flight = reader.flight(value) else { continue }
          if campaigns.insert(flight.campaign).inserted {
            flights.append(flight)
          } else {
            let problem = "the campaign \(flight.campaign.quotedForMessage) has another flight before"
            reader.findings.add(at: value.range.lowerBound, .itemLeftOut, problem)
          }
        }
      } else {
        reader.complain(ofMember: name, at: member.name.lowerBound, of: "a file of flights", known: ["flights"])
      }
    }
    return (flights, reader.findings.ordered)
  }

  /// Writes flights.
  public static func json(_ flights: [Flight]) -> [UInt8] {
    var text = JSONText()
    text.append(raw: "{")
    text.append(list: "flights", flights) { $0.append($1) }
    text.append(raw: "}")
    return text.bytes
  }
}

extension JSONItemReader {
  /// Reads a flight; returns nil, with a finding, for one that is not valid.
  fileprivate mutating func flight(_ value: JSONValue) -> Flight? {
    let members = value.members.filter { $0.value.kind != .null }
    let last = { name in members.last { value.name(of: $0) == name }?.value }
    let noun = last("campaign")?.string.map { "the flight \($0.quotedForMessage)" } ?? Flight.noun
    guard let flight: Flight = record(value, noun: noun) else { return nil }
    guard flight.start != Flight.noStart else {
      // One that is no date is a finding already.
      if last("start") == nil { findings.add(at: value.range.lowerBound, .itemLeftOut, "\(noun) lacks start") }
      return nil
    }
    let goals = Flight.goalWords.filter { last($0) != nil }
    guard goals.count < 2 else {
      let problem = "\(noun) has more than one goal: \(goals.joined(separator: ", "))"
      findings.add(at: value.range.lowerBound, .itemLeftOut, problem)
      return nil
    }
    do throws(AdServingError) {
      try flight.validate()
      return flight
    } catch {
      guard case .invalidValue(let word, _, let expected, _) = error else { return nil }
      guard let found = last(word) else {
        let lacking = word == flight.goal.word ? "a goal: impressions, viewable, clicks or share" : word
        findings.add(at: value.range.lowerBound, .itemLeftOut, "\(noun) lacks \(lacking)")
        return nil
      }
      let problem = "\(noun)'s \(word) is \(found.words); expected \(expected)"
      findings.add(at: found.range.lowerBound, .itemLeftOut, problem)
      return nil
    }
  }
}

extension Flight: JSONRecord {
  init() { self.init(campaign: "", start: Self.noStart, end: .zero, goal: .impressions(0)) }

  /// What stands for a start until it has been read.
  fileprivate static let noStart = Duration.seconds(-1 << 60)

  static let noun = "a flight"
  /// The members of which a flight has one.
  fileprivate static let goalWords = ["impressions", "viewable", "clicks", "share"]
  static let isClosed = true
  static let members: [JSONMember<Flight>] = [
    .text("campaign", \.campaign), time("start", \.start), time("end", \.end),
    goal("impressions") { .impressions($0) }, goal("viewable") { .viewable($0) }, goal("clicks") { .clicks($0) },
    JSONMember(
      "share", \.goal, append: { if case .share(let share) = $0 { $1.append(member: "share", raw: "\(share)") } },
      read: { $2.number($0, $1).map { .share($0) } }),
    JSONMember(
      "pacing", \.pacing, append: { $1.append(member: "pacing", "\($0)") },
      read: { value, label, reader in
        guard let text = reader.string(value, label) else { return nil }
        do throws(AdServingError) { return try Pacing(text) } catch {
          guard case .invalidValue(_, _, let expected, _) = error else { return nil }
          reader.findings.add(
            at: value.range.lowerBound, .valueLeftOut, "\(label) is \(value.words); expected \(expected)")
          return nil
        }
      }),
    .count("tier", \.tier), .count("weight", \.weight),
    JSONMember(
      "pays", \.pays, append: { $1.append(member: "pays", raw: Price.number($0)) }, read: { $2.amount($0, $1) }),
    JSONMember("yield", \.yield, append: { $1.append(member: "yield", raw: "\($0)") }, read: { $2.number($0, $1) }),
    .group(
      "counts",
      [
        .count("served", \.counts.served), .count("delivered", \.counts.delivered),
        .count("givenUp", \.counts.givenUp), .count("chances", \.counts.chances),
      ]),
  ]

  private static func time(
    _ name: String, _ path: any WritableKeyPath<Flight, Duration> & Sendable
  ) -> JSONMember<Flight> {
    JSONMember(
      name, path, append: { $1.append(member: name, FeedTime.rfc3339($0.components.seconds)) },
      read: { $2.date($0, $1).map { .seconds($0) } })
  }

  private static func goal(
    _ name: String, _ goal: @escaping @Sendable (Int) -> Goal
  ) -> JSONMember<Flight> {
    JSONMember(
      name, \.goal, append: { if let count = $0.count, $0 == goal(count) { $1.append(member: name, raw: "\(count)") } },
      read: { $2.wholeNumber($0, $1).flatMap { Int(exactly: $0) }.map(goal) })
  }
}
