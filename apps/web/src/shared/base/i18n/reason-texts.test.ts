import { messages, PLANT_STATUS_BY_REASON } from "@heliograph/contract";
import { expect, it } from "vitest";
import { texts as consoleEn } from "./locales/console/en.ts";
import { texts as consolePt } from "./locales/console/pt.ts";
import { texts as consoleTh } from "./locales/console/th.ts";
import { texts as consoleZh } from "./locales/console/zh-cn.ts";
import { texts as faultsEn } from "./locales/faults/en.ts";
import { texts as faultsPt } from "./locales/faults/pt.ts";
import { texts as faultsTh } from "./locales/faults/th.ts";
import { texts as faultsZh } from "./locales/faults/zh-cn.ts";

it.each([
  ["en", consoleEn, faultsEn],
  ["zh-cn", consoleZh, faultsZh],
  ["th", consoleTh, faultsTh],
  ["pt", consolePt, faultsPt],
] as const)("says the reason of a status on screen as in a file: %s", (language, { station }, { reason }) => {
  const inFiles = messages[language];
  const reasons = Object.keys(station.reason) as (keyof typeof station.reason)[];
  expect([...reasons, "none"]).toEqual(Object.keys(PLANT_STATUS_BY_REASON));
  for (const each of reasons) expect(station.reason[each]).toBe(inFiles[`reason.plant.${each}`]);
  expect(reason.ofUnit.replaceAll("{{", "{").replaceAll("}}", "}")).toBe(inFiles["reason.alarm"]);
});
