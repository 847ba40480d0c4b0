import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeAlarm, makeAlarmDetail, replyWithAlarms } from "../../../test/ui/alarm-samples.ts";
import { go, openConsole } from "../../../test/ui/console.tsx";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../../test/ui/samples.ts";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ended = "2026-05-04T10:00:00.000Z";
const fault = makeAlarm();
const hot = makeAlarm({
  faultCode: "7",
  description: "overTemperature",
  severity: "warning",
  slotLabel: "A1",
  goneAt: ended,
});
const voltage = makeAlarm({ kind: "threshold", faultCode: "H301", severity: "alarm", slotLabel: "B2" });
const cleared = makeAlarm({
  faultCode: "H202",
  status: "resolved",
  resolution: "forced",
  resolutionReason: "module replaced",
  resolvedAt: ended,
  resolvedByName: "Ana",
});
const fuse = makeAlarm({ faultCode: "12", deviceType: "SCON", slotLabel: "C-S5", groupedCount: 20 });
const alarms = [fault, hot, voltage, cleared];

const openAlarms = (at: string, withheld: readonly string[] = []) =>
  openConsole({ at, withheld, prepare: (server) => replyWithAlarms(server, alarms) });
const rows = page.getByRole("table").getByRole("row");
const row = (text: string) => rows.filter({ hasText: text });
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("the bell opens the unresolved device alarms; threshold alarms are apart, resolved ones behind a filter", async () => {
  const server = await openConsole({ prepare: (made) => replyWithAlarms(made, alarms) });
  await page.getByRole("link", { name: /^Unresolved alarms: 3/ }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Device alarms" })).toBeVisible();
  await expect.element(row("Internal fault").filter({ hasText: "C15-4" })).toBeVisible();
  await expect.element(rows).toHaveLength(3);
  await expect.poll(() => location.hash).toContain("status=unresolved");
  await page.getByRole("combobox", { name: "Status" }).selectOptions("Resolved");
  await expect.element(row("No power by day").filter({ hasText: "Resolved (forced)" })).toBeVisible();
  await expect.element(rows).toHaveLength(2);
  await page.getByRole("link", { name: "1 unresolved threshold alarm" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Threshold alarms" })).toBeVisible();
  await expect.element(row("B2")).toBeVisible();
  expect(server.listCalls(endpoints.alarm.list).at(-1)?.query).toMatchObject({
    kind: "threshold",
    status: "unresolved",
  });
});

test("an alarm says how many are grouped under it, in the list and on its plant", async () => {
  const plant = makePlant({ stationId: fuse.stationId, name: "Roof", status: "fault" });
  await openConsole({
    plants: [plant],
    at: "/alarms/device",
    prepare: (server) => replyWithAlarms(server, [fuse, fault]),
  });
  await expect.element(row("C-S5").getByText("+20 grouped")).toBeVisible();
  expect(row("C15-4").getByText("grouped").elements()).toHaveLength(0);
  await go(`/station/${fuse.stationId}`);
  const card = page.getByRole("region", { name: "What is wrong now" });
  await expect.element(card.getByRole("link", { name: /^C-S5: Blown fuse since/ })).toBeVisible();
  await expect.element(card.getByText("+20 grouped")).toBeVisible();
});

test("the list has time, fault code, source, description, status, type, time of occurrence and count [R3.13]", async () => {
  await openAlarms("/alarms/device");
  const titles = rows.first();
  for (const title of [
    "Description",
    "Code",
    "Source",
    "Status",
    "First occurrence",
    "Last occurrence",
    "Count",
  ])
    await expect.element(titles.getByRole("columnheader", { name: title })).toBeVisible();
  const cells = row("Internal fault").filter({ hasText: "C15-4" });
  for (const text of ["H201", "Optimizer", "Unresolved", "3"])
    await expect.element(cells.getByRole("cell", { name: text, exact: true })).toBeVisible();
  await expect.element(cells.getByRole("time").first()).toBeVisible();
  await button("Columns").click();
  await page.getByRole("checkbox", { name: "Type" }).click();
  await expect.element(cells.getByRole("cell", { name: "Device alarm", exact: true })).toBeVisible();
});

test("the lists name the time zone, the duration, and where limits are set while no threshold alarm is there", async () => {
  await openConsole({
    at: "/alarms/device",
    prepare: (server) => replyWithAlarms(server, [hot]),
  });
  await expect.element(page.getByText(`Times in your time zone, ${viewerZone}.`)).toBeVisible();
  await button("Columns").click();
  await page.getByRole("checkbox", { name: "Duration" }).click();
  await expect.element(row("A1").getByText("1 hr", { exact: true })).toBeVisible();
  await go("/alarms/threshold");
  await expect.element(page.getByText("No threshold alarms")).toBeVisible();
  await expect
    .element(page.getByRole("main").getByRole("link", { name: "Alarm settings" }))
    .toHaveAttribute("href", "#/system/setup/alarms");
});

test("severity, condition, code and period filter the list and are kept in the address", async () => {
  const server = await openAlarms("/alarms/device");
  await expect.element(rows).toHaveLength(3);
  await page.getByRole("button", { name: "Warning 1" }).click();
  await expect.element(rows).toHaveLength(2);
  await expect.poll(() => location.hash).toContain("severity=warning");
  await page.getByRole("combobox", { name: "Condition" }).selectOptions("Present");
  await expect.element(page.getByText("No alarms match your filters")).toBeVisible();
  await button("Show all").click();
  await page.getByRole("combobox", { name: "Fault code" }).selectOptions("Internal fault");
  await expect.element(rows).toHaveLength(2);
  await page.getByRole("combobox", { name: "Period" }).selectOptions("Last 7 days");
  await expect.poll(() => server.listCalls(endpoints.alarm.list).at(-1)?.query.fromAt).toBeDefined();
  await expect.poll(() => location.hash).toContain("range=");
  await page.getByRole("combobox", { name: "Assignee" }).selectOptions("Assigned to me");
  await expect.poll(() => server.listCalls(endpoints.alarm.list).at(-1)?.query.assignedToMe).toBe(true);
});

test("a batch names the alarms it could not clear and offers their forced clear with a reason", async () => {
  const server = await openAlarms("/alarms/device");
  server.reply(endpoints.alarm.batchClear, ({ body }) => ({
    rows: body.alarmIds.map((alarmId) => ({
      alarmId,
      result: alarmId === fault.alarmId ? ("persists" as const) : ("done" as const),
    })),
  }));
  server.reply(endpoints.alarm.forceClear, ({ body }) => ({
    rows: body.alarmIds.map((alarmId) => ({ alarmId, result: "done" as const })),
  }));
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await button("Clear").click();
  const result = page.getByRole("dialog", { name: "Result of clearing" });
  await expect.element(result.getByText("1 alarm cleared")).toBeVisible();
  const refused = result.getByRole("row").filter({ hasText: "C15-4" });
  await expect.element(refused.filter({ hasText: "Still present" })).toBeVisible();
  await result.getByRole("button", { name: "Forced clear of 1 alarm" }).click();
  const question = page.getByRole("dialog", { name: "Forced clear of 1 alarm" });
  await question.getByLabelText("Reason").fill("module is being replaced");
  await question.getByRole("button", { name: "Forced clear" }).click();
  await expect.element(page.getByText("1 alarm cleared by force")).toBeVisible();
  expect(server.listCalls(endpoints.alarm.forceClear).map(({ body }) => body)).toEqual([
    { alarmIds: [fault.alarmId], reason: "module is being replaced" },
  ]);
});

test("an alarm's page says cause, effect and remedy, shows the evidence, and refuses to clear what is still present", async () => {
  const server = await openAlarms(`/alarms/${fault.alarmId}`);
  server.reply(endpoints.alarm.clear, () =>
    Promise.reject(new Refusal("A0440", "The condition of this alarm is still present.")),
  );
  await expect.element(page.getByRole("heading", { level: 1, name: "Internal fault" })).toBeVisible();
  await expect.element(page.getByText("What to do")).toBeVisible();
  await expect.element(page.getByRole("img", { name: "24 hours around the alarm" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "OP-1" })).toBeVisible();
  await button("Clear").click();
  const refused = page.getByRole("dialog", { name: "The condition is still present" });
  await expect.element(refused.getByText("The condition of this alarm is still present.")).toBeVisible();
  let reason = "";
  server.reply(endpoints.alarm.forceClear, ({ body }) => {
    reason = body.reason;
    server.reply(endpoints.alarm.get, makeAlarmDetail({ ...cleared, resolutionReason: body.reason }));
    return { rows: body.alarmIds.map((alarmId) => ({ alarmId, result: "done" as const })) };
  });
  await refused.getByRole("button", { name: "Forced clear" }).click();
  await page.getByRole("dialog").getByLabelText("Reason").fill("known defect");
  await page.getByRole("dialog").getByRole("button", { name: "Forced clear" }).click();
  await expect.element(page.getByText("Resolved (forced)")).toBeVisible();
  expect(reason).toBe("known defect");
});

test("the page of a weak unit says what it loses in a month", async () => {
  const weak = makeAlarm({ faultCode: "H212", description: "halfPower", severity: "warning" });
  const server = await openAlarms("/alarms/device");
  server.reply(endpoints.alarm.get, {
    ...makeAlarmDetail(weak),
    lostPerMonth: { amount: "1010.96", currency: "EUR" },
  });
  go(`/alarms/${weak.alarmId}`);
  await expect.element(page.getByRole("heading", { level: 1, name: "Half power" })).toBeVisible();
  await expect.element(page.getByText("€1,010.96")).toBeVisible();
});

test("an alarm is acknowledged, commented and made less severe on its page", async () => {
  const server = await openAlarms(`/alarms/${fault.alarmId}`);
  server.reply(endpoints.alarm.acknowledge, ({ body }) => ({
    rows: body.alarmIds.map((alarmId) => ({ alarmId, result: "done" as const })),
  }));
  server.reply(endpoints.alarm.comment, null);
  server.reply(endpoints.alarm.severity, null);
  await button("Acknowledge").click();
  await expect.element(page.getByText("1 alarm acknowledged")).toBeVisible();
  await page.getByRole("combobox", { name: "Severity" }).selectOptions("Warning");
  await expect
    .poll(() => server.listCalls(endpoints.alarm.severity).map(({ body }) => body.severity))
    .toEqual(["warning"]);
  await button("Add comment").click();
  const dialog = page.getByRole("dialog", { name: "Add comment" });
  await dialog.getByLabelText("Comment").fill("Technician is on the way");
  await dialog.getByRole("button", { name: "Add comment" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.alarm.comment).map(({ body }) => body.text))
    .toEqual(["Technician is on the way"]);
});

test("a search that matches much says that more than the number shown match", async () => {
  const server = await openAlarms("/alarms/device");
  await expect.element(rows).toHaveLength(3);
  server.reply(endpoints.alarm.list, { rows: alarms, total: 150, isTotalCapped: true });
  await page.getByRole("combobox", { name: "Status" }).selectOptions("Resolved");
  await expect.element(page.getByText("150+ alarms")).toBeVisible();
  await expect.element(page.getByText(/ of 150\+$/)).toBeVisible();
});

test("an alarm is assigned to a user who is found by name", async () => {
  const accountId = crypto.randomUUID();
  const server = await openAlarms(`/alarms/${fault.alarmId}`);
  server.reply(endpoints.alarm.assignees, ({ query }) => ({
    rows: query.search === "Bo" ? [{ accountId, userName: "Bo", companyName: "Sun Ltd" }] : [],
  }));
  const assigned: (string | null)[] = [];
  server.reply(endpoints.alarm.assign, ({ body }) => {
    assigned.push(body.assigneeId);
    const assignee = { assigneeId: body.assigneeId, assigneeName: body.assigneeId && "Bo" };
    server.reply(endpoints.alarm.get, makeAlarmDetail({ ...fault, ...assignee }));
    return null;
  });
  const assignee = page.getByRole("combobox", { name: "Assignee" });
  await assignee.click();
  await assignee.fill("Bo");
  await page.getByTitle("Bo · Sun Ltd").click();
  await expect.poll(() => assigned).toEqual([accountId]);
});

test("the assignee of an alarm is removed", async () => {
  const accountId = crypto.randomUUID();
  const assignee = { assigneeId: accountId, assigneeName: "Bo" };
  const server = await openAlarms(`/alarms/${fault.alarmId}`);
  server.reply(endpoints.alarm.get, makeAlarmDetail({ ...fault, ...assignee }));
  server.reply(endpoints.alarm.assignees, { rows: [{ accountId, userName: "Bo", companyName: "Sun Ltd" }] });
  const assigned: (string | null)[] = [];
  server.reply(endpoints.alarm.assign, ({ body }) => {
    assigned.push(body.assigneeId);
    server.reply(endpoints.alarm.get, makeAlarmDetail({ ...fault, assigneeId: null, assigneeName: null }));
    return null;
  });
  await page.getByRole("combobox", { name: "Assignee" }).click();
  await page.getByTitle("Not assigned").click();
  await expect.poll(() => assigned).toEqual([null]);
  await expect.poll(() => document.querySelector(".assignee-select")?.textContent).toContain("Not assigned");
});

test("without the permission to clear, alarms are read only", async () => {
  await openAlarms("/alarms/device", ["alarm:clear"]);
  await expect.element(rows).toHaveLength(3);
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Internal fault" }).click();
  await expect.element(page.getByText("What to do")).toBeVisible();
  await expect.element(button("Clear")).not.toBeInTheDocument();
  await expect.element(button("Add comment")).not.toBeInTheDocument();
});

test("a plant's alarms are hidden from those the plant's settings hide them from", async () => {
  const plant = makePlant({ stationId: fault.stationId, level: "participant", hiddenParts: ["alarms"] });
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/alarms`,
    prepare: (server) => {
      replyWithAlarms(server, alarms);
      server.reply(endpoints.station.get, plant);
    },
  });
  await expect.element(page.getByText("You do not have permission to view this")).toBeVisible();
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
});

test("a plant and its unit say which alarm explains their status, with a link to it", async () => {
  const unit = makeDevice({ deviceId: fault.deviceId, slotLabel: "C15-4", status: "fault", level: 3 });
  const plant = makePlant({ stationId: fault.stationId, status: "fault" });
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/devices`,
    prepare: (server) => {
      replyWithAlarms(server, [fault, { ...hot, goneAt: null, stationId: plant.stationId }]);
      server.reply(endpoints.device.list, { rows: [unit], total: 1 });
    },
  });
  const units = page.getByRole("region", { name: "Strings and modules" });
  await expect.element(units.getByRole("link", { name: /^Internal fault since/ })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /^A1: Overtemperature since/ })).toBeVisible();
  await page.getByRole("link", { name: /^C15-4: Internal fault since/ }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Internal fault" })).toBeVisible();
  await expect.poll(() => location.hash).toBe(`#/alarms/${fault.alarmId}`);
});

