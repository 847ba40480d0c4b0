import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount } from "../../../../test/fixtures.ts";
import { shutPlantDown } from "../../../../test/shut-down-plant.ts";
import { openTestStage } from "../../../../test/stage.ts";
import { createImage, createUnits, optimizer } from "../../../../test/upgrades.ts";

const { engines, server } = await openTestStage();
const { db } = engines;
const { upgrades, identity } = server.services;
/** More than PostgreSQL connections of a process. */
const AT_THE_SAME_TIME = 12;
const waves = { firstWave: 9, waveSize: 9, maxFailures: 9, windowFromHour: null, windowToHour: null };

async function stage(version: string) {
  const { id: ownerId } = await createAccount(db, { roleCode: "installer-administrator" });
  const scope = await identity.findAccountScope(ownerId);
  if (!scope) throw new Error("the account has no scope");
  const image = await createImage(db, `OPT_MX-600_HW1.2_V${version}.bin`);
  return {
    ownerId,
    add: (deviceIds: string[]) =>
      upgrades.add(
        { scope, address: "192.0.2.7", language: "en" },
        { type: "OPT", deviceIds, firmwareId: image.id, ...waves, checksYield: false },
      ),
  };
}

test("an upgrade of six plants is refused, and the stop of the account is kept", async () => {
  const { ownerId, add } = await stage("5.0.1");
  const plants = await Promise.all(
    Array.from({ length: 6 }, () => createUnits(db, { ownerId, units: [optimizer] })),
  );
  const stopped = { code: "A0440", details: { messageKey: "message.fleetBrake" } };
  await expect(add(plants.flatMap(({ deviceIds }) => deviceIds))).rejects.toMatchObject(stopped);
  await expect(add(plants[0]!.deviceIds)).rejects.toMatchObject(stopped);
  const { rows } = await sql<{ plants: number; campaigns: number; addresses: string[] }>`
    select (select plant_count from fleet_brakes where account_id = ${ownerId}) as plants,
      (select count(*)::int from upgrade_campaigns where author_id = ${ownerId}) as campaigns,
      (select array_agg(address) from audit where actor_id = ${ownerId} and type = 'fleetBrake.stop') as addresses`.execute(
    db,
  );
  expect(rows).toEqual([{ plants: 6, campaigns: 0, addresses: ["192.0.2.7"] }]);
});

test("more upgrades than there are connections begin at the same time", async () => {
  const { ownerId, add } = await stage("5.0.2");
  const units = Array.from({ length: AT_THE_SAME_TIME }, () => optimizer);
  const { deviceIds } = await createUnits(db, { ownerId, units });
  const added = await Promise.all(deviceIds.map((deviceId) => add([deviceId])));
  expect(new Set(added.map(({ campaignId }) => campaignId)).size).toBe(AT_THE_SAME_TIME);
});

test("no upgrade begins in a plant that is shut down, by its holder or by anyone else", async () => {
  const { ownerId, add } = await stage("5.0.3");
  const { deviceIds, plantId } = await createUnits(db, { ownerId, units: [optimizer] });
  const release = await shutPlantDown(db, { plantId, holderId: ownerId });
  const held = { code: "A0440", details: { messageKey: "message.plantHeld" } };
  await expect(add(deviceIds)).rejects.toMatchObject(held);
  await release();
  const releaseOther = await shutPlantDown(db, { plantId, holderId: (await createAccount(db)).id });
  await expect(add(deviceIds)).rejects.toMatchObject({ code: "A0312" });
  await releaseOther();
  expect(await add(deviceIds)).toHaveProperty("campaignId");
});
