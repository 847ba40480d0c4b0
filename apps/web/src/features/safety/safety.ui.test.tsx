import type { DataOf, Language } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { onlineManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { closeConsole, openConsole } from "../../../test/ui/console.tsx";
import { watchDownloads } from "../../../test/ui/downloads.ts";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { sampleLayout } from "../../../test/ui/layout-samples.ts";
import type { Safety } from "../../../test/ui/safety-page.ts";
import {
  allow,
  at,
  noDrills,
  normal,
  openSafety,
  operation,
  panel,
  partly,
  plant,
  unit,
  yes,
} from "../../../test/ui/safety-page.ts";
import { queryClient } from "../../shared/api/queries.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import type { Session } from "../../shared/session/session.ts";

const deviceTimedOut: Record<Language, string> = {
  en: "Device timed out",
  "zh-cn": "设备超时",
  pt: "O dispositivo não respondeu a tempo",
  th: "อุปกรณ์หมดเวลา",
};

test("a plant with nothing to open says so and leads to its devices, without buttons and drills", async () => {
  const bare: Safety = { ...normal, counts: { ...normal.counts, units: 0 } };
  await openSafety(bare, { stop: { allowed: false }, reset: { allowed: false } });
  await expect.element(panel.getByText("Nothing to shut down remotely")).toBeVisible();
  await expect.element(panel.getByText("In an emergency, use the switch on site.")).toBeVisible();
  await expect
    .element(panel.getByRole("link", { name: "Show devices" }))
    .toHaveAttribute("href", `#/station/${plant.stationId}/devices`);
  await expect.element(panel.getByRole("button")).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "Records", exact: true })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Drills" })).not.toBeInTheDocument();
});

test("the state of a shutdown wraps on the width of a phone", async () => {
  await openSafety(partly, { stop: yes, reset: yes });
  const heading = panel.getByText("Partly shut down, 1 of 5 proven");
  await expect.element(heading).toBeVisible();
  const section = panel.element() as HTMLElement;
  section.style.width = "240px";
  await expect.poll(() => section.scrollWidth - section.clientWidth).toBeLessThanOrEqual(0);
});

test("says that changes are not pushed while the stream of shutdowns is not open, and reads the state meanwhile", async () => {
  const ops = { stop: yes, reset: yes };
  const server = await openSafety(partly, ops, "en", (prepared) => prepared.refuseTopics("safety:"));
  const notice = panel.getByText("Live updates of the shutdown are interrupted");
  await expect.element(notice).toBeVisible();
  await expect.element(page.getByText("The live connection was lost")).not.toBeInTheDocument();
  server.reply(endpoints.safety.get, { ...partly, state: "shut-down" });
  await expect.poll(() => panel.element().getAttribute("data-state")).toBe("shut-down");
  // Nothing reaches the server: what is on screen is of before, with its time.
  server.setOffline(true);
  const outdated = panel.getByText(/^State as of .*\d:\d\d.*; it cannot be refreshed now\.$/);
  await expect.element(outdated).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  server.setOffline(false);
  await expect.element(notice).toBeVisible();
  await expect.element(outdated).not.toBeInTheDocument();
});

/** Makes the clock of this browser wrong by years; returns what to add to it for the server's, ms. */
function setClockBack(): number {
  const offsetMs = 3 * 365 * 86_400_000;
  const session = sessionStore.read() as Session;
  sessionStore.write({
    ...session,
    expires_time: session.expires_time + offsetMs,
    refresh_expires_time: session.refresh_expires_time + offsetMs,
    clockOffsetMs: offsetMs,
  });
  return offsetMs;
}

test("says in the server's time from when the state is, where the clock of the browser is wrong by years", async () => {
  const server = await openSafety(partly, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.refuseTopics("safety:"),
  );
  const offsetMs = setClockBack();
  const outdated = panel.getByText(/^State as of/);
  // Read again meanwhile: the difference of the clocks does not make the state old.
  server.reply(endpoints.safety.get, { ...partly, state: "shut-down" });
  await expect.poll(() => panel.element().getAttribute("data-state")).toBe("shut-down");
  await expect.element(outdated).not.toBeInTheDocument();
  server.setOffline(true);
  await expect.element(outdated).toBeVisible();
  const year = new Date(Date.now() + offsetMs).getUTCFullYear();
  await expect.element(outdated).toMatchTextContent(String(year));
  server.setOffline(false);
});