test("a faulty module is found from home in two clicks, with its cause, and the plant's header says it", async () => {
  const alarm = {
    alarmId: fault.alarmId,
    faultCode: fault.faultCode,
    firstAt: fault.firstAt,
    slotLabel: fault.slotLabel,
    alias: "",
    sn: fault.sn,
  };
  const plant = makePlant({ stationId: fault.stationId, name: "Roof", status: "fault", alarm });
  await openConsole({
    plants: [plant],
    at: "/home",
    prepare(server) {
      replyWithAlarms(server, alarms);
      server.reply(endpoints.station.get, plant);
    },
  });
  await page.getByRole("link", { name: "Roof", exact: true }).first().click();
  await page.getByRole("link", { name: /^C15-4: Internal fault since/ }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Internal fault" })).toBeVisible();
  await expect
    .element(
      page.getByText(
        "The unit reports the operating state fault. If it gives a reason, that is another alarm of the unit.",
      ),
    )
    .toBeVisible();
});

test("the fault codes are searched by code and text, filtered by severity, and lead to their alarms [R3.13]", async () => {
  await openAlarms("/alarms/codes");
  const codes = page.getByRole("rowheader");
  const search = page.getByRole("searchbox", { name: "Code or text" });
  await expect.element(codes.filter({ hasText: "Ground fault" })).toBeVisible();
  await search.fill("h20");
  await expect.element(codes).toHaveLength(3);
  await page.getByRole("button", { name: /^Warning/ }).click();
  await expect.element(codes).toHaveLength(1);
  await expect.element(page.getByText("1 fault code", { exact: true })).toBeVisible();
  await search.fill("no such code");
  await button("Show all fault codes").click();
  await expect.element(codes.filter({ hasText: "Log chain broken" })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Show alarms: Log chain broken" }))
    .not.toBeInTheDocument();
  await page.getByRole("link", { name: "Show alarms: Voltage too high" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Threshold alarms" })).toBeVisible();
  await expect.poll(() => location.hash).toContain("faultCode=H301");
});

test("the code of an alarm opens its entry in the fault codes [R3.13]", async () => {
  await openConsole({
    at: `/alarms/${hot.alarmId}`,
    prepare: (server) => {
      replyWithAlarms(server, alarms);
      server.reply(endpoints.alarm.get, makeAlarmDetail(hot));
    },
  });
  await page.getByRole("link", { name: "7", exact: true }).click();
  await expect.element(page.getByRole("row", { name: /^7 SunSpec/ })).toHaveAttribute("aria-current", "true");
});
