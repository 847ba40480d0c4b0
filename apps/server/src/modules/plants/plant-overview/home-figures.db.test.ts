import { plantPart } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createCompany, createGrant } from "../../../../test/fixtures.ts";
import { createConstantSamples, hour, meteringClock, openMeteredPlant } from "../../../../test/metering.ts";
import { createPlantServices } from "../../../../test/plant-services.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import type { Scope } from "../../base/access/scope.ts";
import { accountScope } from "../../base/access/scope.ts";

const NOW = meteringClock.now();

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

interface Person {
  readonly id: string;
  readonly companyId: string;
}

async function createPerson(): Promise<Person> {
  const { id: companyId } = await createCompany(engines.db);
  return { id: (await createAccount(engines.db, { companyId })).id, companyId };
}

const scopeOf = ({ id, companyId }: Person): Scope =>
  accountScope({
    accountId: id,
    companyId,
    sessionId: id,
    isSuper: false,
    isPlatform: false,
    permissionIds: new Set(),
    jurisdiction: "company",
  });

const getTotals = (person: Person, at: number) =>
  createPlantServices(engines, createVirtualClock(at)).overview.getTotals(scopeOf(person));

/** Two plants whose local days are two dates: at 15:00 UTC it is 5:00 on the 21st in one and 4:00 on the 20th in the other. */
async function createPlantsAcrossDateLine() {
  const owner = await createPerson();
  const options = { ownerId: owner.id, installedCapacityKwp: 10 };
  const plants = [
    await openMeteredPlant(engines, { ...options, timeZone: "Pacific/Kiritimati" }),
    await openMeteredPlant(engines, { ...options, timeZone: "Pacific/Pago_Pago" }),
  ] as const;
  for (const plant of plants) {
    await plant.report(createConstantSamples(1, NOW - 30 * hour, NOW, 120));
    await plant.job.drain();
  }
  return { owner, plants };
}

test("energy today counts each plant's own day, the last 24 hours count the same hours of all plants", async () => {
  const { owner } = await createPlantsAcrossDateLine();
  const totals = await getTotals(owner, NOW);
  expect(totals.energyTodayWh).toBeCloseTo(120 * (5 + 4), 6);
  expect(totals.energyLastDayWh).toBeCloseTo(2 * 120 * 24, 6);
});

test("the last 24 hours move on without a new report, and within an hour in proportion", async () => {
  const { owner } = await createPlantsAcrossDateLine();
  const lastDayAfter = async (hours: number) => (await getTotals(owner, NOW + hours * hour)).energyLastDayWh;
  expect(await lastDayAfter(0.5)).toBeCloseTo(2 * 120 * 23.5, 6);
  expect(await lastDayAfter(10)).toBeCloseTo(2 * 120 * 14, 6);
  expect(await lastDayAfter(25)).toBeCloseTo(0, 6);
  expect(await lastDayAfter(1000)).toBe(0);
});

test("a participant's sums leave out the plants that hide their energy, and say how many", async () => {
  const { owner, plants } = await createPlantsAcrossDateLine();
  const participant = await createPerson();
  for (const { id } of plants)
    await createGrant(engines.db, {
      plantId: id,
      accountId: participant.id,
      level: "participant",
      invitedBy: owner.id,
    });
  const hideEnergy = (plantId: string) =>
    sql`update plants set settings = ${JSON.stringify({
      participantSees: plantPart.options.filter((part) => part !== "energy"),
    })}::jsonb where id = ${plantId}`.execute(engines.db);
  await hideEnergy(plants[0].id);
  const totals = await getTotals(participant, NOW);
  expect(totals).toMatchObject({ plantCount: 2, energyHiddenCount: 1, alarmsHiddenCount: 0 });
  expect(totals.energyTodayWh).toBeCloseTo(120 * 4, 6);
  expect(totals.energyLastDayWh).toBeCloseTo(120 * 24, 6);
  await hideEnergy(plants[1].id);
  expect(await getTotals(participant, NOW)).toMatchObject({
    energyHiddenCount: 2,
    energyTodayWh: null,
    energyLastDayWh: null,
  });
});
