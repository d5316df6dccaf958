import TestSupport
import Testing

/// The reader of the tests, by the examples and the words of the specification.
@Suite struct PrometheusTextTests {
  @Test func `the examples of the specification are read`() throws {
    let text = """
      # HELP http_requests_total The total number of HTTP requests.
      # TYPE http_requests_total counter
      http_requests_total{method="post",code="200"} 1027
      http_requests_total{method="post",code="400"}    3

      # A comment.
       #  HELP  msdos_file  A \\\\ and a line\\nbreak.
      # TYPE msdos_file gauge
      msdos_file{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\"",} 1.458255915e9
      msdos_file -Inf
      # HELP latency Seconds.
      # TYPE latency histogram
      latency_bucket{le="+Inf"} 3
      latency_sum 5.5
      latency_count 3

      """
    let metrics = try PrometheusText(text).metrics
    #expect(
      metrics.map(\.name) == ["http_requests_total", "msdos_file", "latency"]
        && metrics.map(\.type) == ["counter", "gauge", "histogram"])
    #expect(metrics[0].samples[["method": "post", "code": "400"]] == 3 && metrics[0].samples.count == 2)
    #expect(metrics[1].help == "A \\ and a line\nbreak.")
    #expect(
      metrics[1].samples[["path": "C:\\DIR\\FILE.TXT", "error": "Cannot find file:\n\"FILE.TXT\""]] == 1.458255915e9)
    #expect(metrics[1].samples[[:]] == -.infinity)
    #expect(metrics[2].samples[["__name__": "latency_bucket", "le": "+Inf"]] == 3 && metrics[2].samples.count == 3)
  }

  @Test func `what the specification forbids is a fault`() {
    let head = "# HELP a A.\n# TYPE a counter\n"
    let other = "# HELP b B.\n# TYPE b counter\n"
    for text in [
      "", head + "a 1", "a 1\n", "# TYPE a counter\na 1\n", "# HELP a A.\n", head + head,
      head + "a{x=\"1\"} 1\na{x=\"1\"} 2\n",
      head + other + "a 1\n", head + "a{x=\"\\t\"} 1\n", head + "a{x=\"1} 1\n", head + "a{x=1} 1\n",
      head + "a{9=\"1\"} 1\n", head + "a{x=\"1\"y=\"2\"} 1\n", head + "a one\n", head + "a 1 2 3\n",
      head + "a_sum 1\n", head + "a{x=\"1\",x=\"2\"} 1\n", "# HELP a A.\n# TYPE a number\n",
      "# HELP b B.\n# TYPE a counter\n",
    ] {
      #expect(throws: PrometheusText.Fault.self, "\(text.debugDescription)") { try PrometheusText(text) }
    }
  }
}
