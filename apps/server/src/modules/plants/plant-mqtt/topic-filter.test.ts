import { expect, test } from "vitest";
import { createTopicFilters, isAllowedFilter } from "./topic-filter.ts";

function createFilters(filters: readonly string[]) {
  const created = createTopicFilters();
  for (const filter of filters) created.add(filter);
  return created;
}

test("matches filters as MQTT defines them", () => {
  const topic = "homeassistant/device/heliograph_1/config";
  for (const filter of [topic, "homeassistant/#", "homeassistant/+/+/config", `${topic}/#`])
    expect([filter, createFilters([filter]).matches(topic)]).toEqual([filter, true]);
  for (const filter of [
    "homeassistant",
    "homeassistant/+/config",
    "homeassistant/+",
    "heliograph/#",
    `${topic}/+`,
  ])
    expect([filter, createFilters([filter]).matches(topic)]).toEqual([filter, false]);
});

test("matches one of many filters, and none that was removed", () => {
  const filters = createFilters(["heliograph/1/state", "heliograph/+/availability", "heliograph/1/state"]);
  expect(filters.count()).toBe(2);
  expect(filters.matches("heliograph/1/state")).toBe(true);
  expect(filters.matches("heliograph/2/state")).toBe(false);
  expect(filters.matches("heliograph/2/availability")).toBe(true);
  filters.remove("heliograph/1/state");
  expect([filters.has("heliograph/1/state"), filters.matches("heliograph/1/state")]).toEqual([false, false]);
  filters.clear();
  expect([filters.count(), filters.matches("heliograph/2/availability")]).toEqual([0, false]);
});

test("allows filters below the two prefixes only", () => {
  for (const filter of ["homeassistant/#", "homeassistant/+/+/config", "heliograph/+/state"])
    expect([filter, isAllowedFilter(filter)]).toEqual([filter, true]);
  for (const filter of [
    "#",
    "+/#",
    "$SYS/#",
    "hg/1/GW-1/up/data",
    "homeassistant",
    "heliographs/x",
    "/homeassistant/#",
    `heliograph/${"a".repeat(200)}`,
  ])
    expect([filter, isAllowedFilter(filter)]).toEqual([filter, false]);
});
