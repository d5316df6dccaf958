import Testing
import WeavingSupport

/// What the check of the article on coverage rests on.
struct SourceDeclarationsTests {
  @Test func `methods are found by selector`() {
    let declared = SourceDeclarations([
      """
      /// func commentedOut(no:)
      func plain() {}
      func one(_ value: [Int: (String, Int)], at row: Int = f(1, 2)) -> Int { 0 }
      static func generic<Failure: Error>(
        in section: Int,
        _ body: (Int, String) throws(Failure) -> Void
      ) throws(Failure) {}
      public private(set) var property: Int
      final class Kind {}
      """
    ])
    #expect(declared.methods == ["plain()", "one(_:at:)", "generic(in:_:)"])
    #expect(declared.names.isSuperset(of: ["property", "Kind"]))
  }

  @Test func `requirements are those of the protocols alone`() {
    let declared = SourceDeclarations(
      requirementsIn: """
        protocol Asked: AnyObject {
          func list(_ list: Int, heightForRowAt path: Int) -> Double?
          var count: Int { get }
          func last(in list: Int)
        }
        extension Asked { func helper() {} }
        """)
    #expect(declared.methods == ["list(_:heightForRowAt:)", "last(in:)"])
  }
}
