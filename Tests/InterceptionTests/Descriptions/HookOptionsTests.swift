import Interception
import Testing

@Suite("Options of hooks by name")
struct HookOptionsTests {
  @Test func `A list joins a position with options; a word alone will do`() {
    let whole: HookOptions = [.before, .automaticRemoval, .named("x"), .priority(3), .exclusive, .scoped]
    #expect(whole.position == .before)
    #expect(whole.options == [.automaticRemoval, .named("x"), .priority(3), .exclusive, .scoped])
    let alone: HookOptions = .around
    #expect((alone, alone.options) == (HookOptions(AdvicePosition.around), []))
    let words: [HookOptions] = [.before, .after, .afterReturning, .afterThrowing, .instead, .around]
    #expect(words.map(\.position) == [.before, .after, .afterReturning, .afterThrowing, .instead, .around])
  }

  @Test func `The later option counts; the default position is after`() {
    #expect(([.before, .instead] as HookOptions).position == .instead)
    #expect(([[.before, .named("a")], .named("b")] as HookOptions) == HookOptions(.before, .named("b")))
    #expect(([.named("x")] as HookOptions).position == .after)
    #expect(([] as HookOptions).position == .after)
  }
}
