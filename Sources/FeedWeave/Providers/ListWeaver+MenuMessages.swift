import Interception

extension ListWeaver {
  static let menuMessages: MessageList = []
}
