import Interception
import TestSupport

/// What is listed, and what is left in the end.
extension DifferentialWorld {
  func list(_ level: Model.Level, _ message: Model.Message) {
    let selector = Selector(message.name)
    switch level {
    case .ofClass(let number):
      guard let known = classObjects[number], ClassObject.named(known.name) === known else { return }
      note(
        .listed(
          .init(
            running: numbers(known.aspects(of: selector)), explanation: Self.aspects(in: known.explain(selector)),
            own: numbers(known.aspects), isHooked: nil, actualClass: nil)))
    case .ofObject(let place):
      let object = objects[place]
      note(
        .listed(
          .init(
            running: numbers(object.aspects(of: selector)), explanation: Self.aspects(in: object.explain(selector)),
            own: numbers(object.aspects), isHooked: object.isHooked, actualClass: object.actualClass.name)))
    }
  }

  /// The lines of an explanation that tell of aspects; those of implementations are not in the model.
  private static func aspects(in explanation: String) -> String {
    explanation.split(separator: "\n").filter { !$0.hasPrefix("implementation ") && !$0.hasPrefix("original ") }
      .joined(separator: "\n")
  }

  func numbers(_ aspects: [Aspect]) -> [Int] { aspects.map { identifiers[$0.identifier] ?? -1 } }

  /// Takes everything away that the steps have left, and answers what is wrong with what remains.
  func clear() -> String? {
    for token in tokens.values { token.remove() }
    // They keep what they would put back.
    exchanges = [:]
    for classObject in classObjects.values {
      for message in [Model.Message.plain, .throwing, .twin, .getter, .setter] {
        _ = removeOverride(classObject, message)
      }
    }
    var faults: [String] = []
    for (place, object) in objects.enumerated() where object.isHooked || !object.aspects.isEmpty {
      faults.append("object \(place) is hooked: \(object.aspects)")
    }
    objects = []
    // One after the other, since a class goes only when none is left below it.
    let made = classObjects.filter { $0.key >= lane.types.count }.values
    for _ in made { for classObject in made { try? classObject.dispose() } }
    if made.contains(where: { ClassObject.named($0.name) != nil }) { faults.append("a class cannot be disposed of") }
    if !classObjects.values.allSatisfy(\.aspects.isEmpty) { faults.append("a class is hooked") }
    // What one thread has removed, another that hooks may be about to free.
    if !eventually(within: 2_000, { alive.now == 0 }) {
      faults.append("\(alive.now) closures of removed advice are alive")
    }
    return faults.isEmpty ? nil : faults.joined(separator: ", ")
  }
}
