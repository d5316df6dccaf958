import Interception

extension ListWeaver {
  static let focusMessages: MessageList = []
}
