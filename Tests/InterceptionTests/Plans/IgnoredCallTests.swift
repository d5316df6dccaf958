import Interception
import TestSupport
import Testing

@Suite("Calls that a plan has ignored")
struct IgnoredCallTests {
  struct Opaque: Sendable { var number = 1 }

  class MuteDial: InterceptableObject {
    var runs = 0
    override class var messages: MessageList {
      [
        nothing, int, int8, uint16, double, float, bool, string, optionalInt, optionalOpaque, doubleOptional, opaque,
        array, failing,
      ]
    }
    private static func message<Result>(_ name: StaticString, _ value: Result) -> Message<MuteDial, Void, Result>
    where Result: Sendable {
      Message(name) { dial, _ in
        dial.runs += 1
        return value
      }
    }
    static let nothing = message("nothing()", ())
    static let int = message("int()", 1)
    static let int8 = message("int8()", Int8(1))
    static let uint16 = message("uint16()", UInt16(1))
    static let double = message("double()", 1.0)
    static let float = message("float()", Float(1))
    static let bool = message("bool()", true)
    static let string = message("string()", "one")
    static let optionalInt = message("optionalInt()", Int?.some(1))
    static let optionalOpaque = message("optionalOpaque()", Opaque?.some(Opaque()))
    static let doubleOptional = message("doubleOptional()", String??.some("one"))
    static let opaque = message("opaque()", Opaque())
    static let array = message("array()", [1])
    static let failing = ThrowingMessage<MuteDial, Void, Int, AccountError>("failing()") { _, _ throws(AccountError) in
      throw .refused
    }

    /// What a message gives, in words.
    func answer(_ name: String) -> String {
      switch name {
      case "nothing": "\(send(MuteDial.nothing))"
      case "int": "\(send(MuteDial.int))"
      case "int8": "\(send(MuteDial.int8))"
      case "uint16": "\(send(MuteDial.uint16))"
      case "double": "\(send(MuteDial.double))"
      case "float": "\(send(MuteDial.float))"
      case "bool": "\(send(MuteDial.bool))"
      case "string": send(MuteDial.string)
      case "optionalInt": send(MuteDial.optionalInt).map { "\($0)" } ?? "nil"
      case "optionalOpaque": send(MuteDial.optionalOpaque).map { "\($0.number)" } ?? "nil"
      case "doubleOptional": send(MuteDial.doubleOptional).map { $0 ?? "inner nil" } ?? "nil"
      case "opaque": "\(send(MuteDial.opaque).number)"
      case "array": "\(send(MuteDial.array))"
      default: (try? send(MuteDial.failing)).map { "\($0)" } ?? "threw"
      }
    }
  }

  @Test func `The result of ignore is nothing, nil, or the plan's`() throws {
    let scalars: [WeavingPlan.Scalar?] = [
      nil, .boolean(false), .integer(300), .number(2.5), .string("off"), .integer(-4), .number(1e300),
    ]
    // For each message what it gives with each scalar; nil where the plan is refused.
    let table: [(String, [String?])] = [
      ("nothing", ["()", "()", "()", "()", "()", "()", "()"]),
      ("int", [nil, nil, "300", nil, nil, "-4", nil]),
      ("int8", [nil, nil, nil, nil, nil, "-4", nil]),
      ("uint16", [nil, nil, "300", nil, nil, nil, nil]),
      ("double", [nil, nil, "300.0", "2.5", nil, "-4.0", "1e+300"]),
      ("float", [nil, nil, "300.0", "2.5", nil, "-4.0", nil]),
      ("bool", [nil, "false", nil, nil, nil, nil, nil]),
      ("string", [nil, nil, nil, nil, "off", nil, nil]),
      ("optionalInt", ["nil", nil, "300", nil, nil, "-4", nil]),
      ("optionalOpaque", ["nil", nil, nil, nil, nil, nil, nil]),
      ("doubleOptional", ["nil", nil, nil, nil, "off", nil, nil]),
      ("opaque", [nil, nil, nil, nil, nil, nil, nil]),
      ("array", [nil, nil, nil, nil, nil, nil, nil]),
      ("failing", [nil, nil, "300", nil, nil, "-4", nil]),
    ]
    var sample = Sample(oneIn: 12)
    for (name, answers) in table {
      for (scalar, answer) in zip(scalars, answers) where sample.takesNext() {
        let aspect = WeavingPlan.PlannedAspect(
          try #require(Pointcut("MuteDial.\(name)()")), advice: "ignore", result: scalar)
        let plan = WeavingPlan(groups: [.init(aspects: [aspect])])
        let dial = MuteDial(), label = "\(name) with \(scalar as Any)"
        guard let answer else {
          #expect(throws: WeavingError.self, "\(label)") { try plan.weave(with: .standard(output: { _ in })) }
          continue
        }
        let weaving = try plan.weave(with: .standard(output: { _ in }))
        #expect((dial.answer(name), dial.runs) == (answer, 0), "\(label)")
        weaving.revert()
        #expect(dial.answer(name) != answer || name == "nothing", "\(label)")
      }
    }
  }
}
