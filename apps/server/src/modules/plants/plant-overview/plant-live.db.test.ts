import { EventEmitter, once } from "node:events";
import type { LiveMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createPlantServices } from "../../../../test/plant-services.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import type { PlantLive } from "./plant-live.service.ts";
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

  /** With each set of plants that was read. The first reading ends only after `release`, so that nothing depends on time. */
  function createLive() {
    const { overview } = createPlantServices(engines, clock);
    const reads: string[][] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const readLive = async (plants: ReadonlyMap<string, boolean>) => {
      reads.push([...plants.keys()].sort());
      const messages = await overview.readLive(plants);
      await released;
      return messages;
    };
    const live = createPlantLive({
      bus: createInProcessBus(),
      overview: { ...overview, readLive },
      logger,
    });
    onTestFinished(live.stop);
    return { live, reads, release };
  }

  /** Messages about a plant, in the order of their arrival. */
  function watch(live: PlantLive, plantId: string) {
    const messages = new EventEmitter();
    const stop = live.watch(plantId, (message) => messages.emit("message", message));
    return {
      next: async () => (await once(messages, "message"))[0] as Extract<LiveMessage, { type: "plant" }>,
      stop,
    };
  }

  it("are sent at the first change immediately, and after a burst with the last state alone [R1.3]", async () => {
    const { live, reads, release } = createLive();
    const { plant, report } = await createReporting();
    const watched = watch(live, plant.id);
    live.notifyChanged(plant.id);
    for (const powerW of [1100, 1200, 1300]) {
      await report(powerW);
      live.notifyChanged(plant.id);
    }
    const first = watched.next();
    release();
    await first;
    expect((await watched.next()).powerW).toBe(1300);
    expect(reads).toHaveLength(2);
  });

  it("cost one query for all watched plants that changed, and none for the others", async () => {
    const { live, reads, release } = createLive();
    const [first, second, unwatched, left] = [
      await createReporting(),
      await createReporting(),
      await createReporting(),
      await createReporting(),
    ];
    const [one, two] = [watch(live, first.plant.id), watch(live, second.plant.id)];
    watch(live, left.plant.id).stop();
    for (const { plant } of [first, first, unwatched, second, left, first]) live.notifyChanged(plant.id);
    const start = one.next();
    release();
    await start;
    await Promise.all([one.next(), two.next()]);
    expect(reads).toEqual([[first.plant.id], [first.plant.id, second.plant.id].sort()]);
  });

  it("hold the energy of today only when it may have changed", async () => {
    const { live, release } = createLive();
    release();
    const { plant } = await createReporting();
    const watched = watch(live, plant.id);
    let next = watched.next();
    live.notifyChanged(plant.id);
    expect(await next).not.toHaveProperty("energyTodayWh");
    next = watched.next();
    live.notifyEnergyChanged(plant.id);
    live.notifyChanged(plant.id);
    expect(await next).toMatchObject({ energyTodayWh: 0 });
  });
});