test("lists the strings that may carry more than 30 V with what counts in them, and says when none does", async () => {
  const string: Safety["strings"][number] = {
    ...{ stringId: crypto.randomUUID(), sn: "SCON-1", slotLabel: "S1", gatewaySn: "GW-1" },
    ...{ units: 20, proven: 18, unlinkedUnits: 3, otherHalfV: 12.5, maxV: 134.4, level: "above" },
  };
  const inside = {
    ...string,
    stringId: null,
    sn: null,
    slotLabel: "",
    unlinkedUnits: 0,
    otherHalfV: 0,
    maxV: 61.2,
    level: "inside",
  } as const;
  const safe = { ...string, stringId: crypto.randomUUID(), sn: "MCON-2", maxV: 8, level: "outside" } as const;
  const ops = { stop: yes, reset: yes };
  const server = await openSafety({ ...partly, strings: [string, inside, safe] }, ops);
  await expect.element(panel.getByText("2 strings may carry more than 30 V")).toBeVisible();
  const lines = panel.getByRole("listitem").filter({ hasText: "18 of 20 units measured" });
  await expect
    .element(lines.nth(0))
    .toHaveTextContent(
      "S1 · SCON-1At most 134.4 V, not safe18 of 20 units measuredIncludes 3 units whose string is not knownIncludes 12.5 V of another SCON, which may be the other half of this string",
    );
  await expect
    .element(lines.nth(1))
    .toHaveTextContent(
      "GW-1: string not knownAt most 61.2 V, safe within the array only18 of 20 units measured",
    );
  await expect.element(panel.getByText("At most 30 V: 1 string")).toBeVisible();
  server.reply(endpoints.safety.get, { ...partly, state: "shut-down", strings: [safe] });
  await queryClient.invalidateQueries();
  await expect.element(panel.getByText("1 string carries at most 30 V")).toBeVisible();
});

test("shows before a shutdown what it would not open, asks once, and follows the state [R1.4, R4.8]", async () => {
  const server = await openSafety(normal, { stop: yes, reset: { allowed: false, reason: "Not shut down." } });
  await expect.element(panel.getByText("2 units with a switch would be opened.")).toBeVisible();
  await expect.element(panel.getByText("its units would not be shut down until it connects")).toBeVisible();
  await panel.getByRole("button", { name: "Shut down" }).click();
  const dialog = page.getByRole("dialog", { name: "Shut down Old barn?" });
  await expect.element(dialog.getByText("Not shut down until they connect: GW-2.")).toBeVisible();
  server.reply(endpoints.safety.stop, () => {
    server.reply(endpoints.safety.get, partly);
    return {
      ...{ operationId: operation.operationId, state: "shutting-down" as const },
      ...{ isRecorded: true, rightsAt: null },
    };
  });
  await dialog.getByRole("button", { name: "Shut down now" }).click();
  await expect.element(panel.getByText("Partly shut down, 1 of 5 proven")).toBeVisible();
  await expect.element(panel.getByText(/^1 unit reports its switch open, but it is too dark/)).toBeVisible();
  const [call] = server.listCalls(endpoints.safety.stop);
  expect(call?.body).toMatchObject({ stationId: plant.stationId, idempotencyKey: expect.any(String) });
});

test("names the last drill before a shutdown, with the time until it was safe, or that there was none", async () => {
  const server = await openSafety(normal, { stop: yes, reset: yes });
  await expect.element(panel.getByText("No drill of the whole plant yet")).toBeVisible();
  const show = async (lastDrill: Safety["lastDrill"]) => {
    server.reply(endpoints.safety.get, { ...normal, lastDrill });
    await queryClient.invalidateQueries();
  };
  await show({ startedAt: at, safeAfterS: 6.04 });
  await expect.element(panel.getByText(/^Last drill on .*10:00:00: safe after 6\.0 s$/)).toBeVisible();
  await expect.element(panel.getByText("No drill of the whole plant yet")).not.toBeInTheDocument();
  await show({ startedAt: at, safeAfterS: null });
  await expect.element(panel.getByText(/^Last drill on .*10:00:00: not fully proven$/)).toBeVisible();
});

