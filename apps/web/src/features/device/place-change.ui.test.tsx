import type { PlaceChange } from "@heliograph/contract";
import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { replyWithAlarms } from "../../../test/ui/alarm-samples.ts";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makeDevice, makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof" });
const device = makeDevice({
  stationId: plant.stationId,
  stationName: "Roof",
  type: "SCON",
  level: 2,
  sn: "SC-1",
  alias: "",
  slotLabel: "",
});
const next = makeDevice({
  stationId: plant.stationId,
  stationName: "Roof",
  sn: "SC-2",
  alias: "South1",
  slotLabel: "",
});
const address = `/device/${device.deviceId}`;
const revision = "a".repeat(32);
const fromAt = "2026-05-04T07:30:00.000Z";
const change: Omit<PlaceChange, "state"> = {
  revision,
  fromAt,
  shownDeviceId: next.deviceId,
  stationId: plant.stationId,
  stationName: "Roof",
  timeZone: "UTC",
  energyWh: 5_250,
  alarmCount: 2,
  devices: {
    rows: [
      {
        deviceId: device.deviceId,
        sn: "SC-1",
        alias: "",
        type: "SCON",
        kind: "leaves",
        stationName: "",
        slotLabel: "",
        parentSn: null,
      },
      {
        deviceId: next.deviceId,
        sn: "SC-2",
        alias: "South1",
        type: "SCON",
        kind: "begins",
        stationName: "Roof",
        slotLabel: "S1",
        parentSn: "DC-1",
      },
    ],
    total: 14,
  },
  notes: ["past", "notReported"],
};

const stateAfter = (mode: "check" | "apply"): PlaceChange["state"] =>
  mode === "check" ? "checked" : "applied";

const may = (rights: object) => ({
  deviceId: device.deviceId,
  alias: "",
  ratedPowerW: null,
  tiltDeg: null,
  azimuthDeg: null,
  polePosition: null,
  isPlaced: false,
  mayEdit: false,
  revision: "0".repeat(32),
  ...rights,
});

const open = (rights: object, prepare?: (server: FakeServer) => void) =>
  openConsole({
    at: address,
    plants: [plant],
    prepare(made) {
      replyWithAlarms(made, []);
      made.reply(endpoints.device.get, ({ query }) => (query.deviceId === next.deviceId ? next : device));
      made.reply(endpoints.device.data, { rows: [], implausibleWh: 0 });
      made.reply(endpoints.device.list, { rows: [device, next], total: 2 });
      made.reply(endpoints.devicePage.settings, may(rights));
      prepare?.(made);
    },
  });

const dialog = page.getByRole("dialog");
const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();

test("replacing shows what it changes before it is made, keeps what was typed, and opens the new device", async () => {
  let isRefused = true;
  const server = await open({ mayReplace: true }, (made) => {
    made.reply(endpoints.deviceMoves.replace, ({ body }) => {
      if (body.mode === "check" && isRefused)
        throw new Refusal("A0400", messages.en["code.A0400"], {
          fields: [{ path: "sn", message: messages.en["field.otherType"] }],
        });
      return { ...change, state: stateAfter(body.mode) };
    });
  });
  await page.getByRole("button", { name: "Replace" }).click();
  await dialog.getByLabelText("Serial number of the new device").fill(" sc-2 ");
  await dialog.getByLabelText("Registration code").fill("mfrg gzdf mztw q2lk");
  await press("Show what changes");
  await expect.element(dialog.getByText("Enter a device of the same type.")).toBeVisible();
  isRefused = false;
  await press("Show what changes");
  const items = dialog.getByRole("list", { name: "Devices that change" }).getByRole("listitem");
  await expect.element(items.nth(0)).toHaveTextContent("SC-1Leaves the plant");
  await expect
    .element(items.nth(1))
    .toHaveTextContent("SC-2 · South1Takes this locationRoof · Location S1 · connected to DC-1");
  await expect.element(dialog.getByText("12 more devices")).toBeVisible();
  await expect.element(dialog.getByText("5.25kWh")).toBeVisible();
  await expect.element(dialog.getByText(/The date is in the past/)).toBeVisible();
  expect(server.listCalls(endpoints.deviceMoves.replace).map(({ body }) => body.mode)).toEqual([
    "check",
    "check",
  ]);
  await press("Back");
  await expect.element(dialog.getByLabelText("Serial number of the new device")).toHaveValue(" sc-2 ");
  await press("Show what changes");
  await press("Replace device");
  await expect.element(page.getByRole("heading", { level: 1, name: "South1" })).toBeVisible();
  expect(server.listCalls(endpoints.deviceMoves.replace).at(-1)?.body).toEqual({
    deviceId: device.deviceId,
    sn: "SC-2",
    registrationCode: "MFRGGZDFMZTWQ2LK",
    alias: "",
    mode: "apply",
    revision,
    fromAt,
  });
});

test("moving within the plant sends place and parent; a change by someone else meanwhile is said, not made", async () => {
  const server = await open({ mayMove: true }, (made) => {
    made.reply(endpoints.deviceMoves.move, ({ body }) => {
      if (body.mode === "apply") throw new Refusal("A0440", messages.en["code.A0440"]);
      return { ...change, state: stateAfter(body.mode) };
    });
  });
  await expect.element(page.getByRole("button", { name: "Replace" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Move" }).click();
  await dialog.getByLabelText("Location").fill("C7");
  await press("Show what changes");
  await press("Move device");
  await expect.element(dialog.getByText(messages.en["code.A0440"])).toBeVisible();
  expect(server.listCalls(endpoints.deviceMoves.move)[0]?.body).toEqual({
    deviceId: device.deviceId,
    stationId: plant.stationId,
    place: "C7",
    withBelow: true,
    mode: "check",
  });
});

test("removing leads back to the devices of the plant", async () => {
  const server = await open({ mayRemove: true }, (made) => {
    made.reply(endpoints.deviceMoves.remove, ({ body }) => ({
      ...change,
      shownDeviceId: null,
      state: stateAfter(body.mode),
    }));
  });
  await page.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText("Remove the devices connected to it as well").click();
  await press("Show what changes");
  await press("Remove device");
  await expect.poll(() => location.hash).toBe(`#/station/${plant.stationId}/devices`);
  expect(server.listCalls(endpoints.deviceMoves.remove).at(-1)?.body).toMatchObject({
    withBelow: true,
    mode: "apply",
    revision,
  });
});
