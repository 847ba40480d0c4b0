import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { figures } from "./datasheet-figures.ts";

const document = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../../../../docs", name), "utf8").replaceAll(/\s+/gu, " ");
const number = (value: number): string => value.toLocaleString("en-GB");

it("the datasheet shows the measured figures of the documents [R2.14]", () => {
  const performance = document("performance.md");
  expect(performance).toContain(`| module samples acknowledged | ${number(figures.samplesPerSecond)} /s`);
  expect(performance).toContain(`A sample takes ${figures.bytesPerSample} bytes`);
  expect(performance).toContain(`| home list, 20 plants | ${figures.homeListMs} ms`);
  expect(performance).toContain(`| day curve, 40 modules | ${figures.dayCurveMs} ms`);
  expect(performance).toContain(`| one module's week, of 10,000 | ${figures.moduleWeekMs} ms`);
  const [min, max] = figures.warmStartS;
  expect(performance).toContain(`| warm start to the first page | ${min}-${max.toFixed(1)} s`);
  expect(performance).toContain(
    `| idle memory of all processes, empty | ${figures.idleMemoryMb.join("-")} MB`,
  );
});

it("the datasheet shows the bounds of the device link's document [R2.14]", () => {
  const link = document("device-link.md");
  expect(link).toContain(`${figures.messagesPerSecond} messages a second`);
  expect(link).toContain(`at most ${number(figures.adoptedUnits)} units are adopted behind it`);
  expect(link).toContain(`${figures.openAlarms} alarms of a device are open at a time`);
  expect(link).toContain(`is acknowledged, kept pending for ${figures.heldDays} days`);
});
