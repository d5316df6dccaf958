import Interception
import Testing

@Suite("Why a plan is refused")
struct WeavingErrorTests {
  @Test func `Every error names its place and says what is wrong`() throws {
    let place = WeavingPlan.Place(group: 1, aspect: 2, member: "position"),
      aspect = WeavingPlan.Place(group: 0, aspect: 3)
    let pointcut = try #require(Pointcut("A.x()"))
    let table: [(WeavingError, String)] = [
      (
        .unknownMember(.init(group: 0, member: "nam"), suggestion: "name"),
        "groups[0].nam: no plan has a member 'nam'; did you mean 'name'?"
      ),
      (.unknownMember(.init(member: "x"), suggestion: nil), "x: no plan has a member 'x'"),
      (.missingMember(place), "groups[1].aspects[2].position: the member 'position' is missing"),
      (.invalidValue(place, problem: "expected a string"), "groups[1].aspects[2].position: expected a string"),
      (.invalidValue(.init(), problem: "expected an object"), "the plan: expected an object"),
      (.duplicateGroup(.init(group: 1, member: "name"), name: "a"), "groups[1].name: a group named 'a' stands above"),
      (
        .unknownAdvice(aspect, name: "lgo", suggestion: "log"),
        "groups[0].aspects[3]: no advice is named 'lgo'; did you mean 'log'?"
      ),
      (
        .positionNotAllowed(place, advice: "log", position: .around, allowed: [.after, .before]),
        "groups[1].aspects[2].position: 'log' cannot stand around, only after, before"
      ),
      (
        .nothingMatches(aspect, pointcut: pointcut, suggestions: ["A.y()", "B.x()"]),
        "groups[0].aspects[3]: 'A.x()' matches no message; did you mean 'A.y()' or 'B.x()'?"
      ),
      (
        .nothingMatches(aspect, pointcut: pointcut, suggestions: []), "groups[0].aspects[3]: 'A.x()' matches no message"
      ),
      (
        .unfittingResult(aspect, class: "A", selector: "x()", expected: "Int"),
        "groups[0].aspects[3]: A.x() returns Int, which the plan's result must give"
      ),
      (
        .refused(aspect, .deallocationPosition(class: "A", selector: "deinit", position: .after)),
        "groups[0].aspects[3]: A: 'deinit' takes advice before it only, not after"
      ),
      (.unknownGroup(name: "a", suggestion: nil), "no group named 'a' is woven"),
    ]
    for (error, words) in table { #expect(error.description == words) }
  }
}
