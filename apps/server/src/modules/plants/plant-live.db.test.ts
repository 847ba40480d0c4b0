import { EventEmitter, once } from "node:events";
import type { LiveMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../test/engines.ts";
import { openTestEngines } from "../../../test/engines.ts";
import { createDevice, createPlant } from "../../../test/fixtures.ts";
import { createInProcessBus } from "../../infra/bus.ts";
import { createVirtualClock } from "../../infra/clock.ts";
import { createLogger } from "../../infra/logger.ts";
import { createMeteringService } from "../metering/metering.service.ts";
import { createPlantLive } from "./plant-live.service.ts";
import { createPlantService } from "./plants.service.ts";
import { createSilenceWatch } from "./silence-watch.service.ts";

const NOW = Date.parse("2026-06-21T12:00:00Z");
const logger = createLogger({ logLevel: "silent" });

describe("what the live bus hears of a plant", () => {
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

  it("gets the first change at once and after a burst the last state, not every one between [R1.3]", async () => {
    const { db, clickhouse } = engines;
    const bus = createInProcessBus();
    const plants = createPlantService({
      db,
      clock,
      metering: createMeteringService({ db, clickhouse, clock }),
    });
    const live = createPlantLive({ bus, plants, logger });
    const { plant, report } = await createReporting();
    const heard = new EventEmitter();
    const powers: (number | null)[] = [];
    bus.subscribe(`plant.${plant.id}.plant`, (message) => {
      powers.push((message as Extract<LiveMessage, { type: "plant" }>).powerW);
      heard.emit("message");
    });

    let next = once(heard, "message");
    live.touch(plant.id);
    await next;
    expect(powers).toEqual([1000]);

    next = once(heard, "message");
    for (const powerW of [1100, 1200, 1300]) {
      await report(powerW);
      live.touch(plant.id);
    }
    await next;
    expect(powers).toEqual([1000, 1300]);
    live.stop();
  });

  it("hears of a plant whose power went stale, and again when its gateway counts as offline", async () => {
    const { plant } = await createReporting();
    const changed: string[] = [];
    const watch = createSilenceWatch({
      db: engines.db,
      clock,
      logger,
      onPlantChanged: (plantId) => plantId === plant.id && changed.push(plantId),
    });
    const lookAfter = async (ms: number) => {
      clock.advance(ms);
      await watch.look();
      return changed.length;
    };
    expect(await lookAfter(119_000)).toBe(0);
    expect(await lookAfter(2_000)).toBe(1);
    expect(await lookAfter(58_000)).toBe(1);
    expect(await lookAfter(2_000)).toBe(2);
    expect(await lookAfter(3_600_000)).toBe(2);
    clock.set(NOW);
  });
});
