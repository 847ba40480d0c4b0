import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createCompany,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

async function overviewOf(accountId?: string) {
  const { authorization } = await createSession(engines.db, { accountId });
  return (await server.call("GET", "/index/overview", { authorization })).envelope.data;
}

async function createHeardGateway(plantId: string) {
  const { id } = await createDevice(engines.db, { type: "DCON", plantId });
  await sql`update gateways set last_heard_at = now() where device_id = ${id}`.execute(engines.db);
}

test("counts the plants and unresolved alarms in scope, and no number of alarms for an anonymous session", async () => {
  const plant = await createPlant(engines.db, { visibility: "public", installedCapacityKwp: 7.5 });
  await createHeardGateway(plant.id);
  const device = await createDevice(engines.db, { type: "OPT", plantId: plant.id });
  await sql`
    insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
    values (${plant.id}, ${device.id}, 'device', '15', 'fault', now(), now())`.execute(engines.db);
  expect(await overviewOf(plant.ownerId)).toMatchObject({
    plantCount: 1,
    installedCapacityKwp: 7.5,
    unresolvedAlarms: 1,
  });
  const anonymous = await overviewOf();
  expect(anonymous.plantCount).toBeGreaterThanOrEqual(1);
  expect(anonymous.unresolvedAlarms).toBeNull();
});

test("sums the capacity of plants that have reported, without those that wait for a gateway", async () => {
  const reporting = await createPlant(engines.db, { installedCapacityKwp: 7.5 });
  const { ownerId } = reporting;
  await createHeardGateway(reporting.id);
  const waiting = await createPlant(engines.db, { ownerId, installedCapacityKwp: 100 });
  const totals = async () => {
    const { installedCapacityKwp, plantCount, countByStatus } = await overviewOf(ownerId);
    return [installedCapacityKwp, plantCount, countByStatus.waiting];
  };
  expect(await totals()).toEqual([7.5, 2, 1]);
  await createHeardGateway(waiting.id);
  expect(await totals()).toEqual([107.5, 2, 0]);
});

test("counts a shared plant for its participant while the grant is valid, and never a stranger's public plant", async () => {
  await createPlant(engines.db, { visibility: "public" });
  const plant = await createPlant(engines.db);
  const guest = await createAccount(engines.db);
  expect((await overviewOf(guest.id)).plantCount).toBe(0);
  const grant = {
    plantId: plant.id,
    accountId: guest.id,
    level: "participant" as const,
    invitedBy: plant.ownerId,
  };
  const { id } = await createGrant(engines.db, grant);
  expect((await overviewOf(guest.id)).plantCount).toBe(1);
  await sql`update plant_grants set ends_at = now() - interval '1 second' where id = ${id}`.execute(
    engines.db,
  );
  expect((await overviewOf(guest.id)).plantCount).toBe(0);
});

test("counts only the chosen plants of an account limited to them", async () => {
  const plant = await createPlant(engines.db);
  const other = await createPlant(engines.db, { ownerId: plant.ownerId });
  const colleague = { companyId: plant.companyId };
  const all = await createAccount(engines.db, colleague);
  const chosen = await createAccount(engines.db, { ...colleague, plantIds: [other.id] });
  expect((await overviewOf(all.id)).plantCount).toBe(2);
  expect((await overviewOf(chosen.id)).plantCount).toBe(1);
});

test("counts the plants of a company below its own from the moment there is one", async () => {
  const account = await createAccount(engines.db);
  const { authorization } = await createSession(engines.db, { accountId: account.id });
  const countPlants = async () =>
    (await server.call("GET", "/index/overview", { authorization })).envelope.data.plantCount;
  expect(await countPlants()).toBe(0);
  const { rows } = await sql<{ id: string }>`
    select company_id as id from accounts where id = ${account.id}`.execute(engines.db);
  const below = await createCompany(engines.db, { upstreamId: rows[0]?.id });
  await createPlant(engines.db, { companyId: below.id });
  expect(await countPlants()).toBe(1);
});
