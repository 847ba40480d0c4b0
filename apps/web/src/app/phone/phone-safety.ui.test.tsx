import type { DataOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { usePhone } from "../../../test/ui/phone.ts";
import { normalSafety } from "../../../test/ui/safety-samples.ts";
import { makeDevice, makePlant, noEvidence } from "../../../test/ui/samples.ts";

type Safety = DataOf<typeof endpoints.safety.get>;

const WIDTH = 390;
const plant = makePlant({ name: "Old barn", level: "owner" });
const at = "2026-06-11T10:00:00.000Z";
const operationId = crypto.randomUUID();
const yes = { allowed: true };
const counts = { units: 2, sent: 0, acknowledged: 0, proven: 0, dark: 0 };
const normal: Safety = { ...normalSafety, counts };
const heldByMe: Safety = {
  ...normal,
  state: "shut-down",
  operation: {
    ...{ operationId, kind: "shutdown", isDrill: false, reason: "", byName: "Ada", isMine: true },
    ...{ acceptedAt: at, deadlineAt: at, endedAt: null },
  },
  counts: { ...counts, sent: 2, acknowledged: 2, proven: 2 },
  marks: [
    {
      ...{ markId: crypto.randomUUID(), byName: "Ben", isMine: false, note: "On the ladder" },
      ...{ markedAt: at, mayRelease: true },
    },
  ],
  mayRelease: true,
};
const panel = page.getByRole("region", { name: "Rapid shutdown" });

/** Opens an address, with a plant that has a history. */
async function openAt(
  address: string,
  safety: Safety,
  prepare: (server: FakeServer) => void = () => undefined,
) {
  return await openConsole({
    at: address,
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.safety.get, safety);
      server.reply(endpoints.permission.checkStationOp, {
        ...{ stop: yes, reset: yes, open: yes, close: yes },
        ...{ edit: yes, share: yes, transfer: yes, delete: yes },
      });
      server.reply(endpoints.safety.ledger, {
        rows: [
          {
            ...{
              number: 1,
              at,
              kind: "stop",
              byName: "Ada",
              address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
            },
            ...{ detail: { reason: "Fire in the neighbouring barn" }, hash: "a".repeat(64) },
          },
        ],
        total: 1,
        brokenAt: null,
      });
      server.reply(endpoints.safety.records, {
        rows: [
          {
            ...{
              operationId,
              kind: "shutdown",
              isDrill: false,
              string: null,
              unit: null,
              reason: "",
              byName: "Ada",
              acceptedAt: at,
            },
            ...{ endedAt: null, units: 2, proven: 2, dark: 0, safeAfterS: 7.5 },
          },
        ],
        total: 1,
        publicKey: "k".repeat(44),
      });
      server.reply(endpoints.safety.drills, {
        ...{ rows: [], strings: [], everyMonths: 12, dueAt: at, mayChangeInterval: true },
      });
      server.reply(endpoints.responder.settings, null);
      prepare(server);
    },
  });
}

