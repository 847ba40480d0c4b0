import type { AlarmLogRow } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { makeAlarm, replyWithAlarms } from "../../../../test/ui/alarm-samples.ts";
import { useClock } from "../../../../test/ui/clock.ts";
import { openConsole } from "../../../../test/ui/console.tsx";
import { watchDownloads } from "../../../../test/ui/downloads.ts";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { makePlant } from "../../../../test/ui/samples.ts";

const alarm = makeAlarm();
const { alarmId, deviceId, stationId } = alarm;

const makeEntry = (change: Partial<AlarmLogRow> = {}): AlarmLogRow => ({
  entryId: crypto.randomUUID(),
  at: "2026-05-04T09:00:00.000Z",
  operation: "raised",
  alarmId,
  kind: "device",
  faultCode: "H201",
  severity: "fault",
  stationId,
  stationName: "Roof",
  timeZone: "UTC",
  deviceId,
  deviceType: "OPT",
  sn: "OP-1",
  alias: "",
  slotLabel: "C15-4",
  isSystem: true,
  operatorName: null,
  original: null,
  new: { of: "severity", severity: "fault" },
  text: "",
  signInMethod: null,
  signedInAt: null,
  ...change,
});

const byAna = {
  isSystem: false,
  operatorName: "Ana",
  signInMethod: "passkey",
  signedInAt: "2026-05-04T08:00:00.000Z",
} as const;
const severity = makeEntry({
  ...byAna,
  operation: "severity",
  severity: "warning",
  original: { of: "severity", severity: "fault" },
  new: { of: "severity", severity: "warning" },
});
const assigned = makeEntry({ ...byAna, operation: "assigned", new: { of: "assignee", name: "Bruno" } });
const grouped = makeEntry({
  operation: "grouped",
  new: { of: "parent", alarmId, faultCode: "H101", sn: "DC-1", alias: "" },
});
const forced = makeEntry({
  ...byAna,
  operation: "clearedForced",
  original: { of: "state", state: "unresolved" },
  new: { of: "state", state: "resolved" },
  text: '=HYPERLINK("x")',
});
const deleted = makeEntry({ ...byAna, operation: "acknowledged", operatorName: null, new: null });
const newest = [forced, grouped, assigned, severity];
const older = [deleted, makeEntry()];

function replyWithLog(server: FakeServer): void {
  server.reply(endpoints.log.list, { rows: [], total: 0 });
  server.reply(endpoints.log.verification, { last: null, isRunning: false, sealedNumber: 1, waiting: 0 });
  replyWithAlarms(server, [alarm]);
  server.reply(endpoints.alarm.log, ({ query }) => {
    if (query.cursor === "17-1") return { rows: older, next: null };
    // Pages of an export are full.
    const count = query.pageSize === 200 ? 200 - newest.length : 0;
    return { rows: [...newest, ...Array.from({ length: count }, () => makeEntry())], next: "17-1" };
  });
}

const openLog = (at: string, withheld: readonly string[] = []) =>
  openConsole({ at, withheld, prepare: replyWithLog });
const rows = page.getByRole("table").getByRole("row");
const row = (text: string) => rows.filter({ hasText: text }).first();
const button = (name: string) => page.getByRole("button", { name, exact: true });
const lastQuery = (server: FakeServer) => server.listCalls(endpoints.alarm.log).at(-1)?.query;

test("each change has its operator, original and new value; a row opens with sign-in method and time", async () => {
  await openLog("/alarms/log");
  await expect.element(rows).toHaveLength(5);
  for (const [operation, texts] of [
    ["Severity changed", ["Fault", "Warning", "Ana"]],
    ["Assignee changed", ["Not assigned", "Bruno", "Ana"]],
    ["Grouped under", ["DC-1: Gateway offline", "System"]],
    ["Forced clear", ["Unresolved", "Resolved", "HYPERLINK", "Ana"]],
  ] as const)
    for (const text of texts)
      await expect.element(rows.filter({ hasText: operation }).filter({ hasText: text })).toBeVisible();
  await row("Severity changed").getByRole("button").first().click();
  const drawer = page.getByRole("dialog", { name: "Severity changed" });
  await expect.element(drawer.getByText("Passkey")).toBeVisible();
  await expect.element(drawer.getByText("C15-4 · OP-1")).toBeVisible();
  await drawer.getByRole("button", { name: "Show only this device" }).click();
  await expect.poll(() => location.hash).toContain(`deviceId=${deviceId}`);
  await button("Show all devices").click();
  await expect.poll(() => location.hash).not.toContain("deviceId");
});

