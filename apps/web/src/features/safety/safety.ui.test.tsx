import type { DataOf, Language } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { onlineManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { closeConsole, openConsole } from "../../../test/ui/console.tsx";
import { watchDownloads } from "../../../test/ui/downloads.ts";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { sampleLayout } from "../../../test/ui/layout-samples.ts";
import { makePlant, noEvidence } from "../../../test/ui/samples.ts";
import { queryClient } from "../../shared/api/queries.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import type { Session } from "../../shared/session/session.ts";

type Safety = DataOf<typeof endpoints.safety.get>;

const plant = makePlant({ name: "Old barn" });
const at = "2026-06-11T10:00:00.000Z";
const unit: Safety["units"][number] = {
  deviceId: crypto.randomUUID(),
  sn: "OPT-1",
  type: "OPT",
  slotLabel: "A1",
  gatewaySn: "GW-1",
  isConnected: true,
  state: "unknown",
  isDark: false,
  sentAt: at,
  deliveries: 1,
  acknowledgedAt: null,
  code: null,
  evidence: null,
  provenAt: null,
  sampleAt: null,
  outputV: null,
  inputV: null,
  joinedAt: null,
};
const normal: Safety = {
  state: "normal",
  operation: null,
  marks: [],
  counts: { units: 2, sent: 0, acknowledged: 0, proven: 0, dark: 0 },
  unitOperations: [],
  evidence: noEvidence,
  gateways: [
    {
      deviceId: crypto.randomUUID(),
      sn: "GW-1",
      isOnline: true,
      unitCount: 1,
      clockOffsetMs: 0,
      reportIntervalS: 60,
    },
    {
      deviceId: crypto.randomUUID(),
      sn: "GW-2",
      isOnline: false,
      unitCount: 1,
      clockOffsetMs: null,
      reportIntervalS: 60,
    },
  ],
  units: [],
  strings: [],
  mayRelease: false,
  storage: { pressedAt: null, hasWaitingReports: false },
};
const operation: NonNullable<Safety["operation"]> = {
  operationId: crypto.randomUUID(),
  kind: "shutdown",
  isDrill: false,
  reason: "",
  byName: "Ada",
  isMine: true,
  acceptedAt: at,
  deadlineAt: "2026-06-11T10:00:30.000Z",
  endedAt: null,
};
const partly: Safety = {
  ...normal,
  state: "partly-shut-down",
  operation,
  counts: { units: 5, sent: 4, acknowledged: 3, proven: 1, dark: 1 },
  evidence: { age: "recent", recent: 1, oldestAt: at, recentForMs: 600_000, offlineGateways: [] },
  units: [
    {
      ...{ ...unit, deviceId: crypto.randomUUID(), state: "open", evidence: "recent" },
      ...{ outputV: 0.4, inputV: 45, sampleAt: at },
    },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A2", state: "closed", outputV: 38, inputV: 40 },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A3", isDark: true },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A4", isConnected: false, state: "timeout" },
    { ...unit, deviceId: crypto.randomUUID(), slotLabel: "A5", state: "timeout", code: "E_TIMEOUT" },
  ],
};

function allow(server: FakeServer, ops: { stop: object; reset: object }): void {
  const no = { allowed: false };
  server.reply(endpoints.permission.checkStationOp, {
    ...{ open: no, close: no, edit: no, share: no, transfer: no, delete: no },
    ...ops,
  } as never);
}

const open = (
  safety: Safety,
  ops: { stop: object; reset: object },
  language: Language = "en",
  prepareMore: (server: FakeServer) => void = () => undefined,
) =>
  openConsole({
    language,
    at: `/station/${plant.stationId}/safety`,
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.safety.get, safety);
      server.reply(endpoints.safety.ledger, { rows: [], total: 0, brokenAt: null });
      server.reply(endpoints.safety.records, { rows: [], total: 0, publicKey: "key" });
      server.reply(endpoints.safety.drills, noDrills);
      server.reply(endpoints.responder.settings, null);
      allow(server, ops);
      prepareMore(server);
    },
  });