test("everything about the shutdown of a plant is on its page on a phone, and nothing is wider than the screen", async () => {
  await usePhone(WIDTH);
  const server = await openAt(`/mobile/station/layout?stationId=${plant.stationId}`, normal);
  await panel.getByRole("button", { name: "Rapid shutdown" }).click();
  await panel.getByRole("link", { name: "Drills, records and ledger" }).click();
  await expect.poll(() => location.hash).toBe(`#/station/${plant.stationId}/safety`);
  await expect.element(page.getByRole("heading", { level: 1, name: "Old barn" })).toBeVisible();
  await expect.element(panel.getByText("2 units with a switch would be opened.")).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Ignition" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Page for responders" })).toBeVisible();
  const ledger = page.getByRole("region", { name: "Ledger" });
  await expect.element(ledger.getByText("Fire in the neighbouring barn")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Save PDF of/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(WIDTH);
  await page.getByRole("region", { name: "Drills" }).getByRole("button", { name: "Start drill" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").click();
  server.reply(endpoints.safety.startDrill, { operationId });
  await dialog.getByRole("button", { name: "Start drill" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.startDrill)).toHaveLength(1);
  await page.getByRole("link", { name: "Back to the plant" }).click();
  await expect.poll(() => location.hash).toBe(`#/mobile/station/layout?stationId=${plant.stationId}`);
});

test("a plant is reset on a phone with its name and the password, once the mark of someone else is ended", async () => {
  await usePhone(WIDTH);
  let isStepped = false;
  const server = await openAt(`/mobile/station/layout?stationId=${plant.stationId}`, heldByMe, (prepared) => {
    prepared.reply(endpoints.safety.reset, () => {
      if (!isStepped) throw new Refusal("A0220", "Confirm your password");
      return { operationId, state: "resetting" as const };
    });
    prepared.reply(endpoints.safety.release, null);
    prepared.reply(endpoints.session.stepUp, () => {
      isStepped = true;
      return { untilAt: at };
    });
  });
  await panel.getByRole("link", { name: "Go to reset" }).click();
  await panel.getByRole("button", { name: "End the mark of Ben" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabelText("Reason").fill("Called, is at home");
  await dialog.getByRole("button", { name: "End mark" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.release)).toHaveLength(1);
  await panel.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("textbox").fill("Old barn");
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByLabelText("Password").fill("correct horse");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => server.listCalls(endpoints.safety.reset)).toHaveLength(2);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBe(WIDTH);
});

test("a device with a switch is closed on a phone, and other devices are on the desktop version", async () => {
  await usePhone(WIDTH);
  const device = makeDevice({
    sn: "SC-7",
    type: "SCON",
    alias: "",
    slotLabel: "B-S2",
    stationId: plant.stationId,
  });
  const { deviceId } = device;
  const server = await openAt(`/device/${deviceId}`, normal, (prepared) => {
    prepared.reply(endpoints.device.get, device);
    prepared.reply(endpoints.unitSwitch.get, {
      ...{ deviceId, type: "SCON", hasSwitch: true, plantState: "normal", state: "open" },
      ...{ operation: null, counts: { units: 8, proven: 8, dark: 0 }, units: [] },
      evidence: noEvidence,
      ops: { open: yes, close: yes, release: yes },
    });
    prepared.reply(endpoints.unitSwitch.close, { operationId, state: "closing" } as never);
  });
  const card = page.getByRole("region", { name: "Switch" });
  await card.getByRole("button", { name: "Close" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("SC-7");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => server.listCalls(endpoints.unitSwitch.close)).toHaveLength(1);
  await expect
    .element(page.getByRole("link", { name: "Rapid shutdown" }))
    .toHaveAttribute("href", `#/station/${plant.stationId}/safety`);
  expect(document.documentElement.scrollWidth).toBe(WIDTH);
});

test("the plants that are shut down are a list on a phone, in the account menu", async () => {
  await usePhone(WIDTH);
  const row = {
    ...{ stationId: plant.stationId, name: "Old barn", number: "HG-7", timeZone: "UTC" },
    ...{ state: "partly-shut-down", byName: "Ada", isMine: true, acceptedAt: at },
    ...{ units: 5, proven: 3, dark: 1, marks: 2, evidence: noEvidence },
  } as const;
  await openAt("/mobile/plants", normal, (prepared) =>
    prepared.reply(endpoints.safety.holds, {
      ...{ rows: [row], total: 1, switchedPlants: { rows: [], total: 0 } },
    } as never),
  );
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("link", { name: "Shutdowns" }).click();
  await expect.element(page.getByText("Partly shut down, 3 of 5 proven")).toBeVisible();
  await expect.element(page.getByText("Ada (you)")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(WIDTH);
  await page.getByRole("link", { name: "Old barn" }).click();
  await expect.element(panel).toBeVisible();
});