test("says of each unit when its command was sent, acknowledged and proven", async () => {
  const [proven, live, dark] = partly.units as [typeof unit, typeof unit, typeof unit];
  const [sentAt, acknowledgedAt] = ["2026-06-11T10:00:01.000Z", "2026-06-11T10:00:02.000Z"];
  const sent = { sentAt, acknowledgedAt, provenAt: null };
  const units = [
    { ...proven, ...sent, provenAt: "2026-06-11T10:00:06.000Z" },
    { ...live, ...sent, sampleAt: "2026-06-11T10:00:07.000Z" },
    { ...dark, sentAt: null },
  ];
  await openSafety({ ...partly, units }, { stop: yes, reset: yes });
  const times = (name: string) =>
    panel.getByRole("listitem").filter({ hasText: name }).element().querySelector("small")?.textContent;
  await expect
    .poll(() => times("A2 · OPT-1"))
    .toBe("Sent 10:00:01 · Acknowledged 10:00:02 · Last sample 10:00:07");
  expect(times("A3 · OPT-1")).toBeUndefined();
  await panel.getByText("Measured: 1 unit").click();
  expect(times("A1 · OPT-1")).toBe("Sent 10:00:01 · Acknowledged 10:00:02 · Proven 10:00:06");
});

const drilled: Safety["unitOperations"][number] = {
  ...{ operationId: crypto.randomUUID(), deviceId: crypto.randomUUID(), sn: "SC-7", type: "SCON" },
  ...{ name: "B-S2", kind: "open", isDrill: true, state: "open", reason: "Ladder", byName: "Ada" },
  ...{ isMine: true, acceptedAt: at, deadlineAt: at, counts: { units: 8, proven: 7, dark: 1 } },
  ...{ sampleAt: at, isConnected: true },
  evidence: { age: "recent", recent: 7, oldestAt: at, recentForMs: 600_000, offlineGateways: [] },
};

test("a plant with something open separately is not in plain normal operation: names it, who opened it, and what is measured", async () => {
  const server = await openSafety({ ...normal, unitOperations: [drilled] }, { stop: yes, reset: yes });
  const headline = panel.getByText("In operation, drill of 1 string running");
  await expect.element(headline).toBeVisible();
  await expect.element(panel.getByText("Normal operation")).not.toBeInTheDocument();
  await expect
    .element(panel.getByText(/: treat everything as live except what is measured open below\.$/))
    .toBeVisible();
  // The head of the plant says so on each of its pages.
  expect(page.getByText("In operation, drill of 1 string running").elements()).toHaveLength(2);
  const line = panel.getByRole("listitem").filter({ hasText: "B-S2 · SC-7" });
  await expect
    .element(line)
    .toMatchTextContent(
      /^Measured openB-S2 · SC-7StringDrillOpened by Ada at .*:00:00 · Ladder7 of 8 units measured · oldest measurement at .*:00:00Close B-S2$/,
    );
  await expect
    .element(line.getByRole("link", { name: "Close B-S2" }))
    .toHaveAttribute("href", `#/device/${drilled.deviceId}`);
  const timedOut: typeof drilled = {
    ...drilled,
    operationId: crypto.randomUUID(),
    deviceId: crypto.randomUUID(),
    ...{ sn: "OPT-3", name: "OPT-3", isDrill: false, byName: null, isMine: false, reason: "" },
    ...{ counts: { units: 1, proven: 0, dark: 0 }, sampleAt: null, isConnected: false },
    type: "OPT",
    state: "open-timed-out",
  };
  server.reply(endpoints.safety.get, { ...normal, unitOperations: [timedOut, drilled] });
  server.push({ type: "safety", stationId: plant.stationId });
  await expect.element(panel.getByText("In operation, 2 devices opened separately")).toBeVisible();
  const other = panel.getByRole("listitem").filter({ hasText: "OPT-3" });
  await expect
    .element(other)
    .toMatchTextContent(
      /^Not proven open: device timed outOPT-3OptimizerIts gateway is offline: what happens there is not known\.Opened by another user at .*$/,
    );
  // What was measured earlier is not called open now.
  const measured = { ...drilled, evidence: { ...drilled.evidence, age: "old" as const, recentForMs: null } };
  server.reply(endpoints.safety.get, { ...normal, unitOperations: [measured] });
  server.push({ type: "safety", stationId: plant.stationId });
  const headlineOfLine = line.getByText(/^Measured open at .*10:00$/);
  await expect.element(headlineOfLine).toHaveAttribute("data-variant", "alarm");
  await expect
    .element(panel.getByText(/^What was measured open only earlier may carry voltage now/))
    .toBeVisible();
  // What no one holds any more is not called normal, and users with access are offered to close it.
  const released: typeof drilled = { ...timedOut, state: "released", byName: "Ada", isConnected: true };
  server.reply(endpoints.safety.get, { ...normal, unitOperations: [released] });
  server.push({ type: "safety", stationId: plant.stationId });
  await expect.element(panel.getByText("In operation, 1 device opened separately")).toBeVisible();
  await expect
    .element(other)
    .toMatchTextContent(
      /^Opened, its hold was released: not closed, held by no oneOPT-3OptimizerOpened by Ada at .*Close OPT-3$/,
    );
  // What is being closed changes by time alone: it is read again.
  const closing: typeof drilled = { ...timedOut, kind: "close", state: "closing", isConnected: true };
  server.reply(endpoints.safety.get, { ...normal, unitOperations: [closing] });
  server.push({ type: "safety", stationId: plant.stationId });
  await expect.element(panel.getByText("In operation, 1 device not confirmed closed")).toBeVisible();
  server.reply(endpoints.safety.get, normal);
  await expect.element(panel.getByText("Normal operation")).toBeVisible();
});

