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

  @Test func `what is ignored is said where a folder is used`() {
    let world = TestWorld()
    world.addFeed("file", count: 1)
    world.variables = ["HOME": "/h", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "~/c", "XDG_STATE_HOME": "/s"]
    #expect(world.run("feeds") == .done)
    #expect(world.saidLines[0] == "feedweave: XDG_CACHE_HOME is '~/c', which is no absolute path; it is ignored")
    #expect(world.run("feeds", "-q") == .done && world.said.isEmpty)
    #expect(world.run("render", "file") == .done && world.said.isEmpty)
    #expect(world.run("render", "http://h/a") == .noInput && world.saidLines.count == 2, "\(world.said)")
  }
}
