import type { StationRow } from "@heliograph/contract";
import { expect, test } from "vitest";
import { createMessages } from "./plant-messages.ts";

const row = {
  stationId: "1",
  name: "Barn",
  status: "normal",
  powerW: 8169.6568,
  energyTodayKwh: 8.0250444,
  energyTotalKwh: null,
  openAlarms: null,
} as StationRow;
const create = (change: Partial<StationRow> = {}) =>
  createMessages([{ ...row, ...change }], { language: "en", linkTo: (id) => `https://example.org/${id}` });

test("rounds values, and describes no sensor whose value is hidden", () => {
  const messages = create();
  expect(JSON.parse(messages.get("heliograph/1/state") ?? "")).toEqual({
    power: 8170,
    energy_today: 8.025,
    energy_total: null,
    status: "normal",
    open_alarms: null,
  });
  const { components, device } = JSON.parse(messages.get("homeassistant/device/heliograph_1/config") ?? "");
  expect(Object.keys(components)).toEqual(["power", "energy_today", "status"]);
  expect(device.configuration_url).toBe("https://example.org/1");
});

test("calls a plant available while its gateways report, whatever else its status is", () => {
  const find = (status: StationRow["status"]) => create({ status }).get("heliograph/1/availability");
  expect((["normal", "fault", "shut-down", "offline", "waiting"] as const).map(find)).toEqual([
    ...["online", "online", "online"],
    ...["offline", "offline"],
  ]);
});
