import Interception
import Testing

struct AssociatedValueTests {
  final class Held: Sendable {}

  @Test func `Values are kept by key and by object and go with it`() {
    let first = AssociationKey<String>()
    let second = AssociationKey<Held>()
    weak var held: Held?
    do {
      let account = Account()
      let other = Account()
      #expect(account.associatedValue(for: first) == nil)
      account.setAssociatedValue("a", for: first)
      account.setAssociatedValue("b", for: first)
      let value = Held()
      held = value
      account.setAssociatedValue(value, for: second)
      #expect(account.associatedValue(for: first) == "b")
      #expect(account.associatedValue(for: second) === value)
      #expect(other.associatedValue(for: first) == nil)
      account.setAssociatedValue(nil, for: first)
      #expect(account.associatedValue(for: first) == nil)
      #expect(!account.isHooked)
    }
    #expect(held == nil)
  }

  private final class Unhooks: Sendable {
    let token: AspectToken
    init(_ token: AspectToken) { self.token = token }
    deinit { #expect(token.remove()) }
  }

  @Test func `What a value frees may use the runtime`() throws {
    let key = AssociationKey<Unhooks>()
    let account = Account()
    let token = try account.hook(Account.deposit, .before) { _ in Issue.record("ran") }
    account.setAssociatedValue(Unhooks(token), for: key)
    account.setAssociatedValue(nil, for: key)
    account.deposit(1)
    #expect(!token.remove())
  }

  private final class Parting: @unchecked Sendable {
    let atEnd: () -> Void
    init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
    deinit { atEnd() }
  }

  @Test func `What a value frees may use the values of the object`() {
    let first = AssociationKey<Parting>()
    let second = AssociationKey<[String]>()
    let account = Account()
    for replacement in [Parting {}, nil] {
      account.setAssociatedValue(
        Parting { [unowned account] in
          let isReplaced = account.associatedValue(for: first) === replacement
          account.setAssociatedValue(
            (account.associatedValue(for: second) ?? []) + ["\(isReplaced)"], for: second)
        }, for: first)
      account.setAssociatedValue(replacement, for: first)
    }
    #expect(account.associatedValue(for: second) == ["true", "true"])
  }

  private final class Shared2: @unchecked Sendable {
    let account = Account()
    let key = AssociationKey<Held>()
  }

  @Test func `One default wins and all threads get it`() {
    for _ in 0..<200 {
      let shared = Shared2()
      onThreads(4) { _ in
        let value = shared.account.associatedValue(for: shared.key, default: Held())
        let isOnly = value === shared.account.associatedValue(for: shared.key, default: Held())
        if !isOnly { Issue.record("two values") }
      }
    }
  }

  @Test func `A default may use the values of the object`() {
    let first = AssociationKey<String>(), second = AssociationKey<String>()
    let account = Account()
    let value = account.associatedValue(for: first, default: account.associatedValue(for: second, default: "a") + "b")
    #expect((value, account.associatedValue(for: second)) == ("ab", "a"))
    // A value that the default itself set is there first.
    account.setAssociatedValue(nil, for: first)
    let inner = account.associatedValue(for: first, default: account.associatedValue(for: first, default: "c") + "d")
    #expect((inner, account.associatedValue(for: first, default: "e")) == ("c", "c"))
  }

  @Test func `A key that is gone leaves its value to no later key`() {
    let account = Account()
    for number in 1...100 {
      let key = AssociationKey<Int>()
      #expect(account.associatedValue(for: key) == nil)
      #expect(account.associatedValue(for: key, default: number) == number)
    }
  }

  @Test func `An optional value is absent until it is set, to nil too`() {
    let account = Account(), key = AssociationKey<Int?>(), other = AssociationKey<Int?>()
    #expect((account.associatedValue(for: key) == nil, account.associatedValue(for: key, default: 5)) == (true, 5))
    account.setAssociatedValue(.some(nil), for: other)
    #expect(
      (account.associatedValue(for: other), account.associatedValue(for: other, default: 5) == nil) == (
        .some(nil), true
      ))
  }
}