test("older entries follow a cursor in the address; a filter starts at the newest", async () => {
  const server = await openLog("/alarms/log");
  await expect.element(button("Newest")).toBeDisabled();
  await button("Older").click();
  await expect.element(row("Deleted account")).toBeVisible();
  await expect.poll(() => location.hash).toContain("cursor=17-1");
  await expect.element(button("Older")).toBeDisabled();
  await page.getByRole("combobox", { name: "Operation type" }).selectOptions("Forced clear");
  await expect.poll(() => lastQuery(server)).toMatchObject({ operation: "clearedForced" });
  expect(lastQuery(server)).not.toHaveProperty("cursor");
  expect(location.hash).not.toContain("cursor");
  await page.getByRole("combobox", { name: "Severity" }).selectOptions("Fault");
  await page.getByRole("combobox", { name: "Type", exact: true }).selectOptions("Threshold alarm");
  await page.getByRole("combobox", { name: "Fault code" }).selectOptions("Internal fault");
  await page.getByRole("searchbox", { name: "Operator" }).fill("Ana");
  await page.getByRole("searchbox", { name: "Device, SN, location" }).fill("C15");
  await expect
    .poll(() => lastQuery(server))
    .toMatchObject({
      severity: "fault",
      kind: "threshold",
      faultCode: "H201",
      operator: "Ana",
      search: "C15",
      fromAt: expect.any(String),
    });
});

test("applies two searches that are typed right after each other", async () => {
  useClock();
  const server = await openLog("/alarms/log");
  await expect.element(button("Newest")).toBeDisabled();
  await page.getByRole("searchbox", { name: "Operator" }).fill("Ana");
  await page.getByRole("searchbox", { name: "Device, SN, location" }).fill("C15");
  // Both pauses in typing end before the page is drawn again.
  vi.advanceTimersByTime(300);
  await expect.poll(() => lastQuery(server)).toMatchObject({ operator: "Ana", search: "C15" });
});

test("the export reads all pages, with every column and formulas quoted", async () => {
  const downloads = watchDownloads();
  await openLog("/alarms/log");
  await expect.element(rows).toHaveLength(5);
  await button("Export").click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("newest 50,000 entries")).toBeVisible();
  await dialog.getByRole("button", { name: "Export" }).click();
  const lines = await downloads.readLines();
  expect(lines).toHaveLength(203);
  for (const title of [
    "Sign-in method",
    "Sign-in time",
    "Original value",
    "New value",
    "Operator",
    "Fault code",
  ])
    expect(lines[0]).toContain(title);
  expect(lines[1]).toContain("'=HYPERLINK");
  expect(lines[1]).toContain("Passkey,2026-05-04T08:00:00.000Z");
  expect(lines[201]).toContain("Deleted account");
});

test("System shows it beside the other logs, to users who may read alarms", async () => {
  const server = await openLog("/system/setup/logs?log=alarms");
  await expect.element(row("Forced clear")).toBeVisible();
  expect(lastQuery(server)).toMatchObject({ fromAt: expect.any(String), toAt: expect.any(String) });
  const kinds = page.getByRole("navigation", { name: "Log type" });
  await expect.element(kinds.getByRole("link", { name: "Alarms" })).toHaveAttribute("aria-current", "page");
});

test("System hides the alarm log from users who may not read alarms", async () => {
  const server = await openLog("/system/setup/logs", ["alarm:read"]);
  const kinds = page.getByRole("navigation", { name: "Log type" });
  await expect.element(kinds.getByRole("link", { name: "Operations" })).toBeVisible();
  await expect.element(kinds.getByRole("link", { name: "Alarms" })).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.alarm.log)).toEqual([]);
});

test("the alarms of a plant, of a device and an alarm lead to their log", async () => {
  const plant = makePlant({ stationId });
  const server = await openConsole({
    plants: [plant],
    at: `/station/${stationId}/alarms`,
    prepare(made) {
      replyWithLog(made);
      made.reply(endpoints.station.get, plant);
    },
  });
  await page.getByRole("link", { name: "Alarm log" }).last().click();
  await expect.element(page.getByRole("heading", { level: 2, name: "Alarm log" })).toBeVisible();
  await expect.poll(() => lastQuery(server)).toMatchObject({ stationId });
  await page.getByRole("link", { name: "Internal fault" }).first().click();
  await page.getByRole("region", { name: "History" }).getByRole("link", { name: "Alarm log" }).click();
  await expect.poll(() => lastQuery(server)).toMatchObject({ alarmId });
  expect(lastQuery(server)).not.toHaveProperty("fromAt");
  await page.getByRole("link", { name: "Internal fault" }).first().click();
  await page.getByRole("link", { name: "Alarm log of this device" }).click();
  await expect.poll(() => lastQuery(server)).toMatchObject({ deviceId });
});

test("says when there is nothing", async () => {
  await openConsole({
    at: "/alarms/log",
    prepare: (server) => server.reply(endpoints.alarm.log, { rows: [], next: null }),
  });
  await expect.element(page.getByText("No entries in this period")).toBeVisible();
  await expect.element(button("Older")).not.toBeInTheDocument();
});
