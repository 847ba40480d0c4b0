import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { PlantOptions } from "../../../../../test/fixtures.ts";
import { createDevice } from "../../../../../test/fixtures.ts";
import { openMeteredPlant } from "../../../../../test/metering.ts";
import { sessionlessScope, systemScope } from "../../../base/access/scope.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const openPlant = (options?: PlantOptions) => openMeteredPlant(engines, options);

describe("data of a device", () => {
  it("returns the samples of a range of at most eight days", async () => {
    const plant = await openPlant();
    const device = await createDevice(engines.db, { type: "OPT", plantId: plant.id });
    const at = Date.UTC(2026, 5, 20, 8);
    await plant.store([
      { device: device.key, at, vi: 40, ii: 5, eh: 12 },
      { device: device.key + 1, at, vi: 40, ii: 5 },
    ]);
    const query = { deviceId: device.id, fromAt: "2026-06-14T00:00:00Z", toAt: "2026-06-21T00:00:00Z" };
    const { rows } = await plant.metering.deviceData(systemScope(), query);
    expect(rows).toEqual([
      {
        at: "2026-06-20T08:00:00.000Z",
        inputVoltageV: 40,
        inputCurrentA: 5,
        outputVoltageV: null,
        outputCurrentA: null,
        powerW: 200,
        temperatureC: null,
        generationWh: 12,
      },
    ]);
    await expect(
      plant.metering.deviceData(systemScope(), { ...query, fromAt: "2026-06-12T00:00:00Z" }),
    ).rejects.toMatchObject({ code: "A0400" });
    await expect(plant.metering.deviceData(sessionlessScope(), query)).rejects.toMatchObject({
      code: "A0404",
    });
  });
});
