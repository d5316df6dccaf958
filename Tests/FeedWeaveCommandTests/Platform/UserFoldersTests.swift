import Testing

@testable import FeedWeaveCommand

@Suite struct UserFoldersTests {
  @Test func `folders are those of the variables, else of the home`() {
    let home = UserFolders { $0 == "HOME" ? "/ann" : nil }
    #expect(home.config == "/ann/.config/feedweave")
    #expect(home.cache == "/ann/.cache/feedweave")
    #expect(home.state == "/ann/.local/state/feedweave")
    let own = UserFolders { $0.hasPrefix("XDG_") ? "/x/\($0)" : nil }
    #expect(own.config == "/x/XDG_CONFIG_HOME/feedweave")
    #expect(own.cache == "/x/XDG_CACHE_HOME/feedweave")
    #expect(own.state == "/x/XDG_STATE_HOME/feedweave")
  }

  @Test func `variables that are empty or relative are ignored`() {
    for value in ["", "folder", "./x", "~/x"] {
      let folders = UserFolders { $0 == "HOME" ? "/h" : value }
      #expect(folders == UserFolders { $0 == "HOME" ? "/h" : nil }, "\(value)")
      #expect(UserFolders { _ in value }.config == nil, "\(value)")
    }
  }
}
