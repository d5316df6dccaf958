import Interception

extension ListView {
  static let movementMessages: MessageList = []
}