test("a drill of the whole plant is called a drill, in the reader's language", async () => {
  const drill = { ...partly, operation: { ...operation, isDrill: true, reason: "Ladder" } };
  await openSafety(drill, { stop: yes, reset: yes }, "zh-cn");
  const now = page.getByRole("status").filter({ hasText: "部分关断" }).last();
  await expect.element(now.getByText("演练", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/关断.* · Ladder$/)).toBeVisible();
});

test("of a plant that is shut down it names what was opened separately too, and offers to close nothing", async () => {
  const ops = { stop: yes, reset: { allowed: false, reason: "Opened by someone else" } };
  await openSafety({ ...partly, unitOperations: [drilled] }, ops);
  await expect.element(panel.getByText("Partly shut down, 1 of 5 proven")).toBeVisible();
  await expect.element(panel.getByRole("link", { name: "B-S2 · SC-7" })).toBeVisible();
  await expect.element(panel.getByRole("link", { name: "Close B-S2" })).not.toBeInTheDocument();
});

test("shuts a plant down while the database is unavailable, and says what waits for it", async () => {
  const server = await openSafety(normal, { stop: yes, reset: yes });
  await expect.element(panel.getByText("2 units with a switch would be opened.")).toBeVisible();
  server.refuse(endpoints.safety.get, "B0300", messages.en["code.B0300"]);
  await queryClient.resetQueries();
  await expect.element(panel.getByText("Database unavailable")).toBeVisible();
  await panel.getByRole("button", { name: "Shut down" }).click();
  const dialog = page.getByRole("dialog", { name: "Shut down Old barn?" });
  await expect.element(dialog.getByText("The current state cannot be read.")).toBeVisible();
  server.reply(endpoints.safety.stop, {
    ...{ operationId: operation.operationId, state: "shutting-down", isRecorded: false, rightsAt: at },
  });
  await dialog.getByRole("button", { name: "Shut down now" }).click();
  await expect.element(panel.getByText("It was decided on access rights as of")).toBeVisible();
  expect(panel.getByRole("button", { name: "Reset" }).query()).toBeNull();
});

test("says to everyone that a press waits in the journal, and does not call the plant normal", async () => {
  const server = await openSafety(
    { ...normal, storage: { pressedAt: at, hasWaitingReports: false } },
    { stop: yes, reset: yes },
  );
  await expect.element(panel.getByText("Shutdown pressed, not recorded yet")).toBeVisible();
  await expect
    .element(panel.getByText("It is sent to the gateways; state, proof and ledger follow"))
    .toBeVisible();
  await expect.element(panel.getByText("Database unavailable")).toBeVisible();
  expect(panel.getByText("Normal operation").query()).toBeNull();
  // Read again until it is in the database.
  server.reply(endpoints.safety.get, { ...normal, state: "shutting-down", operation });
  await expect.element(panel.getByText("Database unavailable")).not.toBeInTheDocument();
});

