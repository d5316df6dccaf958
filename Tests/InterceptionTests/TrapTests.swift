import Foundation
import Interception
import TestSupport
import Testing

/// Documented traps that no other file of tests sets off, and that what stands beside them does not trap.
@Suite("What traps")
struct TrapTests {
  private final class Kept: @unchecked Sendable { var object: InterceptableObject? }

  @Test func `Letting an object escape from the advice on its deallocation`() async {
    await #expect(processExitsWith: .failure) {
      let kept = Kept()
      do {
        let account = Account()
        try account.hook(InterceptableObject.deallocation, .before) { call in kept.object = call.receiver }
        withExtendedLifetime(account) {}
      }
      // An object that nobody reads need not be kept by optimized code.
      print(kept.object as Any)
    }
  }

  @Test func `Sending a main-actor message from elsewhere traps`() async {
    await #expect(processExitsWith: .failure) { await Task.detached { _ = Off().send(Off.show, 1) }.value }
    await #expect(processExitsWith: .failure) { await Task.detached { _ = Off().unwoven.send(Off.show, 1) }.value }
    await #expect(processExitsWith: .failure) {
      await Task.detached { _ = Off.show.send(to: Off(), as: ClassObject.of(Off.self), 1) }.value
    }
  }

  @Test func `Sending a class message to an unrelated class traps`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Other.send(Off.make, 1)
    }
    let words = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    // Optimised code writes a private class's name with its file's.
    #expect(words.contains("Other was sent 'make(_:)', a message of the class "), "\(words)")
    #expect(words.contains("Off"), "\(words)")
  }

  private class Twice: InterceptableObject {
    static let first = Message<Twice, Int, Int>("twice(_:)") { _, value in value }
    static let second = Message<Twice, String, Int>("twice(_:)") { _, value in value.count }
    static let other = Message<Twice, Void, Void>("other()") { _, _ in }
  }

  @Test func `A name of two types may be sent while neither is hooked`() async {
    await #expect(processExitsWith: .success) {
      precondition(Twice().send(Twice.second, "trap") == 4)
      // Another message's hook has the send look for its own, where the first one's place is found.
      let other = try Twice.other.hook(.before) { _ in }
      try Twice.first.hook(.before) { _ in }.remove()
      precondition(Twice().send(Twice.second, "trap") == 4)
      precondition(Twice.second.send(to: Twice(), as: ClassObject.of(Twice.self), "trap") == 4)
      precondition(other.remove())
    }
  }

  // Declared outside the tests: within a macro's argument, all declarations are on one line.
  class Names: InterceptableObject {
    static let first = Message<Names, Int, Int>("twice(_:)") { _, value in value }
    static let second = Message<Names, String, Int>("twice(_:)") { _, value in value.count }
    override class var messages: MessageList { [first, second] }
  }
  class Numbers: InterceptableObject {
    static let first = Message<Numbers, Int, Int>("twice(_:)") { _, value in value }
    static let second = Message<Numbers, Int, Int>("twice(_:)") { _, value in -value }
    override class var messages: MessageList { [first, second] }
  }

  @Test func `Listing two messages of one name traps`() async {
    let names = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Names() }
    let numbers = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Numbers() }
    for (result, name) in [(names, "Names"), (numbers, "Numbers")] {
      let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("\(name) declares 'twice(_:)' twice: \(name).(Int) -> Int on line "))
    }
  }

  private class Speaker: InterceptableObject {
    @Woven("volume") var volume = 5
    static let volume = Property("volumes", \Speaker._volume)
  }

  @Test func `Writing a woven property that was hooked by another name`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let token = try Speaker.volume.observe { _ in }
      Speaker().volume = 6
      token.remove()
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("Speaker: 'setter:volume' is of a stored property that is known as 'volumes'"))
  }

  private final class Loop: InterceptableObject {
    static let turn = Message("turn(_:)", Loop.turn)
    func turn(_ count: Int) -> Int { send(Loop.turn, count + 1) }
  }

  @Test(.enabled(if: isDebugBuild))
  func `Sending a message in its own original until the stack ends`() async {
    let large = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Loop().turn(0) }
    let small = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let thread = Thread {
        let loop = Loop()
        _ = try? loop.hook(Loop.turn, .around) { call in call.proceed() }
        _ = loop.turn(0)
      }
      thread.stackSize = 512 << 10
      thread.start()
      try await Task.sleep(for: .seconds(60))
    }
    for result in [large, small] {
      let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("the stack ends in a send of Loop.turn(_:): does its original send it again?"))
    }
  }
}

/// A class with a message of the main actor, and one of its own.
private final class Off: InterceptableObject, @unchecked Sendable {
  static let show = Message<Off, Int, Int>(mainActor: "show(_:)") { _, value in value }
  static let make = Message<ClassSide, Int, Int>(of: Off.self, "make(_:)") { _, value in value }
}

private final class Other: InterceptableObject {}
