import Testing

@testable import FeedWeaveCommand

@Suite struct ManualPageTests {
  private let lines = ManualPage.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  @Test func `every command option rule and exit code is described`() {
    for command in Command.all {
      #expect(lines.contains { $0.hasPrefix(".SS \"\(command.name)") }, "\(command.name)")
      #expect(lines.contains(RoffText.escaped(command.abstract)))
      for option in command.allOptions {
        let label = "\\fB" + RoffText.escaped(option.names.joined(separator: ", "))
        #expect(lines.contains { $0.hasPrefix(label) }, "\(option.name)")
        #expect(lines.contains { $0.hasPrefix(RoffText.escaped(option.help)) }, "\(option.help)")
      }
    }
    for entry in RuleGuide.entries { #expect(lines.contains { $0.hasPrefix(RoffText.escaped(entry.meaning)) }) }
    for code in ExitCode.allCases { #expect(lines.contains("\\fB\(code.rawValue)\\fR")) }
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS"] {
      #expect(lines.contains("\\fB\(name)\\fR"))
    }
  }

  @Test func `every line is text or a known macro in ASCII`() {
    let macros: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".RS", ".RE", ".EX", ".EE", ".nf", ".fi"]
    for line in lines.dropLast() {
      #expect(!line.isEmpty && line.allSatisfy(\.isASCII) && !line.hasPrefix("'"), "\(line)")
      if line.hasPrefix(".") { #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)") }
    }
    #expect(lines.last == "")
  }

  @Test func `every example of help is shown`() {
    for line in Command.all.flatMap({ $0.discussion.split(separator: "\n") }) where line.hasPrefix("  ") {
      let text = RoffText.escaped(String(line.dropFirst(2)))
      #expect(lines.contains(text.hasPrefix(".") ? #"\&"# + text : text), "\(line)")
    }
  }
}

@Suite struct RoffTextTests {
  @Test func `nothing in a text has a meaning to roff`() {
    #expect(RoffText.escaped(#"a\n 'b' "c" --d `~^ …"#) == #"a\(rsn \(aqb\(aq \(dqc\(dq \-\-d \(ga\(ti\(ha \[u2026]"#)
    #expect(RoffText.escaped("one\ntwo é 😀") == #"one two \[u00E9] \[u1F600]"#)
  }

  @Test func `lines that begin like a request are text`() {
    var roff = RoffText(title: #"A "B""#, version: "1")
    roff.addLine(".br")
    roff.addParagraph("'br")
    roff.addEntry(".x <y>.z", ".")
    roff.addExample([".", "a  b"])
    roff.addForms(["[<x>] .."], of: ".c")
    #expect(
      roff.source == #"""
        .TH "A \(dqB\(dq" 1 "" "1" "User Commands"
        \&.br
        .PP
        \(aqbr
        .TP
        \fB.x \fR\fIy\fR\fB.z\fR
        \&.
        .PP
        .RS 4
        .EX
        \&.
        a  b
        .EE
        .RE
        .nf
        \fB.c\fR [\fIx\fR] ..
        .fi

        """#)
  }
}