test("says that proof waits while reports cannot be stored, and lets a reset pass", async () => {
  const held = { ...partly, storage: { pressedAt: null, hasWaitingReports: true } };
  const server = await openSafety(held, { stop: yes, reset: yes });
  await expect.element(panel.getByText("Reports cannot be stored at the moment.")).toBeVisible();
  await expect.element(panel.getByRole("button", { name: "Reset" })).toBeEnabled();
  server.reply(endpoints.safety.get, partly);
  await expect.element(panel.getByText("Reports cannot be stored at the moment.")).not.toBeInTheDocument();
});

test("a shutdown does not wait for the reply about what is allowed, nor for its failure", async () => {
  const server = await openSafety(normal, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.refuse(endpoints.permission.checkStationOp, "B0001", messages.en["code.B0001"]),
  );
  server.reply(endpoints.safety.stop, {
    ...{ operationId: operation.operationId, state: "shutting-down", isRecorded: true, rightsAt: null },
  });
  await panel.getByRole("button", { name: "Shut down" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Shut down now" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.stop)).toHaveLength(1);
});

test("reads what is allowed again with the state while changes are not pushed", async () => {
  const denied = { allowed: false, reason: "A reset is already running." };
  const server = await openSafety(partly, { stop: yes, reset: denied }, "en", (prepared) =>
    prepared.refuseTopics("safety:"),
  );
  await expect.element(panel.getByText(`Reset: ${denied.reason}`)).toBeVisible();
  allow(server, { stop: yes, reset: yes });
  await expect.element(panel.getByRole("button", { name: "Reset" })).toBeEnabled();
});

/** Makes the browser offline, as it says itself, until the returned function is called. */
function disconnect(server: FakeServer): () => void {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  server.setOffline(true);
  onlineManager.setOnline(false);
  return () => {
    onLine.mockRestore();
    server.setOffline(false);
    onlineManager.setOnline(true);
  };
}

test("what is pressed without a connection is not sent later, and the page says so beside the button", async () => {
  const server = await openSafety(partly, { stop: yes, reset: yes });
  const notSent = panel.getByText(/^Not sent: this device is offline\. Press again once it is connected\./);
  const reads = () => server.listCalls(endpoints.safety.get).length;
  await panel.getByRole("button", { name: "Reset" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Old barn");
  const connect = disconnect(server);
  try {
    await dialog.getByRole("button", { name: "Reset" }).click();
    await expect.element(notSent).toBeVisible();
    await panel.getByRole("button", { name: "Send again" }).click();
    await dialog.getByRole("button", { name: "Shut down now" }).click();
    await expect.element(notSent.filter({ hasText: "use the switch on site" })).toBeVisible();
  } finally {
    connect();
  }
  const before = reads();
  await expect.poll(reads).toBeGreaterThan(before);
  expect(server.listCalls(endpoints.safety.reset)).toEqual([]);
  expect(server.listCalls(endpoints.safety.stop)).toEqual([]);
  // A press that was sent and has no reply may have arrived.
  const noReply = panel.getByText(/^The server did not reply\. Whether the command arrived is not known/);
  server.setOffline(true);
  await panel.getByRole("button", { name: "Send again" }).click();
  await dialog.getByRole("button", { name: "Shut down now" }).click();
  await expect.element(noReply).toBeVisible();
  server.setOffline(false);
  server.reply(endpoints.safety.stop, {
    ...{ operationId: operation.operationId, state: "shutting-down", isRecorded: true, rightsAt: null },
  });
  await panel.getByRole("button", { name: "Send again" }).click();
  await dialog.getByRole("button", { name: "Shut down now" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.stop)).toHaveLength(1);
  await expect.element(noReply).not.toBeInTheDocument();
});

test("a state that cannot be read does not prevent a shutdown, unless the server refused it", async () => {
  const server = await openSafety(normal, { stop: yes, reset: yes });
  await expect.element(panel.getByText("2 units with a switch would be opened.")).toBeVisible();
  server.refuse(endpoints.safety.get, "B0001", messages.en["code.B0001"]);
  await queryClient.resetQueries();
  await expect.element(panel.getByText("System error")).toBeVisible();
  server.reply(endpoints.safety.stop, {
    ...{ operationId: operation.operationId, state: "shutting-down", isRecorded: true, rightsAt: null },
  });
  await panel.getByRole("button", { name: "Shut down" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Shut down now" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.stop)).toHaveLength(1);
  server.refuse(endpoints.safety.get, "A0404", messages.en["code.A0404"]);
  await queryClient.resetQueries();
  await expect.element(page.getByText(messages.en["code.A0404"])).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Shut down" })).not.toBeInTheDocument();
});

test("says of each unit that is not proven what is known of it [R4.10]", async () => {
  await openSafety(partly, { stop: yes, reset: yes });
  for (const text of [
    "Not proven: 4 units",
    "Switch open, but 38 V at its output",
    "Switch open; too dark to measure",
    "Not shut down: its gateway is offline",
    "Device timed out",
  ])
    await expect.element(panel.getByText(text)).toBeVisible();
  await panel.getByText("Measured: 1 unit").click();
  await expect.element(panel.getByText("0.4 V at the output, 45.0 V at the input")).toBeVisible();
  await expect.element(page.getByText("Partly shut down, 1 of 5 proven").first()).toBeVisible();
});

test("a plant of another holder cannot be operated, and says why; a mark can be added [R5.20]", async () => {
  const denied = { allowed: false, reason: "Operation denied, the device was shut down by someone else" };
  const server = await openSafety(
    { ...partly, operation: { ...operation, isMine: false } },
    { stop: denied, reset: denied },
  );
  await expect.element(panel.getByText(`Reset: ${denied.reason}`)).toBeVisible();
  await expect.element(panel.getByRole("button", { name: "Reset" })).toBeDisabled();
  await expect.element(panel.getByRole("button", { name: "Send again" })).toBeDisabled();
  server.reply(endpoints.safety.keepShut, null);
  await panel.getByRole("button", { name: "Keep shut down" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Keep shut down" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.keepShut)).toHaveLength(1);
  await panel.getByRole("button", { name: "Keep shut down" }).click();
  await dialog.getByLabelText("Reason (optional)").fill("On the ladder");
  await dialog.getByRole("button", { name: "Keep shut down" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.keepShut)[1]?.body)
    .toMatchObject({ keep: true, note: "On the ladder" });
});

test("says afterwards why a plant was shut down: its author, once, and not of a drill", async () => {
  const server = await openSafety(partly, { stop: yes, reset: yes });
  const { operationId } = operation;
  const add = panel.getByRole("button", { name: "Add reason" });
  await add.click();
  const dialog = page.getByRole("dialog", { name: "Why was Old barn shut down?" });
  await dialog.getByLabelText("Reason").fill("Smoke");
  server.reply(endpoints.safety.addReason, () => {
    server.reply(endpoints.safety.get, { ...partly, operation: { ...operation, reason: "Smoke" } });
    return null;
  });
  await dialog.getByRole("button", { name: "Add reason" }).click();
  await expect.element(panel.getByText(/^Shut down by Ada at .* · Smoke$/)).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  const [call] = server.listCalls(endpoints.safety.addReason);
  expect(call?.body).toEqual({ stationId: plant.stationId, operationId, reason: "Smoke" });
  for (const change of [{ isMine: false }, { isDrill: true }]) {
    server.reply(endpoints.safety.get, { ...partly, operation: { ...operation, ...change, byName: "Ben" } });
    await queryClient.invalidateQueries();
    await expect.element(panel.getByText(/^Shut down by Ben/)).toBeVisible();
    await expect.element(add).not.toBeInTheDocument();
    server.reply(endpoints.safety.get, partly);
    await queryClient.invalidateQueries();
    await expect.element(add).toBeVisible();
  }
});

test("a mark of someone who cannot be asked is ended beside it, with a reason, by those who may", async () => {
  const mark = { markId: crypto.randomUUID(), byName: "Ben", isMine: false, note: "Ladder", markedAt: at };
  const own = { ...mark, markId: crypto.randomUUID(), byName: "Ada", isMine: true, mayRelease: true };
  const marks = [{ ...mark, mayRelease: false }, own];
  const server = await openSafety({ ...partly, marks }, { stop: yes, reset: yes });
  await expect.element(panel.getByText(/^Ben wants it to stay shut down since/)).toBeVisible();
  await expect.element(panel.getByRole("button", { name: /^End/ })).not.toBeInTheDocument();
  server.reply(endpoints.safety.get, { ...partly, marks: [{ ...mark, mayRelease: true }, own] });
  server.push({ type: "safety", stationId: plant.stationId });
  server.reply(endpoints.safety.release, null);
  await panel.getByRole("button", { name: "End the mark of Ben" }).click();
  const dialog = page.getByRole("dialog", { name: "End the mark of Ben?" });
  await dialog.getByLabelText("Reason").fill("Called, is at home");
  await dialog.getByRole("button", { name: "End mark" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.release)[0]?.body)
    .toEqual({ stationId: plant.stationId, markId: mark.markId, reason: "Called, is at home" });
  await expect.element(panel.getByRole("button", { name: /^End the mark/ })).toHaveLength(1);
});

test("a reset asks for the plant's name [R1.4, R4.9]", async () => {
  const server = await openSafety(partly, { stop: yes, reset: yes });
  server.reply(endpoints.safety.reset, { operationId: operation.operationId, state: "resetting" });
  await panel.getByRole("button", { name: "Reset" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset Old barn?" });
  await dialog.getByRole("textbox").fill("Old bar");
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect.element(dialog.getByText("Does not match the name of the plant.")).toBeVisible();
  expect(server.listCalls(endpoints.safety.reset)).toEqual([]);
  await dialog.getByRole("textbox").fill("Old barn");
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.reset)[0]?.body)
    .toMatchObject({ name: "Old barn" });
});

test("a reset says when it was sent by the server's clock", async () => {
  const server = await openSafety(partly, { stop: yes, reset: yes });
  const offsetMs = setClockBack();
  server.reply(endpoints.safety.reset, { operationId: operation.operationId, state: "resetting" });
  await panel.getByRole("button", { name: "Reset" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset Old barn?" });
  await dialog.getByRole("textbox").fill("Old barn");
  const pressedAt = Date.now() + offsetMs;
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.reset)).toHaveLength(1);
  const sentAt = Date.parse(server.listCalls(endpoints.safety.reset)[0]?.headers.get("sent-at") ?? "");
  expect(sentAt).toBeGreaterThanOrEqual(pressedAt);
  expect(sentAt).toBeLessThanOrEqual(Date.now() + offsetMs);
});

test("shows where on the published roof the units that are not proven are, and what is known of one that is tapped", async () => {
  const [first, second] = sampleLayout.units.slice(1, 3).map(({ sn }) => sn as string);
  await openConsole({
    at: `/station/${plant.stationId}/safety`,
    plants: [plant],
    prepare(server) {
      const units: Safety["units"] = [
        {
          ...{ ...unit, sn: first as string, state: "open", evidence: "recent" },
          ...{ outputV: 0.4, inputV: 45, sampleAt: at },
        },
        { ...unit, deviceId: crypto.randomUUID(), sn: second as string, state: "closed", outputV: 38 },
      ];
      server.reply(endpoints.safety.get, { ...partly, counts: { ...partly.counts, units: 2 }, units });
      server.reply(endpoints.safety.ledger, { rows: [], total: 0, brokenAt: null });
      server.reply(endpoints.safety.records, { rows: [], total: 0, publicKey: "key" });
      server.reply(endpoints.safety.drills, noDrills);
      server.reply(endpoints.responder.settings, null);
      server.reply(endpoints.layout.get, sampleLayout);
      allow(server, { stop: yes, reset: yes });
    },
  });
  const roof = panel.getByRole("application", { name: "1 of 2 proven" });
  await expect.element(roof).toBeVisible();
  for (const text of ["Open, measured 1", "Closed, carries voltage 1", "Timed out 0", "Dark 0"])
    await expect.element(panel.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  // The second of three modules in the upper of two rows.
  const box = roof.element().getBoundingClientRect();
  await roof.click({ position: { x: box.width / 2, y: box.height * 0.35 } });
  const picked = panel.getByRole("status").filter({ hasText: second as string });
  await expect.element(picked).toMatchTextContent("Switch open, but 38 V at its output");
  await expect.element(picked).toMatchTextContent("Sent 10:00:00");
});

for (const language of ["zh-cn", "en", "pt", "th"] as const)
  test(`says in ${language} why a plant cannot be operated, and which device timed out [R5.19, R5.20, R8.7]`, async () => {
    for (const key of ["message.shutdownOffline", "code.A0312", "op.operate"] as const) {
      const denied = { allowed: false, reason: messages[language][key] };
      const timedOut = { ...partly, state: "shutdown-timed-out" as const, operation };
      await openSafety(key === "code.A0312" ? timedOut : normal, { stop: denied, reset: denied }, language);
      await expect.element(page.getByText(messages[language][key]).first()).toBeVisible();
      if (key === "code.A0312")
        await expect.element(page.getByText(deviceTimedOut[language]).first()).toBeVisible();
      await closeConsole();
    }
  });

test("saves the signed record of a shutdown, and says of a file that it is no record", async () => {
  const downloads = watchDownloads();
  const operationId = crypto.randomUUID();
  const server = await openSafety(partly, { stop: yes, reset: yes });
  server.reply(endpoints.safety.records, {
    rows: [
      {
        ...{ operationId, kind: "shutdown", reason: "", byName: "Ada", acceptedAt: at, endedAt: null },
        ...{ units: 5, proven: 5, dark: 0, safeAfterS: 6.2, isDrill: false, string: null, unit: null },
      },
      {
        ...{ operationId: unit.deviceId, kind: "shutdown", reason: "", byName: "Ada", acceptedAt: at },
        ...{ endedAt: at, units: 2, proven: 1, dark: 0, safeAfterS: null, isDrill: true },
        string: { deviceId: unit.deviceId, sn: "SC-7", type: "SCON", name: "B-S2", gatewaySn: "GW-1" },
        unit: null,
      },
    ],
    total: 2,
    publicKey: "key",
  });
  await queryClient.refetchQueries();
  const records = page.getByRole("region", { name: "Records" });
  await expect.element(records.getByText("complete after 6.2 s")).toBeVisible();
  const ofString = records.getByRole("listitem").filter({ hasText: "String B-S2" });
  await expect.element(ofString.getByText("Drill", { exact: true })).toBeVisible();
  server.reply(endpoints.safety.record, new Blob(["{}"]));
  await records
    .getByRole("button", { name: /^Save JSON/ })
    .first()
    .click();
  await expect.poll(() => downloads.names()).toEqual(["Old barn 2026-06-11T100000.json"]);
  const [call] = server.listCalls(endpoints.safety.record);
  expect(call?.query).toMatchObject({ operationId, format: "json" });
  await records
    .getByLabelText("Verify a file")
    .last()
    .upload(new File(["{}"], "other.json"));
  await expect.element(records.getByText("This file is no record or ledger")).toBeVisible();
});

test("writes seconds and volts as the language does", async () => {
  const record: DataOf<typeof endpoints.safety.records>["rows"][number] = {
    kind: "shutdown",
    ...{ operationId: operation.operationId, reason: "", byName: "Ada", acceptedAt: at, endedAt: at },
    ...{ units: 5, proven: 5, dark: 0, safeAfterS: 6.2, isDrill: true, string: null, unit: null },
  };
  const drill = { operationId: record.operationId, byName: "Ada", isMine: true, startedAt: at, note: "" };
  await openSafety(partly, { stop: yes, reset: yes }, "pt", (server) => {
    server.reply(endpoints.safety.records, { rows: [record], total: 1, publicKey: "key" });
    server.reply(endpoints.safety.drills, {
      ...noDrills,
      rows: [
        {
          ...drill,
          string: null,
          endedAt: at,
          isReplaced: false,
          units: 5,
          proven: 5,
          dark: 0,
          safeAfterS: 6.2,
        },
      ],
    });
  });
  await expect.poll(() => page.getByText("completo após 6,2 s").elements().length).toBe(2);
  await page.getByText("Medida: 1 unidade").click();
  await expect.element(page.getByText(/: 0,4 V na saída, 45,0 V na entrada/)).toBeVisible();
});
