#if !FUZZING
  import Foundation

  /// Checks files with a target, as the fuzzer would: `feedweave-fuzz TARGET FILE...`.
  @main enum FuzzCommand {
    static func main() {
      let words = CommandLine.arguments.dropFirst()
      guard let name = words.first, let target = FuzzTarget.named(name) else {
        let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
        end(64, "usage: feedweave-fuzz TARGET FILE...\nThe targets are \(names).")
      }
      for path in words.dropFirst() {
        do {
          try target.check(Array(Data(contentsOf: URL(filePath: path))))
          print("\(path): ok")
        } catch {
          end(1, "\(path): \(error)")
        }
      }
    }

    private static func end(_ code: Int32, _ message: String) -> Never {
      FileHandle.standardError.write(Data((message + "\n").utf8))
      exit(code)
    }
  }
#endif
