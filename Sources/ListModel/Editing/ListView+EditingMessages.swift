import Interception

extension ListView {
  static let editingMessages: MessageList = [setEditing, indexPathForSwipedRow]
}
