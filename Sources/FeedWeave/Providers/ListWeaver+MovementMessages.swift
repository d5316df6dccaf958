import Interception

extension ListWeaver {
  static let movementMessages: MessageList = []
}
