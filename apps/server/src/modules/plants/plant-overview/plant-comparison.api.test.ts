import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import { writePlantDays } from "../../../../test/metering.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

async function createReader(accountId: string) {
  const { authorization } = await createSession(engines.db, { accountId });
  return async (stationIds: readonly string[], fromDay = "2026-05-01", toDay = "2026-05-31") => {
    const query = { stationIds: stationIds.join(), fromDay, toDay };
    return (await server.call("GET", "/workData/powerStation/compare", { authorization, query })).envelope;
  };
}

test("ranks plants by energy per kWp in the period, with the days that have data, those without any last", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  const small = await createPlant(engines.db, { ownerId, name: "Small", installedCapacityKwp: 5 });
  const large = await createPlant(engines.db, { ownerId, name: "Large", installedCapacityKwp: 50 });
  const idle = await createPlant(engines.db, { ownerId, name: "Idle" });
  await writePlantDays(engines, small.key, {
    "2026-05-01": 20_000,
    "2026-05-31": 10_000,
    "2026-06-01": 90_000,
  });
  await writePlantDays(engines, large.key, { "2026-05-02": 100_000 });
  await server.services.metering.recountEnergies([small.key, large.key]);
  const compare = await createReader(ownerId);
  const { data } = await compare([idle.id, large.id, small.id]);
  expect(data).toMatchObject({
    firstDay: "2026-05-01",
    rows: [
      { name: "Small", energyWh: 30_000, specificYieldKwhPerKwp: 6, dayCount: 2 },
      { name: "Large", energyWh: 100_000, specificYieldKwhPerKwp: 2, dayCount: 1 },
      { name: "Idle", energyWh: null, specificYieldKwhPerKwp: null, dayCount: 0, isEnergyHidden: false },
    ],
  });
  expect((await compare([small.id], "2026-05-02", "2026-05-01")).code).toBe("A0400");
  expect((await compare([small.id], "2026-05-02", "2027-05-03")).code).toBe("A0400");
});

test("counts a day without data that was corrected, and none that was counted without either", async () => {
  const { id: ownerId } = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId, installedCapacityKwp: 5 });
  await writePlantDays(engines, plant.key, { "2026-05-01": 20_000, "2026-05-02": 10_000, "2026-05-03": 0 });
  await engines.clickhouse.command(
    `alter table plant_days update window_count = 0, is_corrected = plant_day = '2026-05-02'
    where plant = {key:UInt32} and plant_day > '2026-05-01' settings mutations_sync = 1`,
    { key: plant.key },
  );
  const compare = await createReader(ownerId);
  expect((await compare([plant.id])).data.rows).toMatchObject([{ energyWh: 30_000, dayCount: 2 }]);
});

test("has no row of a plant that the caller does not see, and no energy that is hidden", async () => {
  const plant = await createPlant(engines.db);
  const stranger = await createPlant(engines.db);
  const open = await createPlant(engines.db, { visibility: "public" });
  await writePlantDays(engines, plant.key, { "2026-05-01": 20_000 });
  const guest = await createAccount(engines.db);
  const grant = { plantId: plant.id, accountId: guest.id, level: "participant" as const };
  await createGrant(engines.db, { ...grant, invitedBy: plant.ownerId });
  const compare = await createReader(guest.id);
  const ids = [plant.id, stranger.id, open.id, crypto.randomUUID()];
  expect((await compare(ids)).data.rows).toMatchObject([{ stationId: plant.id, energyWh: 20_000 }]);
  await sql`update plants set settings = '{"participantSees":["alarms"]}'::jsonb where id = ${plant.id}`.execute(
    engines.db,
  );
  expect((await compare(ids)).data.rows).toMatchObject([
    { stationId: plant.id, energyWh: null, specificYieldKwhPerKwp: null, isEnergyHidden: true },
  ]);
});
