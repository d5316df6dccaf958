import TestSupport
import Testing

@testable import FeedWeaveCommand

/// Files of the system that are written whole or not at all.
@Suite struct WholeFileTests {
  private func shell(_ command: String) throws -> String {
    let outcome = try CommandProcess.shell(command, try #require(CommandProcess.program))
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
  }

  @Test func `a file and its folders are created for the user only`() throws {
    let folder = try shell("mktemp -d")
    try System.replaceFile(at: "\(folder)/a/b/file", with: Array("one".utf8))
    try System.replaceFile(at: "\(folder)/a/b/file", with: Array("two".utf8))
    #expect(
      try shell("cd \(folder); cat a/b/file; ls a/b; stat -c %a a a/b a/b/file; rm -r \(folder)")
        == "twofile\n700\n700\n600")
  }

  @Test func `a failure leaves the former file and no other`() throws {
    let folder = try shell("mktemp -d; ")
    _ = try shell("mkdir \(folder)/taken; touch \(folder)/taken/x")
    #expect(throws: OutputFailure.self) { try System.replaceFile(at: "\(folder)/taken", with: [1]) }
    #expect(throws: OutputFailure.self) { try System.replaceFile(at: "\(folder)/taken/x/y", with: [1]) }
    #expect(try shell("ls -R \(folder) | tail -n +2; rm -r \(folder)") == "taken\n\(folder)/taken:\nx")
  }

  @Test func `a symbolic link stays one`() throws {
    let folder = try shell("mktemp -d")
    _ = try shell("cd \(folder); echo 1 > real; ln -s real link")
    try System.replaceFile(at: "\(folder)/link", with: Array("2".utf8))
    #expect(try shell("cd \(folder); cat real; readlink link; rm -r \(folder)") == "2real")
  }
}
