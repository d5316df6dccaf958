import Foundation
import Interception
import Testing

@Suite("A plan as JSON")
struct WeavingPlanTests {
  private func decode(_ json: String) throws -> WeavingPlan {
    try JSONDecoder().decode(WeavingPlan.self, from: Data(json.utf8))
  }

  private func plan(aspect members: String) -> String {
    #"{"groups": [{"aspects": [{"pointcut": "A.b", "advice": "log"\#(members)}]}]}"#
  }

  @Test func `All members are read`() throws {
    let plan = try decode(
      #"""
      {"groups": [{"name": "logging", "enabled": false, "aspects": [
        {"pointcut": "ListView.insert*", "position": "after", "advice": "log", "event": "rows inserted",
         "once": true, "priority": 7, "exclusive": true, "result": "none"}]}]}
      """#)
    let pointcut = try #require(Pointcut("ListView.insert*"))
    let aspect = WeavingPlan.PlannedAspect(
      pointcut, advice: "log", position: .after, event: "rows inserted", isAutomaticallyRemoved: true, priority: 7,
      policy: .exclusive, result: .string("none"))
    #expect(plan == WeavingPlan(groups: [WeavingPlan.Group("logging", isEnabled: false, aspects: [aspect])]))
  }

  @Test func `All members but pointcut and advice have defaults`() throws {
    #expect(try decode("{}") == WeavingPlan())
    let group = try #require(try decode(#"{"groups": [{}]}"#).groups.first)
    #expect(group == WeavingPlan.Group("default", isEnabled: true, aspects: []))
    let aspect = try #require(try decode(plan(aspect: "")).groups.first?.aspects.first)
    #expect(aspect == WeavingPlan.PlannedAspect(try #require(Pointcut("A.b")), advice: "log"))
    #expect(
      (aspect.position == nil, aspect.event == nil, aspect.result == nil, aspect.policy) == (true, true, true, .layered)
    )
    #expect((aspect.isAutomaticallyRemoved, aspect.priority) == (false, 0))
  }

  @Test func `A plan survives coding, whatever is in it`() throws {
    let positions: [AdvicePosition?] = [nil] + AdvicePosition.allCases
    let results: [WeavingPlan.Scalar?] = [
      nil, .boolean(true), .integer(-3), .number(1.5), .string("\u{1F300}\n"), .number(1e300),
    ]
    let pointcut = try #require(Pointcut("*.x(_:)"))
    var aspects: [WeavingPlan.PlannedAspect] = []
    for position in positions {
      for result in results {
        for flag in [false, true] {
          aspects.append(
            .init(
              pointcut, advice: "a", position: position, event: flag ? "e" : nil, isAutomaticallyRemoved: flag,
              priority: flag ? -2 : 0, policy: flag ? .exclusive : .layered, result: result))
        }
      }
    }
    let plan = WeavingPlan(groups: [
      .init("one", isEnabled: false, aspects: aspects), .init("two", aspects: aspects.reversed()),
    ])
    #expect(try JSONDecoder().decode(WeavingPlan.self, from: JSONEncoder().encode(plan)) == plan)
  }

  @Test func `What no plan can say is an error that names its place`() {
    let table: [(String, String)] = [
      ("[]", "the plan: expected an object, not an array"),
      ("3", "the plan: expected an object, not 3"),
      (#"{"groups": {}}"#, "groups: expected an array, not an object"),
      (#"{"group": []}"#, "group: no plan has a member 'group'; did you mean 'groups'?"),
      (#"{"groups": [{}, 4]}"#, "groups[1]: expected an object, not 4"),
      (#"{"groups": [{"name": 4}]}"#, "groups[0].name: expected a string, not 4"),
      (#"{"groups": [{"enabled": 1}]}"#, "groups[0].enabled: expected true or false, not 1"),
      (#"{"groups": [{"enabled": null}]}"#, "groups[0].enabled: expected true or false, not null"),
      (
        #"{"groups": [{"aspects": [{"advice": "log"}]}]}"#,
        "groups[0].aspects[0].pointcut: the member 'pointcut' is missing"
      ),
      (
        #"{"groups": [{"aspects": [{"pointcut": "A.b"}]}]}"#,
        "groups[0].aspects[0].advice: the member 'advice' is missing"
      ),
      (
        #"{"groups": [{"aspects": [{"pointcut": "Ab", "advice": "log"}]}]}"#,
        "groups[0].aspects[0].pointcut: 'Ab' is not of the form Class.selector"
      ),
      (
        plan(aspect: #", "position": "befor""#),
        "groups[0].aspects[0].position: 'befor' is no position; did you mean 'before'?"
      ),
      (
        plan(aspect: #", "position": "sideways""#),
        "groups[0].aspects[0].position: 'sideways' is no position; "
          + "there are before, after, afterReturning, afterThrowing, instead, around"
      ),
      (plan(aspect: #", "once": "yes""#), #"groups[0].aspects[0].once: expected true or false, not "yes""#),
      (plan(aspect: #", "priority": 1.5"#), "groups[0].aspects[0].priority: expected a whole number, not 1.5"),
      (
        plan(aspect: #", "priority": "high""#),
        #"groups[0].aspects[0].priority: expected a whole number, not "high""#
      ),
      (plan(aspect: #", "exclusive": 0"#), "groups[0].aspects[0].exclusive: expected true or false, not 0"),
      (plan(aspect: #", "event": []"#), "groups[0].aspects[0].event: expected a string, not an array"),
      (
        plan(aspect: #", "result": null"#),
        "groups[0].aspects[0].result: expected a string, a number, true or false, not null"
      ),
      (
        plan(aspect: #", "result": [1]"#),
        "groups[0].aspects[0].result: expected a string, a number, true or false, not an array"
      ),
      (
        plan(aspect: #", "pririty": 1"#),
        "groups[0].aspects[0].pririty: no plan has a member 'pririty'; did you mean 'priority'?"
      ),
      (#"{"groups": [{"name": "a"}, {"name": "a"}]}"#, "groups[1].name: a group named 'a' stands above"),
      (#"{"groups": [{}, {}]}"#, "groups[1].name: a group named 'default' stands above"),
    ]
    for (json, words) in table {
      do {
        _ = try decode(json)
        Issue.record("\(json) was read")
      } catch {
        #expect("\(error)" == words, "\(json)")
      }
    }
  }

  @Test func `What is no JSON is the decoder's own error`() {
    #expect(throws: DecodingError.self) { try decode(#"{"groups": ["#) }
  }
}
