/// Tells an advice's token when the advice, and what it captured, has been freed.
///
/// It is the last stored property of a final class, so that it is destroyed behind the closures.
struct AdvicePresence: ~Copyable {
  private let token: AspectToken

  init(_ token: AspectToken) {
    self.token = token
  }

  deinit { token.noteFreed() }
}
