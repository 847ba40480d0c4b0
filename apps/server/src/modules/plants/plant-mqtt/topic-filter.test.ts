import { expect, test } from "vitest";
import { isAllowedFilter, matchesFilter } from "./topic-filter.ts";

test("matches filters as MQTT defines them", () => {
  const topic = "homeassistant/device/heliograph_1/config";
  for (const filter of [topic, "homeassistant/#", "homeassistant/+/+/config", `${topic}/#`])
    expect([filter, matchesFilter(filter, topic)]).toEqual([filter, true]);
  for (const filter of [
    "homeassistant",
    "homeassistant/+/config",
    "homeassistant/+",
    "heliograph/#",
    `${topic}/+`,
  ])
    expect([filter, matchesFilter(filter, topic)]).toEqual([filter, false]);
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
  ])
    expect([filter, isAllowedFilter(filter)]).toEqual([filter, false]);
});
