import { EventEmitter, once } from "node:events";
import type { LiveMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createPlantServices } from "../../../../test/plant-services.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createPlantLive } from "./plant-live.service.ts";

const NOW = Date.parse("2026-06-21T12:00:00Z");
const logger = createLogger({ logLevel: "silent" });

describe("live messages of a plant", () => {
  let engines: TestEngines;
  const clock = createVirtualClock(NOW);

  beforeAll(async () => {
    engines = await openTestEngines();
  });
  afterAll(() => engines.close());

  async function createReporting() {
    const plant = await createPlant(engines.db);
    const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
    const report = (powerW: number) =>
      sql`update gateways set is_online = true, last_heard_at = ${new Date(clock.now())}, report_interval_s = 60,
        power_at = ${new Date(clock.now())}, module_power_w = ${powerW} where device_id = ${gateway.id}`.execute(
        engines.db,
      );
    await report(1000);
    return { plant, report };
  }

  it("publishes the first change immediately and after a burst the last state alone [R1.3]", async () => {
    const bus = createInProcessBus();
    const { overview } = createPlantServices(engines, clock);
    const live = createPlantLive({ bus, overview, logger });
    const { plant, report } = await createReporting();
    const messages = new EventEmitter();
    const powers: (number | null)[] = [];
    bus.subscribe(`plant.${plant.id}.plant`, (message) => {
      powers.push((message as Extract<LiveMessage, { type: "plant" }>).powerW);
      messages.emit("message");
    });

    let next = once(messages, "message");
    live.notifyChanged(plant.id);
    await next;
    expect(powers).toEqual([1000]);

    next = once(messages, "message");
    for (const powerW of [1100, 1200, 1300]) {
      await report(powerW);
      live.notifyChanged(plant.id);
    }
    await next;
    expect(powers).toEqual([1000, 1300]);
    live.stop();
  });
});
