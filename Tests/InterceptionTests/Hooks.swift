import Interception

/// Hooks on classes that a test takes away at its end.
final class Hooks {
  private var tokens: [AspectToken] = []

  static func += (hooks: Hooks, token: AspectToken) {
    hooks.tokens.append(token)
  }

  func removeAll() {
    for token in tokens { token.remove() }
    tokens = []
  }
}
