import Interception

extension ListWeaver {
  static let editingMessages: MessageList = []
}
