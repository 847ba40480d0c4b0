import { MEASURED_VALUES } from "@heliograph/protocol/points";
import { expect, it } from "vitest";
import { device } from "./device.ts";
import { listDevices } from "./device-list.ts";
import { liveMessage } from "./live.ts";

it.each(MEASURED_VALUES)("publishes $point of the device link as $field", ({ field }) => {
  expect(device.shape[field].parse(null)).toBeNull();
  expect(device.shape[field].parse(1.5)).toBe(1.5);
  expect(listDevices.query?.parse({ sort: field })).toMatchObject({ sort: field });
  const units = liveMessage.options.find(({ shape }) => shape.type.value === "units");
  expect(JSON.stringify(units?.toJSONSchema())).toContain(`"${field}"`);
});