const panel = page.getByRole("region", { name: "Rapid shutdown" });
const yes = { allowed: true };
const noDrills: DataOf<typeof endpoints.safety.drills> = {
  ...{ rows: [], strings: [], everyMonths: 12, dueAt: at, mayChangeInterval: true },
};
const deviceTimedOut: Record<Language, string> = {
  en: "Device timed out",
  "zh-cn": "设备超时",
  pt: "O dispositivo não respondeu a tempo",
  th: "อุปกรณ์หมดเวลา",
};

test("a plant with nothing to open says so and leads to its devices, without buttons and drills", async () => {
  const bare: Safety = { ...normal, counts: { ...normal.counts, units: 0 } };
  await open(bare, { stop: { allowed: false }, reset: { allowed: false } });
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
  await open(partly, { stop: yes, reset: yes });
  const heading = panel.getByText("Partly shut down, 1 of 5 proven");
  await expect.element(heading).toBeVisible();
  const section = panel.element() as HTMLElement;
  section.style.width = "240px";
  await expect.poll(() => section.scrollWidth - section.clientWidth).toBeLessThanOrEqual(0);
});

test("says that changes are not pushed while the stream of shutdowns is not open, and reads the state meanwhile", async () => {
  const ops = { stop: yes, reset: yes };
  const server = await open(partly, ops, "en", (prepared) => prepared.refuseTopics("safety:"));
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

test("says in the server's time from when the state is, where the clock of the browser is wrong by years", async () => {
  const offsetMs = 3 * 365 * 86_400_000;
  const server = await open(partly, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.refuseTopics("safety:"),
  );
  const session = sessionStore.read() as Session;
  sessionStore.write({
    ...session,
    expires_time: session.expires_time + offsetMs,
    refresh_expires_time: session.refresh_expires_time + offsetMs,
    clockOffsetMs: offsetMs,
  });
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
  const server = await open({ ...partly, strings: [string, inside, safe] }, ops);
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
  const server = await open(normal, { stop: yes, reset: { allowed: false, reason: "Not shut down." } });
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

const drilled: Safety["unitOperations"][number] = {
  ...{ operationId: crypto.randomUUID(), deviceId: crypto.randomUUID(), sn: "SC-7", type: "SCON" },
  ...{ name: "B-S2", kind: "open", isDrill: true, state: "open", reason: "Ladder", byName: "Ada" },
  ...{ isMine: true, acceptedAt: at, deadlineAt: at, counts: { units: 8, proven: 7, dark: 1 } },
  ...{ sampleAt: at, isConnected: true },
};

test("a plant with something open separately is not in plain normal operation: names it, who opened it, and what is measured", async () => {
  const server = await open({ ...normal, unitOperations: [drilled] }, { stop: yes, reset: yes });
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
  await open(drill, { stop: yes, reset: yes }, "zh-cn");
  const now = page.getByRole("status").filter({ hasText: "部分关断" }).last();
  await expect.element(now.getByText("演练", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/关断.* · Ladder$/)).toBeVisible();
});

test("of a plant that is shut down it names what was opened separately too, and offers to close nothing", async () => {
  const ops = { stop: yes, reset: { allowed: false, reason: "Opened by someone else" } };
  await open({ ...partly, unitOperations: [drilled] }, ops);
  await expect.element(panel.getByText("Partly shut down, 1 of 5 proven")).toBeVisible();
  await expect.element(panel.getByRole("link", { name: "B-S2 · SC-7" })).toBeVisible();
  await expect.element(panel.getByRole("link", { name: "Close B-S2" })).not.toBeInTheDocument();
});

test("shuts a plant down while the database is unavailable, and says what waits for it", async () => {
  const server = await open(normal, { stop: yes, reset: yes });
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
  const server = await open(
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
  const server = await open(held, { stop: yes, reset: yes });
  await expect.element(panel.getByText("Reports cannot be stored at the moment.")).toBeVisible();
  await expect.element(panel.getByRole("button", { name: "Reset" })).toBeEnabled();
  server.reply(endpoints.safety.get, partly);
  await expect.element(panel.getByText("Reports cannot be stored at the moment.")).not.toBeInTheDocument();
});

test("a shutdown does not wait for the reply about what is allowed, nor for its failure", async () => {
  const server = await open(normal, { stop: yes, reset: yes }, "en", (prepared) =>
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
  const server = await open(partly, { stop: yes, reset: denied }, "en", (prepared) =>
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
  const server = await open(partly, { stop: yes, reset: yes });
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
  const server = await open(normal, { stop: yes, reset: yes });
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
  await open(partly, { stop: yes, reset: yes });
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
  const server = await open(
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
  const server = await open(partly, { stop: yes, reset: yes });
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
  const server = await open({ ...partly, marks }, { stop: yes, reset: yes });
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
  const server = await open(partly, { stop: yes, reset: yes });
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

const provenUnit = (sn: string, evidence: Safety["units"][number]["evidence"]): Safety["units"][number] => ({
  ...{ ...unit, deviceId: crypto.randomUUID(), sn, slotLabel: "", state: "open", evidence },
  ...{ outputV: 0.4, inputV: 45, sampleAt: at },
});
const [firstSn, secondSn] = sampleLayout.units.slice(1, 3).map(({ sn }) => sn as string) as [string, string];
const shutDown: Safety = {
  ...{ ...partly, state: "shut-down", counts: { ...partly.counts, units: 2, proven: 2, dark: 0 } },
  evidence: { age: "recent", recent: 2, oldestAt: at, recentForMs: 600_000, offlineGateways: [] },
  units: [provenUnit(firstSn, "recent"), provenUnit(secondSn, "recent")],
  strings: [
    {
      ...{
        stringId: crypto.randomUUID(),
        sn: "MCON-1",
        slotLabel: "",
        gatewaySn: "GW-1",
        units: 2,
        proven: 2,
      },
      ...{ unlinkedUnits: 0, otherHalfV: 0, maxV: 0.8, level: "outside" },
    },
  ],
};

test("evidence that is not recent has its time, also in the head and on the roof, and offline gateways are named", async () => {
  const old: Safety = {
    ...shutDown,
    evidence: {
      ...{ age: "old", recent: 1, oldestAt: at, recentForMs: 600_000 },
      offlineGateways: [{ sn: "GW-2", units: 8 }],
    },
    units: [provenUnit(firstSn, "recent"), provenUnit(secondSn, "offline")],
  };
  const server = await open(old, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.reply(endpoints.layout.get, sampleLayout),
  );
  const headline = page.getByText(/^Shut down, 2 of 2 proven at .*10:00$/);
  await expect.element(panel.getByText("Gateway GW-2 is offline: 8 units")).toBeVisible();
  expect(headline.elements()).toHaveLength(2);
  expect(headline.elements().map((element) => element.getAttribute("data-variant"))).toEqual([
    "alarm",
    "alarm",
  ]);
  await expect.element(panel.getByText("Every unit that can be measured is open.")).not.toBeInTheDocument();
  await expect.element(panel.getByText(/treat the modules as live\. 1 unit is proven now\.$/)).toBeVisible();
  await expect.element(panel.getByText(/^1 string carried at most 30 V at .*10:00$/)).toBeVisible();
  for (const text of ["Open, measured 1", "Proven earlier 1"])
    await expect.element(panel.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  await expect.element(panel.getByRole("application", { name: "1 of 2 proven" })).toBeVisible();
  await panel.getByText("Proven earlier, not now: 1 unit").click();
  await expect
    .element(panel.getByText(/^Proven at .*10:00:00: 0\.4 V .* its gateway is offline$/))
    .toBeVisible();
  const dark: Safety = {
    ...shutDown,
    evidence: { age: "dark", recent: 0, oldestAt: at, recentForMs: null, offlineGateways: [] },
    units: [provenUnit(firstSn, "dark"), provenUnit(secondSn, "dark")],
  };
  server.reply(endpoints.safety.get, dark);
  server.push({ type: "safety", stationId: plant.stationId });
  const darkHeadline = panel.getByText(/^Shut down, 2 of 2 proven at .*10:00, dark since then$/);
  await expect.element(darkHeadline).toHaveAttribute("data-variant", "stopped");
  await expect.element(panel.getByText(/^Proven open at .* before there is light/)).toBeVisible();
  await expect.element(panel.getByText("is offline")).not.toBeInTheDocument();
});

test("what the server called recent is not so any more after the time that it said, whatever does not reach the page", async () => {
  const soon = { ...shutDown, evidence: { ...shutDown.evidence, recentForMs: 3_000 } };
  const server = await open(soon, { stop: yes, reset: yes });
  await expect.element(panel.getByText("Shut down, 2 of 2 proven", { exact: true })).toBeVisible();
  server.setOffline(true);
  const headline = page.getByText(/^Shut down, 2 of 2 proven at .*10:00$/);
  await expect.poll(() => headline.elements().length).toBe(2);
  await expect.element(panel.getByText("Proven earlier, not now: 2 units")).toBeVisible();
  server.setOffline(false);
  server.reply(endpoints.safety.get, shutDown);
  await queryClient.refetchQueries();
  await expect.element(panel.getByText("Shut down, 2 of 2 proven", { exact: true })).toBeVisible();
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
});

for (const language of ["zh-cn", "en", "pt", "th"] as const)
  test(`says in ${language} why a plant cannot be operated, and which device timed out [R5.19, R5.20, R8.7]`, async () => {
    for (const key of ["message.shutdownOffline", "code.A0312", "op.operate"] as const) {
      const denied = { allowed: false, reason: messages[language][key] };
      const timedOut = { ...partly, state: "shutdown-timed-out" as const, operation };
      await open(key === "code.A0312" ? timedOut : normal, { stop: denied, reset: denied }, language);
      await expect.element(page.getByText(messages[language][key]).first()).toBeVisible();
      if (key === "code.A0312")
        await expect.element(page.getByText(deviceTimedOut[language]).first()).toBeVisible();
      await closeConsole();
    }
  });

test("lists the plants that are not in normal operation with their holders", async () => {
  await openConsole({
    at: "/shutdowns",
    prepare: (server) =>
      server.reply(endpoints.safety.holds, {
        rows: [
          {
            ...{ stationId: plant.stationId, name: "Old barn", number: "HG-7", timeZone: "UTC" },
            ...{ state: "partly-shut-down", byName: "Ada", isMine: true, acceptedAt: at },
            ...{ units: 5, proven: 3, dark: 1, marks: 2 },
            evidence: {
              ...{ age: "old", recent: 0, oldestAt: at, recentForMs: null },
              offlineGateways: ["1", "2", "3", "4"].map((end) => ({ sn: `GW-${end}`, units: 8 })),
            },
          },
          {
            ...{ stationId: crypto.randomUUID(), name: "Mill", number: "HG-8", timeZone: "UTC" },
            ...{ state: "released", byName: "Ada", isMine: true, acceptedAt: at },
            ...{ units: 5, proven: 3, dark: 1, marks: 0, evidence: noEvidence },
          },
        ],
        total: 2,
        switchedPlants: { rows: [], total: 0 },
      }),
  });
  const ended = page.getByRole("row").filter({ hasText: "Mill" });
  await expect.element(ended).toMatchTextContent(/Released, not reset ?No one/);
  await expect.element(ended.getByText("Ada")).not.toBeInTheDocument();
  const row = page.getByRole("row").filter({ hasText: "Old barn" });
  for (const text of [
    "Ada (you)",
    "3/5 · 1 dark",
    "Gateway GW-3 is offline: 8 units",
    "1 more gateway is offline.",
  ])
    await expect.element(row.getByText(text)).toBeVisible();
  await expect.element(row.getByText(/^Partly shut down, 3 of 5 proven at .*10:00$/)).toBeVisible();
  await expect.element(row.getByText("GW-4")).not.toBeInTheDocument();
  await expect.element(row.getByRole("link")).toHaveAttribute("href", `#/station/${plant.stationId}/safety`);
});

test("lists the plants in operation with devices that were switched separately", async () => {
  const shown = { timeZone: "UTC", opened: 0, drills: 0, closing: 0, since: at };
  const server = await openConsole({
    at: "/shutdowns",
    prepare: (prepared) =>
      prepared.reply(endpoints.safety.holds, {
        ...{ rows: [], total: 0 },
        switchedPlants: {
          rows: [
            { ...shown, stationId: plant.stationId, name: "Old barn", number: "HG-7", opened: 2, drills: 1 },
            { ...shown, stationId: crypto.randomUUID(), name: "New barn", number: "HG-8", closing: 1 },
          ],
          total: 502,
        },
      }),
  });
  const separate = page.getByRole("region", { name: "Switched separately" });
  const row = separate.getByRole("row").filter({ hasText: "Old barn" });
  await expect.element(row.getByText("In operation, 2 devices opened separately")).toBeVisible();
  await expect.element(row.getByRole("link")).toHaveAttribute("href", `#/station/${plant.stationId}/safety`);
  await expect.element(separate.getByText("In operation, 1 device not confirmed closed")).toBeVisible();
  await expect.element(separate.getByText(/^500 more plants are not listed/)).toBeVisible();
  await expect.element(page.getByText("No plant is shut down")).toBeVisible();
  await expect.element(page.getByText(/^A plant appears here/)).not.toBeInTheDocument();
  server.reply(endpoints.safety.holds, { rows: [], total: 0, switchedPlants: { rows: [], total: 0 } });
  await queryClient.refetchQueries();
  await expect.element(page.getByText(/^A plant appears here/)).toBeVisible();
  await expect.element(separate).not.toBeInTheDocument();
});

test("saves the signed record of a shutdown, and says of a file that it is no record", async () => {
  const downloads = watchDownloads();
  const operationId = crypto.randomUUID();
  const server = await open(partly, { stop: yes, reset: yes });
  server.reply(endpoints.safety.records, {
    rows: [
      {
        ...{ operationId, kind: "shutdown", reason: "", byName: "Ada", acceptedAt: at, endedAt: null },
        ...{ units: 5, proven: 5, dark: 0, safeAfterS: 6.2, isDrill: false, string: null },
      },
      {
        ...{ operationId: unit.deviceId, kind: "shutdown", reason: "", byName: "Ada", acceptedAt: at },
        ...{ endedAt: at, units: 2, proven: 1, dark: 0, safeAfterS: null, isDrill: true },
        string: { deviceId: unit.deviceId, sn: "SC-7", type: "SCON", name: "B-S2", gatewaySn: "GW-1" },
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
    ...{ units: 5, proven: 5, dark: 0, safeAfterS: 6.2, isDrill: true, string: null },
  };
  const drill = { operationId: record.operationId, byName: "Ada", isMine: true, startedAt: at, note: "" };
  await open(partly, { stop: yes, reset: yes }, "pt", (server) => {
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

test("starts a drill only by a person who confirms to be at the plant, and changes its reminder", async () => {
  const server = await open(normal, { stop: yes, reset: yes });
  const drills = page.getByRole("region", { name: "Drills" });
  await expect.element(drills.getByText("The whole plant has had no drill yet.")).toBeVisible();
  await drills.getByRole("button", { name: "Start drill" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a drill at Old barn?" });
  await expect.element(dialog.getByRole("button", { name: "Start drill" })).toBeDisabled();
  await dialog.getByRole("checkbox").click();
  server.reply(endpoints.safety.startDrill, { operationId: operation.operationId });
  await dialog.getByRole("button", { name: "Start drill" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.startDrill)[0]?.body)
    .toMatchObject({ stationId: plant.stationId, isOnSite: true });
  server.reply(endpoints.safety.setDrillInterval, null);
  await drills.getByLabelText("Remind every").selectOptions("never");
  await expect
    .poll(() => server.listCalls(endpoints.safety.setDrillInterval)[0]?.body)
    .toMatchObject({ everyMonths: null });
});

test("starts a drill of one string, and leads its starter to the string to close it", async () => {
  watchDownloads();
  const { deviceId } = unit;
  const string = { deviceId, sn: "SC-7", type: "SCON", name: "B-S2", gatewaySn: "GW-1" } as const;
  const drill = {
    ...{ byName: "Anna", startedAt: at, note: "", units: 8, proven: 8, dark: 0, safeAfterS: 6 },
    isReplaced: false,
  };
  const rows = [
    { ...drill, operationId: crypto.randomUUID(), isMine: true, string, endedAt: null },
    { ...drill, operationId: crypto.randomUUID(), isMine: true, string, endedAt: at, isReplaced: true },
    { ...drill, operationId: crypto.randomUUID(), isMine: false, string, endedAt: null },
  ];
  const server = await open(normal, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.reply(endpoints.safety.drills, {
      ...{ ...noDrills, rows },
      strings: [
        { ...string, deviceId: crypto.randomUUID(), name: "B-S10", type: "MCON", units: 1 },
        { ...string, units: 8 },
      ],
    }),
  );
  const drills = page.getByRole("region", { name: "Drills" });
  // The reminder counts drills of the whole plant.
  await expect.element(drills.getByText("The whole plant has had no drill yet.")).toBeVisible();
  await expect.poll(() => drills.getByText("String B-S2", { exact: true }).elements().length).toBe(3);
  expect(drills.getByText("ended by a shutdown of the plant").elements()).toHaveLength(1);
  server.reply(endpoints.safety.record, new Blob(["{}"]));
  await drills
    .getByRole("button", { name: /^Save JSON of/ })
    .first()
    .click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.record)[0]?.query)
    .toMatchObject({ operationId: rows[0]?.operationId, format: "json" });
  await expect
    .poll(() =>
      drills
        .getByRole("link")
        .elements()
        .map((link) => link.getAttribute("href")),
    )
    .toEqual([`#/device/${string.deviceId}`]);
  await drills.getByRole("button", { name: "Start drill" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a drill at Old barn?" });
  await expect.element(dialog.getByText(/^All units are opened/)).toBeVisible();
  const options = dialog.getByRole("option");
  await expect
    .poll(() => options.elements().map(({ textContent }) => textContent))
    .toEqual(["The whole plant", "String B-S2, 8 units", "String B-S10, 1 unit"]);
  const select = dialog.getByLabelText("What is opened");
  await select.selectOptions("String B-S10, 1 unit");
  await expect.element(dialog.getByText(/^The relay of the MCON opens/)).toBeVisible();
  await select.selectOptions("String B-S2, 8 units");
  await expect.element(dialog.getByText(/^The relay of the MCON opens/)).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/^The units of this string are opened/)).toBeVisible();
  await dialog.getByRole("checkbox").click();
  server.reply(endpoints.safety.startDrill, { operationId: operation.operationId });
  await dialog.getByRole("button", { name: "Start drill" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.startDrill)[0]?.body)
    .toMatchObject({ stationId: plant.stationId, stringId: string.deviceId });
});

test("the page for responders is off until the owner turns it on; its link can be renewed and revoked", async () => {
  const server = await open(normal, { stop: yes, reset: yes });
  const card = page.getByRole("region", { name: "Page for responders" });
  const token = "t".repeat(43);
  server.reply(endpoints.responder.save, () => {
    const settings = { token, switchPlaces: "", contacts: [], createdAt: at };
    server.reply(endpoints.responder.settings, settings);
    return null;
  });
  await card.getByRole("button", { name: "Turn on" }).click();
  const link = card.getByRole("link", { name: "Open the page" });
  await expect.element(link).toHaveAttribute("href", expect.stringContaining(`responder/page.html#${token}`));
  // The label is on the page only while it is printed.
  const label = () => document.querySelector("body > .responder-label");
  const printed = vi.spyOn(window, "print").mockImplementation(() => {
    drawnWhenPrinted = label()?.querySelector("svg path") !== null;
  });
  let drawnWhenPrinted = false;
  await card.getByRole("button", { name: "Print label" }).click();
  await expect.poll(() => printed.mock.calls.length).toBeGreaterThan(0);
  expect(drawnWhenPrinted).toBe(true);
  expect(label()?.textContent).toContain("Old barn");
  dispatchEvent(new Event("afterprint"));
  await expect.poll(label).toBeNull();
  await card.getByRole("button", { name: "Edit switches and contacts" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabelText("Where the switches are").fill("Cellar, left wall");
  await dialog.getByRole("button", { name: "Add contact" }).click();
  await dialog.getByLabelText("Name").fill("Hotline");
  await dialog.getByLabelText("Phone").fill("by the door");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText(/valid phone number/)).toBeVisible();
  await dialog.getByLabelText("Phone").fill("+49 30 123456");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.responder.save).at(-1)?.body)
    .toMatchObject({
      switchPlaces: "Cellar, left wall",
      contacts: [{ name: "Hotline", phone: "+49 30 123456" }],
    });
  await expect.element(dialog).not.toBeInTheDocument();
  for (const [button, endpoint] of [
    ["Renew link", endpoints.responder.renew],
    ["Turn off", endpoints.responder.close],
  ] as const) {
    server.reply(endpoint, null);
    await card.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").getByRole("button", { name: button }).click();
    await expect.poll(() => server.listCalls(endpoint)).toHaveLength(1);
  }
});
