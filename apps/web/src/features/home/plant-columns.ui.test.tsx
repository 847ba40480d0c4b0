import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makePlantRow } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

const initialColumns = [
  "number",
  "status",
  "name",
  "power",
  "efficiency",
  "today",
  "month",
  "year",
  "total",
  "earningsToday",
  "openAlarms",
  "capacity",
  "created",
  "updated",
] as const;

/** A plant whose cells are as wide as they get. */
const large = makePlantRow({
  number: "WM4KQ8MW",
  name: "Warehouse of the northern logistics center, roof 12",
  status: "fault",
  alarm: {
    alarmId: crypto.randomUUID(),
    faultCode: "H201",
    firstAt: new Date(Date.now() - 40 * 86_400_000).toISOString(),
    slotLabel: "C15-4",
    alias: "",
    sn: "OP-1",
  },
  isUpdating: true,
  powerW: 1_234_567,
  energyTodayKwh: 9876.5,
  energyMonthKwh: 198_765.4,
  energyYearKwh: 2_345_678.9,
  energyTotalKwh: 12_345_678.9,
  earningsToday: "12345.67",
  openAlarms: 24,
  installedCapacityKwp: 1650,
  updatedAt: new Date(Date.now() - 59 * 60_000).toISOString(),
});

for (const language of ["en", "zh-cn", "pt", "th"] as const)
  test(`all initial columns of a large plant fit in a window of 1520 px, ${language}`, async () => {
    const barn = makePlantRow({ name: "Barn", status: "fault", isAsleep: true });
    await openConsole({ language, plants: [large, barn] });
    const listHeads = () => [...document.querySelectorAll("thead th:not(.choose)")];
    await expect
      .poll(() => listHeads().map(({ textContent }) => textContent))
      .toEqual(initialColumns.map((column) => expect.stringContaining(text(`column.${column}`))));
    await expect.element(page.getByRole("link", { name: /^C15-4/ })).toBeVisible();
    await document.fonts.ready;
    // With its unit a title takes two lines at most.
    const countLines = (head: Element): number => {
      const range = document.createRange();
      range.selectNodeContents(head);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => bottom);
      const lineHeight = Number.parseFloat(getComputedStyle(head).fontSize);
      return Math.round((Math.max(...tops) - Math.min(...tops)) / (lineHeight * 1.4)) + 1;
    };
    expect(listHeads().filter((head) => countLines(head) > 2)).toEqual([]);
    const area = document.querySelector(".table-area");
    expect(area?.scrollWidth).toBe(area?.clientWidth);
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  });

for (const language of ["en", "zh-cn", "pt", "th"] as const)
  test(`a reason of an earlier day is read to its end below the status of a large plant in a window of 1520 px, ${language}`, async () => {
    await openConsole({ language, plants: [large] });
    const reason = page.getByRole("link", { name: /^C15-4/ });
    await expect.element(reason).toBeVisible();
    await document.fonts.ready;
    const { scrollHeight, clientHeight } = reason.element();
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
  });

test("figures of a plant that has never reported are missing, not zero", async () => {
  const nothing = { energyTodayKwh: 0, energyMonthKwh: 0, energyYearKwh: 0, energyTotalKwh: 0 };
  const row = makePlantRow({ name: "Empty roof", ...nothing, earningsToday: "0", updatedAt: null });
  await openConsole({ plants: [row, makePlantRow({ name: "Dark barn", ...nothing, energyTotalKwh: 12 })] });
  const cellsOf = (name: string) =>
    [...document.querySelectorAll("tbody tr")]
      .find(({ textContent }) => textContent.includes(name))
      ?.querySelectorAll("td");
  const listTexts = (name: string) => [...(cellsOf(name) ?? [])].map(({ textContent }) => textContent.trim());
  await expect.poll(() => listTexts("Empty roof").length).toBeGreaterThan(5);
  expect(listTexts("Empty roof").filter((text) => /^[^\d]*0\.00$/.test(text))).toEqual([]);
  expect(listTexts("Dark barn")).toContain("0.00");
});
