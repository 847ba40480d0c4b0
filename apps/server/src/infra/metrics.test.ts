import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("writes counters, gauges and histograms in the text format of Prometheus", async () => {
  const metrics = createMetrics();
  const requests = metrics.addCounter({ name: "requests_total", help: "Requests." });
  requests.increment({ path: "/a", code: "200" });
  requests.increment({ path: "/a", code: "200" });
  requests.increment({ path: "/b", code: "404" });
  const durations = metrics.addHistogram({ name: "duration_seconds", help: "Durations." }, [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 3]) durations.observe(value);
  metrics.addGauge({ name: "open", help: "Open." }, () => [{ labels: { kind: 'a"b\\c\n' }, value: 2 }]);
  expect(await metrics.render()).toBe(
    [
      "# HELP requests_total Requests.",
      "# TYPE requests_total counter",
      'requests_total{path="/a",code="200"} 2',
      'requests_total{path="/b",code="404"} 1',
      "# HELP duration_seconds Durations.",
      "# TYPE duration_seconds histogram",
      'duration_seconds_bucket{le="0.1"} 2',
      'duration_seconds_bucket{le="1"} 3',
      'duration_seconds_bucket{le="+Inf"} 4',
      "duration_seconds_sum 3.65",
      "duration_seconds_count 4",
      "# HELP open Open.",
      "# TYPE open gauge",
      'open{kind="a\\"b\\\\c\\n"} 2',
      "",
    ].join("\n"),
  );
});

test("leaves out what cannot be read, and writes the others", async () => {
  const metrics = createMetrics();
  metrics.addGauge({ name: "broken", help: "Broken." }, async () => {
    throw new Error("no connection");
  });
  metrics.addGauge({ name: "works", help: "Works." }, () => [{ value: 1 }]);
  expect(await metrics.render()).toBe("# HELP works Works.\n# TYPE works gauge\nworks 1\n");
});

test("refuses two metrics of one name", () => {
  const metrics = createMetrics();
  metrics.addCounter({ name: "a_total", help: "A." });
  expect(() => metrics.addCounter({ name: "a_total", help: "A." })).toThrow(/twice/);
});
