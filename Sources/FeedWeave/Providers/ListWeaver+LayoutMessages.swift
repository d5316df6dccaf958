import Interception

extension ListWeaver {
  static let layoutMessages: MessageList = []
}
