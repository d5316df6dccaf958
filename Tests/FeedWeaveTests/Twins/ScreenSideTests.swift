import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// A screen shows the same, and a person's doings come to the same, whether a list is woven with insertions that take no room or
/// not.
struct ScreenSideTests {
  @Test(arguments: [2.0, 7, 60])
  func `same at the screen with insertions without height`(viewport: Double) {
    var seen = ""
    expectTwinsAlike(policy: .pinned, adHeight: 0) { seed, weave in
      let desk = NewsDesk([["a0", "a1", "dull2", "long3", "shy4"], [], ["c0", "long1"], ["d0"]])
      let list = makeList(desk, height: viewport)
      weave(list)
      let transcript = ScreenScript().run(on: list, desk, seed: seed, steps: 60)
      seen += transcript.joined()
      return transcript
    }
    guard Sample.isWhole else { return }
    for word in ScreenScript.words { #expect(seen.contains("\(word): ")) }
    for answer in ["next: true", "previous: true", "touch: true", "next: false", "will deselect", "did end header"] {
      #expect(seen.contains(answer), "\(answer)")
    }
  }
}
